// Unclaimed money on screen: ageing, states, letters, and the contact log of a payment.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatDay, today } from '#src/admin/kit/format.ts';
import { payments } from '#src/resources/payments.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const none = { count: 0, amount: '0.00' };
const some = { count: 2, amount: '3000.50' };
const ages = { days_0_30: none, days_31_90: some, days_91_365: none, over_a_year: none, all: some };
const answer = {
  as_of: '2026-11-26',
  rows: [{ distribution_id: 'd1', name: 'Spring dividend', currency: 'USD', ...ages }],
  totals: [{ currency: 'USD', ...ages }],
  states: [
    {
      state: 'OH',
      name: 'Ohio',
      currency: 'USD',
      years: 5,
      source: 'Ohio R.C. 169.02',
      is_checked: false,
      all: some,
      dormant: { count: 1, amount: '1000.00' },
      letters: none,
      next_dormant_on: '2027-03-01',
    },
  ],
};

it('is shown by age and by state, with the report where something is abandoned', async () => {
  server.answer('GET /api/unclaimed', { json: answer });
  openConsole('/app/payments/unclaimed');
  expect(await screen.findByRole('link', { name: 'Spring dividend' })).toHaveAttribute(
    'href',
    '/app/distributions/d1/show',
  );
  const ohio = within(screen.getByRole('row', { name: /^Ohio/ }));
  expect(ohio.getByText(formatDay('2027-03-01'))).toBeVisible();
  expect(ohio.getByText('1,000.00')).toBeVisible();
  expect(ohio.getByRole('button', { name: 'CSV' })).toBeVisible();
  expect(screen.getByText(/The number of years for Ohio follows the law that the rule names/)).toBeVisible();
});

it('makes letters for a state, and notes them only when asked', async () => {
  server.answer('GET /api/unclaimed', { json: answer });
  server.answer('POST /api/unclaimed/letters', { status: 422, json: { detail: 'Nobody to write to.', code: 'x' } });
  openConsole('/app/payments/unclaimed');
  await userEvent.click(await screen.findByRole('button', { name: 'Reminder letters' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reminder letters' }));
  await userEvent.selectOptions(dialog.getByLabelText('State'), 'Ohio');
  await userEvent.click(dialog.getByRole('button', { name: 'Make letters' }));
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent('No letter was made. Nobody to write to.');
  await waitFor(() => expect(alert).toHaveFocus());
  await userEvent.click(dialog.getByRole('checkbox'));
  await userEvent.click(dialog.getByRole('button', { name: 'Make letters' }));
  await waitFor(() => expect(server.callsTo('POST', '/api/unclaimed/letters')).toHaveLength(2));
  expect(server.callsTo('POST', '/api/unclaimed/letters').map(({ body }) => body)).toEqual([
    { unpaid_days_gte: 30, state: 'OH' },
    { unpaid_days_gte: 30, state: 'OH', sent_on: today() },
  ]);
});

it('says that nothing is unclaimed, offers Retry after a failure, and is not for shareholders', async () => {
  server.answer('GET /api/unclaimed', { status: 503, json: { detail: 'The database is away.' } });
  const { unmount } = openConsole('/app/payments/unclaimed');
  expect(await screen.findByText(/The database is away\./)).toBeVisible();
  server.answer('GET /api/unclaimed', { json: { ...answer, rows: [], totals: [], states: [] } });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing is unclaimed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reminder letters' })).toBeNull();
  unmount();
  openConsole('/app/payments/unclaimed', { role: 'shareholder', account_type: 'shareholder' });
  expect(await screen.findByText('You cannot see unclaimed money')).toBeVisible();
});

it('notes a contact on the page of an unpaid payment, and shows the log to the company alone', async () => {
  const row = sampleRow(payments, { id: 'p1', status: 'failed', unpaid_days: 45 });
  server.rows.payments = [row];
  const contact = {
    date: '2024-08-01',
    channel: 'phone',
    note: 'Nobody answered.',
    at: '2024-08-01',
    actor: 'Mara Lind',
  };
  server.answer('GET /api/payments/p1/contacts', { json: [contact] });
  server.answer('GET /api/payments/p1/dormancy', { json: { dormancy: null } });
  server.answer('POST /api/payments/p1/contacts', { json: [contact] });
  const { unmount } = openConsole('/app/payments/p1/show');
  expect(await screen.findByText('Nobody answered.')).toBeVisible();
  expect(screen.getByText(/no dormancy rule applies/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Note a contact' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Note a contact' }));
  const note = dialog.getByLabelText('What was said or sent');
  await waitFor(() => expect(note).toHaveFocus());
  await userEvent.type(note, 'Sent to the last address.');
  fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '2199-01-01' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Note contact' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Day: Enter a day that is not in the future.');
  expect(server.callsTo('POST', '/api/payments/p1/contacts')).toEqual([]);
  fireEvent.change(dialog.getByLabelText('Day'), { target: { value: today() } });
  await userEvent.click(dialog.getByRole('button', { name: 'Note contact' }));
  expect(await screen.findByText('The contact was noted')).toBeVisible();
  unmount();
  openConsole('/app/payments/p1/show', { role: 'shareholder', account_type: 'shareholder' });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByText('Contacts')).toBeNull();
});
