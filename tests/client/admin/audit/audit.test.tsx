// The trail's screen: sentences by day, what changed side by side, filters, and the state of the chain.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { mara, openConsole, useServer } from '../console.tsx';

const server = useServer();
const row = (seq: number, extra: object) => ({
  id: `row-${seq}`,
  seq,
  at: `2026-03-0${seq}T10:15:00.000Z`,
  actor: 'Daniel Okafor',
  account_id: 'daniel',
  action: 'update',
  resource: 'shareholders',
  resource_id: 'ada',
  summary: 'changed shareholder Ada Lovelace: City',
  before: { city: 'London' },
  after: { city: 'Paris' },
  request_id: null,
  prev_hash: '0'.repeat(64),
  hash: 'ab'.repeat(32),
  ...extra,
});
const chain = {
  rows: 2,
  hash: 'ab'.repeat(32),
  checked_from: 1,
  first_bad: null,
  people: [{ id: 'daniel', name: 'Daniel Okafor' }],
};

it('tells day by day who did what, with the values before and after', async () => {
  server.rows.audit = [
    row(2, {
      account_id: mara.id,
      action: 'export',
      resource: 'cap-table',
      resource_id: null,
      summary: 'exported cap table as CSV',
      before: null,
      after: null,
    }),
    row(1, {}),
  ];
  server.answer('GET /api/audit/chain', { json: chain });
  openConsole('/app/audit');
  const newer = within(await screen.findByRole('region', { name: 'Mar 2, 2026' }));
  expect(newer.getByRole('listitem')).toHaveTextContent('You exported cap table as CSV');
  const older = within(screen.getByRole('region', { name: 'Mar 1, 2026' }));
  expect(older.getByText('Daniel Okafor')).toBeVisible();
  expect(older.getByRole('link', { name: /changed shareholder Ada Lovelace/ })).toHaveAttribute(
    'href',
    '/app/shareholders/ada/show',
  );
  expect(older.getByRole('row', { name: 'City London Paris' })).toBeVisible();
  expect(await screen.findByText(/2 rows checked: none was changed or removed/)).toBeVisible();
});

it('asks for the rows of one person', async () => {
  server.rows.audit = [row(1, {})];
  server.answer('GET /api/audit/chain', { json: chain });
  openConsole('/app/audit');
  await screen.findByRole('option', { name: 'Daniel Okafor' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'Daniel Okafor');
  expect(await screen.findByText('Person: Daniel Okafor')).toBeVisible();
});

it('is of one record alone, until all is asked for', async () => {
  server.rows.audit = [row(1, {})];
  server.answer('GET /api/audit/chain', { json: chain });
  const filter = { resource: 'shareholders', resource_id: 'ada' };
  openConsole(`/app/audit?filter=${encodeURIComponent(JSON.stringify(filter))}`);
  const asked = () => JSON.parse(server.callsTo('GET', '/api/audit/').at(-1)!.query.get('filter')!);
  await screen.findByRole('link', { name: /Ada Lovelace/ });
  expect(asked()).toEqual(filter);
  await userEvent.click(screen.getByRole('button', { name: 'Of one record. Show all' }));
  await waitFor(() => expect(asked()).toEqual({ resource: 'shareholders' }));
  expect(screen.queryByRole('button', { name: 'Of one record. Show all' })).not.toBeInTheDocument();
});

it('warns when a row is not as it was written', async () => {
  server.rows.audit = [row(1, {})];
  server.answer('GET /api/audit/chain', { json: { ...chain, first_bad: 17 } });
  openConsole('/app/audit');
  expect(await screen.findByRole('alert')).toHaveTextContent('Row 17 was changed after it was written.');
});

it('shows one row with its seal', async () => {
  server.rows.audit = [row(1, { before: { tax: 1 }, after: null, action: 'delete' })];
  openConsole('/app/audit/row-1/show');
  expect(await screen.findByText('ab'.repeat(32))).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Open the record' })).not.toBeInTheDocument();
});
