// Several payments from the list: chosen rows or all that match, with a result for each; and a bank statement that is confirmed.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { today } from '#src/admin/kit/format.ts';
import { payments } from '#src/resources/payments.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const BULK = 'POST /api/payments/bulk';
const row = (id: string, extra: Record<string, unknown> = {}) =>
  sampleRow(payments, {
    id,
    status: 'pending',
    is_held: false,
    shareholder: `Holder ${id}`,
    amount: '10.00',
    ...extra,
  });
const given = () => {
  server.rows.payments = [row('p1'), row('p2'), row('p3', { status: 'completed' })];
};
const bodies = () => server.callsTo('POST', '/api/payments/bulk').map(({ body }) => body);

it('starts the chosen payments, and says of each refused one why it stays as it is', async () => {
  given();
  server.answer(BULK, {
    json: { done: 1, refused: [{ id: 'p2', code: 'payment_held', detail: 'This payment is held. No bank details.' }] },
  });
  openConsole('/app/payments');
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Choose Holder p1/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Choose Holder p2/ }));
  const bar = within(await screen.findByRole('region', { name: 'Several at once' }));
  expect(bar.getByText('2 payments chosen')).toBeVisible();
  expect(bar.queryByRole('button', { name: 'Complete' })).toBeNull();
  await userEvent.click(bar.getByRole('button', { name: 'Start' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Start: 2 payments?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Start: 2 payments' }));
  const result = within(await screen.findByRole('dialog', { name: 'Start: 1 done, 1 refused' }));
  expect(await result.findByText('This payment is held. No bank details.')).toBeVisible();
  expect(await result.findByRole('link', { name: /^Holder p2/ })).toHaveAttribute('href', '/app/payments/p2/show');
  expect(bodies()).toEqual([{ action: 'start', ids: ['p1', 'p2'] }]);
  await userEvent.click(result.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('2 payments chosen')).toBeNull());
});

it('completes all that a filter names, on the day that is asked for', async () => {
  given();
  server.answer(BULK, { json: { done: 3, refused: [] } });
  openConsole(`/app/payments?filter=${encodeURIComponent('{"status":"processing"}')}`);
  const bar = within(await screen.findByRole('region', { name: 'Several at once' }));
  expect(bar.getByText('All 3 payments that match')).toBeVisible();
  expect(bar.queryByRole('button', { name: 'Start' })).toBeNull();
  await userEvent.click(bar.getByRole('button', { name: 'Complete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete: 3 payments?' }));
  await userEvent.type(await dialog.findByLabelText(/Reference/), 'RUN-7');
  await userEvent.click(dialog.getByRole('button', { name: 'Complete: 3 payments' }));
  expect(await screen.findByText('Complete: 3 payments')).toBeVisible();
  expect(bodies()).toEqual([
    { action: 'complete', filter: { status: 'processing' }, date: today(), reference: 'RUN-7' },
  ]);
});

