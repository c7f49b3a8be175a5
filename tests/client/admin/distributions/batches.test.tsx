// The batches of a distribution: what goes in is said before one is made, numbers are checked as one types them, and the answer of
// the bank is told in words.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const BATCHES = 'GET /api/distributions/d1/batches';
const line = {
  id: 'b1',
  name: 'Batch 1',
  format: 'nacha',
  execution_date: '2030-01-15',
  count: 3,
  total: '45.00',
  currency: 'USD',
  status: 'open',
  payments: { processing: 1, completed: 1, failed: 1, moved_on: 0 },
};
const preview = {
  count: 2,
  total: '30.00',
  currency: 'USD',
  prenotes: 0,
  left_out: [
    {
      payment_id: 'p3',
      shareholder: 'Grace Hopper',
      amount: '15.00',
      hold_reasons: ['no_bank_details'],
      text: 'There is no bank account for this holder.',
    },
  ],
  written_names: [{ payment_id: 'p1', shareholder: 'Zoë Müller', written: 'ZOE MULLER' }],
  warnings: [{ code: 'payment_date_ahead', message: '1 payment of these is scheduled for a later day.' }],
};

function openDistribution(role: 'owner' | 'viewer' = 'owner', step = 'results') {
  server.rows.distributions = [
    sampleRow(resourceNamed('distributions'), {
      id: 'd1',
      name: 'Spring',
      status: 'approved',
      origin: null,
      currency: 'USD',
      payment_date: '2030-01-15',
      payment_sums: [{ status: 'pending', count: 3, amount: '45.00' }],
    }),
  ];
  openConsole(`/app/distributions/d1/show?step=${step}`, { role });
}

const steps = async () => within(await screen.findByRole('region', { name: 'Steps of the distribution' }));
const results = async () => within(await screen.findByRole('region', { name: 'Results of Batch 1' }));

it('shows each batch with what became of it; who may not send sees no buttons', async () => {
  server.answer(BATCHES, { json: [line] });
  openDistribution('viewer');
  const batches = within((await screen.findByRole('heading', { name: 'Payment batches' })).closest('section')!);
  expect(await batches.findByRole('link', { name: 'Batch 1' })).toBeInTheDocument();
  expect(batches.getByText('1 completed, 1 failed, 1 awaiting the bank')).toBeInTheDocument();
  expect(batches.queryAllByRole('button')).toEqual([]);
});

it('says that there is none', async () => {
  server.answer(BATCHES, { json: [] });
  openDistribution();
  expect(await (await steps()).findByText('No payment went to the bank yet.')).toBeInTheDocument();
});

it('says when the list could not be read, and tries again', async () => {
  server.answer(BATCHES, { status: 500, json: { detail: 'Something went wrong.' } });
  openDistribution();
  const retry = await (await steps()).findByRole('button', { name: /again|retry/i });
  server.answer(BATCHES, { json: [line] });
  await userEvent.click(retry);
  expect(await screen.findByRole('link', { name: 'Batch 1' })).toBeInTheDocument();
});

