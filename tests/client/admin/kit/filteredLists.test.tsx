// Saved filters above a list, and the sums of what is filtered.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { payments } from '../../../../src/resources/payments.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const totals = (count: number) => [
  { currency: 'EUR', count: 1, gross: '10.00', tax: '1.00', net: '9.00' },
  { currency: 'USD', count, gross: '99999999999999999999.99', tax: '0.00', net: '99999999999999999999.99' },
];
const filterOf = (path: string) =>
  JSON.parse(server.callsTo('GET', path).at(-1)!.query.get('filter') ?? '{}') as object;

it('opens a saved filter by keyboard, keeps the search, and shows the sums of it per currency', async () => {
  server.rows.payments = [sampleRow(payments)];
  server.answer('GET /api/payments/totals', { json: totals(2) });
  openConsole('/app/payments');
  const saved = within(await screen.findByRole('group', { name: 'Saved filters' }));
  expect(saved.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
  const sums = await screen.findByRole('region', { name: 'Totals' });
  await waitFor(() => expect(sums).toHaveTextContent('$99,999,999,999,999,999,999.99'));
  expect(sums).toHaveTextContent('EUR1 paymentGross€10.00Withheld€1.00Net€9.00');
  expect(sums).toHaveTextContent('USD2 payments');

  fireEvent.change(screen.getByRole('searchbox', { name: 'Search payments' }), { target: { value: 'Grace' } });
  await waitFor(() => expect(filterOf('/api/payments/')).toEqual({ q: 'Grace' }));
  saved.getByRole('button', { name: 'Unclaimed' }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(filterOf('/api/payments/')).toEqual({ unpaid_days_gte: 30, q: 'Grace' }));
  await waitFor(() => expect(filterOf('/api/payments/totals')).toEqual({ unpaid_days_gte: 30, q: 'Grace' }));
  expect(saved.getByRole('button', { name: 'Unclaimed' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(saved.getByRole('button', { name: 'To pay now' }));
  await waitFor(() =>
    expect(filterOf('/api/payments/')).toEqual({ status: 'pending', is_held: false, unpaid_days_gte: 0, q: 'Grace' }),
  );
});

it('offers to try again when the sums cannot be loaded', async () => {
  server.rows.payments = [sampleRow(payments)];
  server.answer('GET /api/payments/totals', { status: 503, json: { detail: 'Away.' } });
  openConsole('/app/payments');
  expect(await screen.findByText('The totals could not be loaded.')).toBeVisible();
  server.answer('GET /api/payments/totals', { json: totals(3) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('3 payments')).toBeVisible();
});

it('is not for holders, who read their own list', async () => {
  server.rows.payments = [sampleRow(payments)];
  openConsole('/app/payments', { role: 'shareholder', account_type: 'shareholder' });
  expect(await screen.findByRole('table')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Saved filters' })).toBeNull();
  expect(server.callsTo('GET', '/api/payments/totals')).toEqual([]);
});