it('offers nothing for all held payments, because none of them can be moved', async () => {
  server.rows.payments = [row('p1', { is_held: true })];
  openConsole('/app/payments');
  await userEvent.click(await screen.findByRole('button', { name: 'Held' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Held' })).toHaveAttribute('aria-pressed', 'true'));
  expect(await screen.findByRole('checkbox', { name: /^Choose Holder p1/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Several at once' })).toBeNull();
});

it('is not offered to readers', async () => {
  given();
  openConsole(`/app/payments?filter=${encodeURIComponent('{"status":"pending"}')}`, { role: 'viewer' });
  expect(await screen.findByRole('table')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Several at once' })).toBeNull();
});

const payment = {
  id: 'p1',
  shareholder: 'Grace',
  distribution: 'Spring',
  amount: '10.00',
  currency: 'USD',
  status: 'processing',
};
const line = { line: 2, date: '2024-07-20', amount: '10.00', currency: null, reference: 'SB 1', payment };
const statement = {
  id: 's1',
  file_name: 'july.csv',
  format: 'table',
  created_at: '2026-11-26T10:00:00Z',
  lines: 3,
  matches: [line, { ...line, line: 3, payment: { ...payment, id: 'p2', shareholder: 'Ada' } }],
  completed: [],
  questions: [],
  unread: { columns: ['Balance', 'Branch'], rows: [9] },
  unmatched: [
    { ...line, line: 4, payment: null, why: 'no_such_reference', detail: 'No payment has it.', is_return: false },
  ],
};

it('completes the confirmed lines of a statement, and says why others are none', async () => {
  server.answer('GET /api/reconciliations/s1', { json: statement });
  server.answer('POST /api/reconciliations/s1/confirm', {
    json: { done: 1, refused: [{ line: 9, code: 'x', detail: 'It was completed on 2024-07-20.' }] },
  });
  openConsole('/app/payments/statements/s1');
  expect(await screen.findByRole('heading', { level: 1, name: 'july.csv' })).toBeVisible();
  expect(screen.getByText('No such reference')).toBeVisible();
  expect(screen.getByText(/Not read: the columns Balance, Branch; row 9\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Confirm line 3, Ada' }));
  await userEvent.click(screen.getByRole('button', { name: 'Complete 1 payment' }));
  expect(await screen.findByText('1 payment completed')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(/^Line 9: It was completed on/);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'july.csv' })).toHaveFocus());
  expect(server.callsTo('POST', '/api/reconciliations/s1/confirm')[0]!.body).toEqual({ lines: [2] });
});

it('lists completed payments apart, sums each group, and leaves nothing to press where nothing is to be completed', async () => {
  const done = { ...line, completed_on: '2024-07-22', payment: { ...payment, status: 'completed' } };
  const other = { ...line, payment: null, why: 'no_such_reference', detail: 'No payment has it.', is_return: false };
  server.answer('GET /api/reconciliations/s1', {
    json: {
      ...statement,
      matches: [],
      completed: [done, { ...done, line: 3, amount: '1990.50', payment: { ...done.payment, id: 'p2' } }],
      unmatched: [
        { ...other, line: 4, amount: '5.25' },
        { ...other, line: 5, amount: null, why: 'unreadable' },
        { ...other, line: 6, amount: '500.00', why: 'money_in' },
      ],
    },
  });
  openConsole('/app/payments/statements/s1');
  const completed = within(await screen.findByRole('region', { name: 'Completed: 2 lines, $2,000.50' }));
  expect(completed.getAllByRole('link', { name: 'Grace, Spring' })[0]).toHaveAttribute('href', '/app/payments/p1/show');
  expect(completed.getAllByText('Jul 22, 2024')).toHaveLength(2);
  const unmatched = within(screen.getByRole('region', { name: 'Not matched: 3 lines, 5.25' }));
  expect(unmatched.getByText(/500\.00 came in/)).toBeVisible();
  expect(unmatched.queryByText(/Grace/)).toBeNull();
  expect(screen.getByText('Nothing is left to confirm.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Complete/ })).toBeNull();
});

it('asks what the file does not say, and matches again after the answer', async () => {
  const question = {
    id: 'direction_word:xq',
    question: 'Which way did the money go where it says “XQ”?',
    lines: [2, 3],
    choices: [
      { value: 'out', label: 'Money out' },
      { value: 'in', label: 'Money in' },
    ],
    answer: null as string | null,
  };
  const waits = { ...line, why: 'asked', detail: 'It waits for an answer.', is_return: false };
  const open = { ...statement, matches: [], unmatched: [waits, { ...waits, line: 3 }], questions: [question] };
  server.answer('GET /api/reconciliations/s1', { json: open });
  server.answer('PUT /api/reconciliations/s1/answers', { json: open });
  openConsole('/app/payments/statements/s1');
  const card = within(await screen.findByRole('region', { name: 'Questions' }));
  expect(card.getByText('Lines 2, 3')).toBeVisible();
  expect(card.getByText('1 question to answer. The lines are matched again after each answer.')).toBeVisible();
  expect(screen.getAllByText('Waits for an answer')).toHaveLength(2);
  expect(screen.getByText('Some lines wait for an answer above.')).toBeVisible();
  // Nobody knows whether they were paid.
  expect(screen.getByRole('region', { name: 'Not matched: 2 lines' })).toBeVisible();
  server.answer('GET /api/reconciliations/s1', {
    json: { ...statement, questions: [{ ...question, answer: 'out' }] },
  });
  await userEvent.click(card.getByRole('radio', { name: 'Money out' }));
  await waitFor(() => expect(card.getByText('Answered')).toBeVisible());
  expect(card.getByRole('radio', { name: 'Money out' })).toBeChecked();
  expect(await screen.findByRole('button', { name: 'Complete 2 payments' })).toBeVisible();
  expect(server.callsTo('PUT', '/api/reconciliations/s1/answers')[0]!.body).toEqual({
    answers: { 'direction_word:xq': 'out' },
  });
});

it('offers money that came in as a return, and records what a person chooses', async () => {
  const back = { ...line, why: 'money_in', detail: 'This money came in.', is_return: true };
  const cameIn = { ...back, line: 5, payment: null, is_return: false };
  server.answer('GET /api/reconciliations/s1', {
    json: { ...statement, matches: [], unmatched: [back, { ...back, line: 3 }, cameIn] },
  });
  server.answer('POST /api/reconciliations/s1/confirm', {
    json: { done: 0, returned: 1, refused: [{ line: 9, code: 'x', detail: 'It is failed already.' }] },
  });
  openConsole('/app/payments/statements/s1');
  const card = within(await screen.findByRole('region', { name: 'Came back: 2 payments, $20.00' }));
  expect(card.getByRole('button', { name: 'Record 0 returns' })).toBeDisabled();
  await userEvent.click(card.getByRole('checkbox', { name: 'Line 3 came back, Grace' }));
  await userEvent.click(card.getByRole('button', { name: 'Record 1 return' }));
  expect(await screen.findByText('1 return recorded')).toBeVisible();
  expect(card.getByRole('alert')).toHaveTextContent('Line 9: It is failed already.');
  expect(server.callsTo('POST', '/api/reconciliations/s1/confirm')[0]!.body).toEqual({ returns: [3] });
  expect(screen.getByRole('region', { name: /^Not matched: 1 line/ })).toHaveTextContent('Money that came in');
});

it('shows a reader what came back and what is asked, and lets nothing be changed', async () => {
  const back = { ...line, why: 'money_in', detail: 'This money came in.', is_return: true };
  const question = {
    id: 'q',
    question: 'Which way?',
    lines: [2],
    choices: [{ value: 'in', label: 'Money in' }],
    answer: null,
  };
  server.answer('GET /api/reconciliations/s1', { json: { ...statement, unmatched: [back], questions: [question] } });
  openConsole('/app/payments/statements/s1', { role: 'viewer' });
  expect(await screen.findByRole('region', { name: 'Came back: 1 payment, $10.00' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Money in' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: /^Record/ })).toBeNull();
});

it('uploads a statement and opens it; what is refused is said', async () => {
  server.answer('GET /api/reconciliations', { json: [] });
  server.answer('GET /api/reconciliations/s1', { json: statement });
  server.answer('POST /api/reconciliations', {
    status: 422,
    json: { detail: 'No row of headings.', code: 'no_columns' },
  });
  openConsole('/app/payments/statements');
  expect(await screen.findByText('No bank statement has been read yet.')).toBeVisible();
  const choose = () => userEvent.upload(screen.getByLabelText(/Choose a file/), new File(['x'], 'july.csv'));
  await choose();
  expect(await screen.findByText('The statement was not read. No row of headings.')).toBeVisible();
  server.answer('POST /api/reconciliations', { status: 201, json: statement });
  await choose();
  expect(await screen.findByRole('heading', { level: 1, name: 'july.csv' })).toBeVisible();
});

it('shows a reader the statement without anything to press', async () => {
  server.answer('GET /api/reconciliations/s1', { json: statement });
  openConsole('/app/payments/statements/s1', { role: 'viewer' });
  expect(await screen.findByText('To confirm: 2 payments, $20.00')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Complete/ })).toBeNull();
});
