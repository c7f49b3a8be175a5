// A distribution of the past that was imported with a file: it says so, leads to its import, and nothing pays it again.
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow, summed } from '../samples.ts';

const server = useServer();
const preview = summed({
  rows: [
    {
      shareholder_id: 'h1',
      shareholder: 'Grace',
      share_class_id: 'c1',
      shares: null,
      gross: '100.00',
      tax: '15.00',
      net: '85.00',
      excluded_reason: null,
      hold_reasons: [],
      option_shares: '0',
      withholding_rate: '0',
      withholding_reason: null,
    },
  ],
  total_gross: '100.00',
  total_tax: '15.00',
  total_net: '85.00',
  steps: [],
  excluded: [],
  rounding_difference: '0',
  amount_per_share: '0',
  currency: 'USD',
  record_date: '2019-04-30',
  payment_date: '2019-05-15',
  version: 1,
  preview_hash: null,
  approval_refusal: null,
});
const given = (status: string) => {
  server.rows.distributions = [
    {
      ...sampleRow(resourceNamed('distributions'), {
        id: 'd1',
        name: 'Dividend 2019',
        status,
        origin: 'brought_in',
        amount_per_share: null,
        total_amount: '100.00',
        payment_date: '2019-05-15',
      }),
      import_id: 'i1',
      payment_sums: [{ status: status === 'paid' ? 'completed' : 'failed', count: 1, amount: '85.00' }],
    },
  ];
  openConsole('/app/distributions/d1/show');
};
beforeEach(() => server.answer('GET /api/distributions/d1/preview', { json: preview }));

it('says that it was imported, leads to its import, and shows what the file said', async () => {
  given('paid');
  const link = await screen.findByRole('link', { name: 'Open its import' });
  expect(link).toHaveAttribute('href', '/app/imports/i1/show');
  expect(screen.getByText('Imported')).toBeVisible();
  expect(await screen.findByText('Who was paid what')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /^Grace/ })).getByText('—')).toBeVisible();
  expect(screen.getByText('Net paid')).toBeVisible();
  expect(screen.queryByText('Rounding difference')).toBeNull();
  expect(screen.queryByRole('button', { name: /Approve|Cancel distribution|Start|Return/ })).toBeNull();
});

it('whose import was undone says that its payments no longer count', async () => {
  given('cancelled');
  expect(await screen.findByText(/Its import was undone, so its payments no longer count/)).toBeVisible();
  expect(screen.getByText('Net, taken back')).toBeVisible();
  expect(screen.getByText('Payments that no longer count')).toBeVisible();
});

it('has payments without a button that returns or pays them again', async () => {
  server.rows.payments = [
    {
      ...sampleRow(resourceNamed('payments'), {
        id: 'p1',
        distribution: 'Dividend 2019',
        shareholder: 'Grace',
        status: 'completed',
        origin: 'brought_in',
      }),
      events: [],
    },
  ];
  openConsole('/app/payments/p1/show');
  expect(await screen.findByText('Imported')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Return|Retry|Start/ })).toBeNull();
});
