// How far a distribution is paid, and the words once all of it is.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow, summed } from '../samples.ts';

const server = useServer();
const line = {
  shareholder_id: 'h1',
  shareholder: 'Grace',
  share_class_id: 'c1',
  shares: '10',
  gross: '100.00',
  tax: '15.00',
  net: '85.00',
  excluded_reason: null,
  hold_reasons: [],
  option_shares: '0',
  withholding_rate: '0.15',
  withholding_reason: 'Treaty: 15%',
};
const given = (status: string, payment_sums: { status: string; count: number; amount: string }[]) => {
  server.rows.distributions = [
    {
      ...sampleRow(resourceNamed('distributions'), { id: 'd1', name: 'Spring', status, currency: 'USD' }),
      origin: null,
      payment_sums,
    },
  ];
  server.answer('GET /api/distributions/d1/batches', { json: [] });
  server.answer('GET /api/distributions/d1/preview', {
    json: summed({
      rows: [line],
      total_gross: '100.00',
      total_tax: '15.00',
      total_net: '85.00',
      steps: [],
      excluded: [],
      rounding_difference: '0',
      amount_per_share: '10',
      currency: 'USD',
      record_date: '2026-06-30',
      payment_date: '2026-07-15',
      version: 3,
      preview_hash: null,
      approval_refusal: null,
    }),
  });
};

it('says of a paid distribution what was paid, not what is to pay', async () => {
  given('paid', [{ status: 'completed', count: 1, amount: '85.00' }]);
  openConsole('/app/distributions/d1/show');
  expect(await screen.findByRole('heading', { name: 'Who was paid what' })).toBeVisible();
  expect(screen.getByText('Net paid')).toBeVisible();
  expect(screen.queryByText('Net to pay')).toBeNull();
});

it.each([
  [{ amount_per_share: null, total_amount: '100.00' }, '$0.00Cents left over go to the largest fractions'],
  [{ amount_per_share: '10', total_amount: null }, '$0.00Each line is rounded to the cent'],
  // An approval fills in the other amount, so nothing tells which of them was declared.
  [{ amount_per_share: '10', total_amount: '100.00' }, '$0.00'],
])('says how cents were rounded where that is known: %o', async (amounts, words) => {
  given('approved', []);
  Object.assign(server.rows.distributions![0]!, amounts);
  openConsole('/app/distributions/d1/show');
  const figure = (await screen.findByText('Rounding difference')).parentElement!;
  expect(figure.textContent).toBe(`Rounding difference${words}`);
});

it('draws the parts of the progress, held ones apart', async () => {
  given('approved', [
    { status: 'pending', count: 3, amount: '60.00' },
    { status: 'completed', count: 1, amount: '40.00' },
  ]);
  server.answer('GET /api/payments/totals', ({ query }) => ({
    json: query.get('filter')?.includes('is_held')
      ? [{ currency: 'USD', count: 2, gross: '50.00', tax: '5.00', net: '45.00' }]
      : [],
  }));
  openConsole('/app/distributions/d1/show');
  const card = within(await screen.findByRole('region', { name: 'Progress' }));
  expect(await card.findByRole('img', { name: '$40.00 completed; $15.00 to pay; $45.00 held' })).toBeVisible();
});

it.each([
  ['completed', null, 'You were paid $85.00'],
  ['failed', 'distribution_cancelled', '$85.00 that is not paid'],
  ['failed', 'R03 No account', 'You get $85.00'],
])('a holder reads of a payment that is %s (%s): %s', async (status, failure_reason, words) => {
  given('approved', []);
  server.rows.payments = [
    {
      ...sampleRow(resourceNamed('payments'), { id: 'p1', distribution_id: 'd1', amount: '85.00', currency: 'USD' }),
      status,
      failure_reason,
      events: [],
      how: [],
    },
  ];
  openConsole('/app/distributions/d1/show', { role: 'shareholder', account_type: 'shareholder' });
  expect(await screen.findByRole('region', { name: words })).toBeVisible();
});
