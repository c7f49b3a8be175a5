// Where preferred classes come first, no page says one amount per share: nobody gets it.
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
  option_shares: '0',
  gross: '600.00',
  tax: '0.00',
  net: '600.00',
  withholding_rate: '0',
  withholding_reason: null,
  hold_reasons: [],
  excluded_reason: null,
};
const part = (share_class_id: string, name: string, per_share?: string) => ({
  share_class_id,
  name,
  amount: '1.00',
  ...(per_share && { per_share }),
});
const ordered = [
  { kind: 'arrears', classes: [part('p', 'Series A', '0.05')], due: '60.00', paid: '60.00', text: '1. Arrears' },
  { kind: 'preference', classes: [part('p', 'Series A', '0.08')], due: '60.00', paid: '60.00', text: '2. Current' },
  {
    kind: 'rest',
    classes: [part('p', 'Series A', '0.03333333333333333333'), part('c', 'Common', '0.03333333333333333333')],
    due: null,
    paid: '480.00',
    text: '3. The rest',
  },
];
const given = (steps: object[], record: object = {}) => {
  server.rows.distributions = [
    {
      ...sampleRow(resourceNamed('distributions'), {
        id: 'd1',
        name: 'Spring',
        status: 'pending',
        currency: 'USD',
        amount_per_share: null,
        total_amount: '600',
        payment_date: '2031-07-15',
        ...record,
      }),
      payment_sums: [],
    },
  ];
  server.answer('GET /api/distributions/d1/preview', {
    json: summed({
      rows: [line],
      total_gross: '600.00',
      total_tax: '0.00',
      total_net: '600.00',
      steps,
      excluded: [],
      rounding_difference: '0',
      amount_per_share: '0.0777',
      currency: 'USD',
      record_date: '2024-06-30',
      payment_date: '2031-07-15',
      version: 1,
      preview_hash: 'a',
      approval_refusal: null,
    }),
  });
};
const facts = async () => within(await screen.findByRole('region', { name: 'Facts' }));

it('a pot with preferred first is called a pot, and each class has its own amount a share', async () => {
  given(ordered, { status: 'approved', amount_per_share: '0.0777' });
  openConsole('/app/distributions/d1/show');
  expect(await screen.findByText('$600.00 in all, by the order below, payable Jul 15, 2031.')).toBeVisible();
  const card = await facts();
  expect(card.getByText('Series A, a share').parentElement).toHaveTextContent('about $0.163333');
  expect(card.getByText('Common, a share').parentElement).toHaveTextContent('about $0.033333');
  expect(screen.queryByText(/0\.0777/)).toBeNull();
});

it('an amount per share names each class with what it gets', async () => {
  const [arrears, preference] = ordered;
  const rest = { kind: 'rest', classes: [part('c', 'Common', '0.0777')], due: null, paid: '1.00', text: '3. Rest' };
  given([arrears!, preference!, rest], { amount_per_share: '0.0777', total_amount: null });
  openConsole('/app/distributions/d1/show');
  expect(await screen.findByText('Series A $0.13, Common $0.0777 a share, payable Jul 15, 2031.')).toBeVisible();
});

it('the approval shows the order and each class’s amount', async () => {
  given(ordered);
  openConsole('/app/distributions/d1/show?step=approve');
  const step = within(await screen.findByRole('region', { name: 'Approve Spring?' }));
  expect(await step.findByText('3. The rest')).toBeVisible();
  expect(step.getByText('Series A, a share').parentElement).toHaveTextContent('about $0.163333');
  expect(step.queryByText('Amount per share')).toBeNull();
});

it('an older one that kept no amounts a share shows none', async () => {
  const old = ordered.map((step) => ({
    ...step,
    classes: step.classes.map((each) => part(each.share_class_id, each.name)),
  }));
  given(old, { amount_per_share: '0.0777', total_amount: null });
  openConsole('/app/distributions/d1/show');
  expect(await screen.findByText('An amount for each class, by the order below, payable Jul 15, 2031.')).toBeVisible();
  await facts();
  expect(screen.queryByText(/a share/)).toBeNull();
  expect(screen.queryByText(/0\.0777/)).toBeNull();
});

it('where all shares get the same, the page says it once', async () => {
  const rest = { kind: 'rest', classes: [part('c', 'Common', '0.0777')], due: null, paid: '1.00', text: '1. Rest' };
  given([rest], { amount_per_share: '0.0777', total_amount: null });
  openConsole('/app/distributions/d1/show');
  expect(await screen.findByText('$0.0777 per share, payable Jul 15, 2031.')).toBeVisible();
  expect(screen.queryByText('How it is divided')).toBeNull();
});

it('a holder reads no amount per share but that of their own payments', async () => {
  given(ordered, { status: 'approved', amount_per_share: '0.0777', total_amount: null });
  openConsole('/app/distributions/d1/show', { role: 'shareholder', account_type: 'shareholder' });
  expect(await screen.findByText('A distribution, payable Jul 15, 2031.')).toBeVisible();
  await facts();
  expect(screen.queryByText(/0\.0777/)).toBeNull();
  expect(server.callsTo('GET', '/api/distributions/d1/preview')).toEqual([]);
});
