// Saved filters above a list, and the sums of what is filtered.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { resourceNamed, resources } from '../../../../src/resources/index.ts';
import { labelOf } from '../../../../src/resources/kit/defineResource.ts';
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

const listed = resources.filter(({ menu, filters }) => menu !== 'hidden' && filters.length > 0);

describe.each(listed.map((resource) => [resource.name, resource] as const))('the filters of %s', (name, resource) => {
  it.each(resource.filters)('have a chip for %s, by which the list is asked for', async (filter) => {
    server.rows[name] = [sampleRow(resource)];
    const field = resource.fields[filter]!;
    const to = field.kind === 'reference' ? resourceNamed(field.to) : null;
    if (to) server.rows[to.name] = [sampleRow(to, { id: 'the-one', [to.title]: 'The One' })];
    openConsole(`/app/${name}`);
    const chips = within(await screen.findByRole('group', { name: 'Filters' }));
    const label = labelOf(resource, filter);
    const asked = async (expected: object) =>
      waitFor(() => expect(filterOf(resource.path)).toEqual(expect.objectContaining(expected)));
    const select = chips.queryByRole('combobox', { name: label });
    if (select) {
      await waitFor(() => expect(within(select).getAllByRole('option').length).toBeGreaterThan(1));
      const value = within(select).getAllByRole<HTMLOptionElement>('option')[1]!.value;
      await userEvent.selectOptions(select, value);
      return asked({ [filter]: field.kind === 'boolean' ? value === 'true' : value });
    }
    await userEvent.click(chips.getByRole('button', { name: new RegExp(`^${label}`) }));
    if (to) {
      await userEvent.click(await chips.findByRole('button', { name: /^The One/ }));
      await asked({ [filter]: 'the-one' });
      expect(await chips.findByRole('button', { name: `${label}: The One` })).toHaveFocus();
    } else if (field.kind === 'date' || field.kind === 'datetime') {
      fireEvent.change(chips.getByLabelText('From'), { target: { value: '2025-03-01' } });
      await asked({ [`${filter}_gte`]: '2025-03-01' });
    } else {
      await userEvent.type(chips.getByLabelText(`${label} contains`), 'north{Enter}');
      await asked({ [`${filter}_contains`]: 'north' });
      await userEvent.click(chips.getByRole('button', { name: `${label}: “north”` }));
      await userEvent.click(chips.getByLabelText('Is empty'));
      await asked({ [filter]: null });
    }
  });
});