it('is made of what was asked, once its numbers are right, and its file is saved at once', async () => {
  server.answer(BATCHES, { json: [] });
  server.answer('POST /api/payment-batches/preview', { json: preview });
  server.answer('POST /api/payment-batches', {
    status: 201,
    json: { ...line, left_out: [], written_names: [], warnings: [] },
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  server.answer('GET /api/payment-batches/b1/file', {});
  openDistribution('owner', 'file');
  const step = within(await screen.findByRole('region', { name: 'Make the bank file' }));
  expect(await step.findByText('2 payments, $30.00.')).toBeInTheDocument();
  expect(step.getByText('Grace Hopper, $15.00: There is no bank account for this holder.')).toBeInTheDocument();
  expect(step.getByText(/scheduled for a later day/)).toBeInTheDocument();
  expect(step.getByText('The format allows few characters, and writes 1 name differently:')).toBeInTheDocument();
  expect(step.getByText('Zoë Müller as ZOE MULLER')).toBeInTheDocument();
  const routing = step.getByRole('textbox', { name: /Routing number/ });
  await userEvent.type(routing, '091000018');
  expect((await step.findAllByText(/This is not a routing number/)).length).toBeGreaterThan(0);
  await userEvent.clear(routing);
  await userEvent.type(routing, '0910-00019');
  await waitFor(() => expect(step.queryByText(/This is not a routing number/)).toBeNull());
  await userEvent.click(step.getByRole('button', { name: 'Make the bank file: 2 payments' }));
  await waitFor(() => expect(server.callsTo('POST', '/api/payment-batches')).toHaveLength(1));
  expect(server.callsTo('POST', '/api/payment-batches')[0]!.body).toEqual({
    format: 'nacha',
    execution_date: '2030-01-15',
    filter: { distribution_id: 'd1' },
    debtor: { name: 'Acme, Inc.', routing_number: '091000019' },
  });
  await waitFor(() => expect(server.callsTo('GET', '/api/payment-batches/b1/file')).toHaveLength(1));
  expect(
    await screen.findByText('Batch 1 was made. Give its file, batch-1-2030-01-15.ach, to the bank.'),
  ).toBeVisible();
});

it('shows what the answer of the bank would change, and changes it once that was seen', async () => {
  server.answer(BATCHES, { json: [line] });
  const move = { payment_id: 'p1', shareholder: 'Grace Hopper', amount: '15.00', currency: 'USD', from: 'processing' };
  const done = {
    completed: 1,
    failed: 2,
    unchanged: 3,
    unknown: ['x-1'],
    notices: ['C01: to be corrected.'],
    warnings: [{ code: 'execution_date_ahead', message: 'Batch 1 is for 2030-01-15, a day in the future.' }],
    moves: [{ ...move, to: 'completed', date: '2030-01-15', note: 'FT-1' }],
  };
  const RESULTS = 'POST /api/payment-batches/b1/results';
  server.answer(RESULTS, { json: done });
  openDistribution();
  const step = await results();
  expect(step.getByRole('button', { name: 'Look at the file' })).toBeDisabled();
  await userEvent.upload(step.getByLabelText('Results'), new File(['payment_id,status'], 'bank.csv'));
  const ahead = await step.findByText(/^This would change: 1 payment completed, 2 failed or returned, 3 unchanged\./);
  await waitFor(() => expect(ahead.parentElement).toHaveFocus());
  expect(step.getByText('Grace Hopper, $15.00: completed, FT-1')).toBeInTheDocument();
  expect(step.getByRole('note')).toHaveTextContent('Batch 1 is for Jan 15, 2030, a day in the future.');
  for (const text of ['x-1', 'C01: to be corrected.']) expect(step.getByText(text)).toBeInTheDocument();
  const sent = () =>
    server.callsTo('POST', '/api/payment-batches/b1/results').map(({ body }) => (body as FormData).get('dry_run'));
  expect(sent()).toEqual(['true']);
  await userEvent.click(step.getByRole('button', { name: 'Import 3 results' }));
  expect(await screen.findByText('1 payment completed, 2 failed or returned, 3 unchanged.')).toBeVisible();
  expect(sent()).toEqual(['true', null]);
});

it('says once why nothing of a file was imported', async () => {
  server.answer(BATCHES, { json: [line] });
  const why = 'The first row names no payment_id.';
  server.answer('POST /api/payment-batches/b1/results', {
    status: 422,
    json: { code: 'not_a_result', detail: `${why} Nothing was imported.`, errors: [{ field: 'file', message: why }] },
  });
  openDistribution();
  const step = await results();
  await userEvent.upload(step.getByLabelText('Results'), new File(['nonsense'], 'bank.csv'));
  expect((await step.findByRole('alert')).textContent).toBe(`${why} Nothing was imported.`);
});

it('says which row of a file is wrong and why, and marks no fields where there are none', async () => {
  server.answer(BATCHES, { json: [line] });
  const errors = [
    { field: 'rows.1.date', message: 'A payment cannot have arrived on 2026-12-24: today is 2026-11-27.' },
  ];
  server.answer('POST /api/payment-batches/b1/results', {
    status: 422,
    json: { code: 'invalid_fields', detail: 'Please correct the marked fields.', errors },
  });
  openDistribution();
  const step = await results();
  await userEvent.upload(step.getByLabelText('Results'), new File(['payment_id,status'], 'bank.csv'));
  expect((await step.findByRole('alert')).textContent).toBe(
    'Nothing was imported. Row 2: A payment cannot have arrived on Dec 24, 2026: today is Nov 27, 2026.',
  );
});

it('names the distribution beside the payments of a batch, and in each row only where there are several', async () => {
  const batch = (...names: string[]) => ({
    ...sampleRow(resourceNamed('payment-batches'), { id: 'b1', name: 'Batch 1', currency: 'USD' }),
    payments: line.payments,
    distributions: names.map((name) => ({ id: name, name, count: 1, total: '15.00' })),
  });
  server.rows.payments = [
    sampleRow(resourceNamed('payments'), { id: 'p1', batch_id: 'b1', distribution_id: 'Spring' }),
  ];
  server.rows['payment-batches'] = [batch('Spring')];
  const { unmount } = openConsole('/app/payment-batches/b1/show');
  const head = async () =>
    within(await screen.findByRole('region', { name: 'Payments, table' }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
  expect(await head()).toEqual(['Shareholder', 'Amount', 'Status', 'Reference', 'Reason']);
  unmount();
  server.rows['payment-batches'] = [batch('Spring', 'Summer')];
  openConsole('/app/payment-batches/b1/show');
  expect(await head()).toEqual(['Shareholder', 'Distribution', 'Amount', 'Status', 'Reference', 'Reason']);
});
