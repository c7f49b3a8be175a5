// What a holder sees of a distribution and of a payment: how the amount was calculated, what holds it and where to settle that.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const payment = {
  ...sampleRow(resourceNamed('payments'), {
    id: 'p1',
    distribution_id: 'd1',
    distribution: 'Spring dividend',
    shareholder_id: 'h1',
    share_class: 'Common',
    amount: '90.65',
    currency: 'USD',
    status: 'pending',
    scheduled_date: '2099-07-15',
    is_held: true,
    hold_reasons: ['no_bank_details'],
  }),
  events: [],
  how: ['1,001 shares at the end of 2024-06-30 × $0.123 = $123.12', '$123.12 − $32.47 = $90.65'],
};
const holder = { role: 'shareholder', account_type: 'shareholder' } as const;
const given = (path: string, user: object = holder) => {
  server.rows.distributions = [
    { ...sampleRow(resourceNamed('distributions'), { id: 'd1', status: 'approved' }), payment_sums: [] },
  ];
  server.rows.payments = [payment];
  openConsole(path, user);
};

it('a holder’s page of a distribution has each payment with its figure, its hold and its voucher', async () => {
  given('/app/distributions/d1/show');
  const card = within(await screen.findByRole('region', { name: 'You get $90.65' }));
  expect(card.getByText('1,001 shares at the end of Jun 30, 2024 × $0.123 = $123.12')).toBeVisible();
  expect(card.getByText('Common, due on Jul 15, 2099')).toBeVisible();
  expect(card.getByText(/Enter your bank account on your details page/)).toBeVisible();
  expect(card.getByRole('link', { name: 'Open your details' })).toHaveAttribute('href', '/app/shareholders/h1/show');
  expect(card.getByRole('link', { name: 'Open the payment' })).toHaveAttribute('href', '/app/payments/p1/show');
  server.answer('GET /api/payments/p1/voucher.pdf', { status: 429, json: { detail: 'Too many papers.' } });
  await userEvent.click(card.getByRole('button', { name: 'Voucher' }));
  expect(await screen.findByText('The voucher could not be made. Too many papers.')).toBeVisible();
});
it('a payment’s page tells how the amount was calculated, and leads the company to the holder', async () => {
  given('/app/payments/p1/show', { role: 'staff' });
  const card = within(await screen.findByRole('region', { name: 'How this amount was calculated' }));
  expect(card.getByText('$123.12 − $32.47 = $90.65')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the holder’s page' })).toHaveAttribute(
    'href',
    '/app/shareholders/h1/show',
  );
  expect(screen.queryByRole('link', { name: 'Write to the company' })).toBeNull();
});
