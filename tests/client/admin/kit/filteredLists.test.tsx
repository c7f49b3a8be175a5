// Views above a list, and the sums of what is filtered.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { resourceNamed, resources } from '#src/resources/index.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { payments } from '#src/resources/payments.ts';
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
  const saved = within(await screen.findByRole('group', { name: 'Views' }));
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
  expect(screen.queryByRole('group', { name: 'Views' })).toBeNull();
  expect(server.callsTo('GET', '/api/payments/totals')).toEqual([]);
});

/** The filters of all lists whose chip is of one sort. */
const filtersOf = (isOf: (field: Field) => boolean) =>
  resources
    .filter(({ menu }) => menu !== 'hidden')
    .flatMap((resource) =>
      resource.filters
        .filter((name) => isOf(resource.fields[name]!))
        .map((name) => [resource.name, name, resource] as const),
    );
const isSearched = (field: Field) => field.kind === 'reference' && !resourceNamed(field.to).isFew;
const isDay = ({ kind }: Field) => kind === 'date' || kind === 'datetime';
const isText = (field: Field) => field.kind === 'email' || (field.kind === 'text' && field.format !== 'country');

/** The chips of a list that has one record. */
async function chipsOf(resource: Resource, name: string) {
  server.rows[resource.name] = [sampleRow(resource)];
  const field = resource.fields[name]!;
  const to = field.kind === 'reference' ? resourceNamed(field.to) : null;
  if (to) server.rows[to.name] = [sampleRow(to, { id: 'the-one', [to.title]: 'The One' })];
  openConsole(`/app/${resource.name}`);
  return within(await screen.findByRole('group', { name: 'Filters' }));
}
const asked = (resource: Resource) => () => filterOf(resource.path);

describe('the chip of a filter', () => {
  it.each(filtersOf((field) => !isSearched(field) && !isDay(field) && !isText(field)))(
    'offers what %s can have as %s',
    async (_resource, name, resource) => {
      const chips = await chipsOf(resource, name);
      const select = chips.getByRole('combobox', { name: labelOf(resource, name) });
      const { value } = await waitFor(() => {
        const [, choice] = within(select).getAllByRole<HTMLOptionElement>('option');
        if (!choice) throw new Error('Nothing to choose yet.');
        return choice;
      });
      await userEvent.selectOptions(select, value);
      await expect
        .poll(asked(resource))
        .toMatchObject({ [name]: resource.fields[name]!.kind === 'boolean' ? value === 'true' : value });
    },
  );

  it.each(filtersOf(isSearched))('searches for the record that %s have as %s', async (_resource, name, resource) => {
    const chips = await chipsOf(resource, name);
    const label = labelOf(resource, name);
    await userEvent.click(chips.getByRole('button', { name: label }));
    await userEvent.click(await chips.findByRole('button', { name: /^The One/ }));
    await expect.poll(asked(resource)).toMatchObject({ [name]: 'the-one' });
    await waitFor(async () => expect(await chips.findByRole('button', { name: `${label}: The One` })).toHaveFocus());
  });

  it.each(filtersOf(isDay))('takes a range of days of %s: %s', async (_resource, name, resource) => {
    const chips = await chipsOf(resource, name);
    await userEvent.click(chips.getByRole('button', { name: labelOf(resource, name) }));
    fireEvent.change(await chips.findByLabelText('From'), { target: { value: '2025-03-01' } });
    await expect.poll(asked(resource)).toMatchObject({ [`${name}_gte`]: '2025-03-01' });
  });

  it.each(filtersOf(isText))(
    'takes a part of a text of %s: %s, or that it is empty',
    async (_resource, name, resource) => {
      const chips = await chipsOf(resource, name);
      const label = labelOf(resource, name);
      await userEvent.click(chips.getByRole('button', { name: label }));
      await userEvent.type(await chips.findByLabelText(`${label} contains`), 'north{Enter}');
      await expect.poll(asked(resource)).toMatchObject({ [`${name}_contains`]: 'north' });
      await userEvent.click(chips.getByRole('button', { name: `${label}: “north”` }));
      await userEvent.click(await chips.findByLabelText('Is empty'));
      await expect.poll(asked(resource)).toMatchObject({ [name]: null });
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(chips.getByRole('button', { name: `${label}: empty` })).toHaveFocus());
    },
  );
});

it('shows a filter of an address that no chip has, and takes it away', async () => {
  server.rows.shareholders = [sampleRow(resourceNamed('shareholders'))];
  openConsole(`/app/shareholders?filter=${encodeURIComponent('{"name_contains":"fund"}')}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Name contains fund/ }));
  await expect.poll(() => filterOf('/api/shareholders/')).toEqual({});
});

it('offers to clear a filter that the server refuses', async () => {
  server.answer('GET /api/shareholders/', ({ query }) =>
    query.get('filter') === '{}'
      ? { json: [sampleRow(resourceNamed('shareholders'), { name: 'Ada' })] }
      : { status: 400, json: { detail: 'Unsupported filter.', code: 'unsupported_filter' } },
  );
  openConsole(`/app/shareholders?filter=${encodeURIComponent('{"shares_contains":"x"}')}`);
  expect(await screen.findByText('Unsupported filter.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('link', { name: 'Ada' })).toBeVisible();
});
