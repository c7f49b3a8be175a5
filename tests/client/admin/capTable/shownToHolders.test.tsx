// The cap table as a shareholder sees it, where the company shows more than their own rows.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mara, membershipOf, openConsole, useServer } from '../console.tsx';

const server = useServer();
const kept = {
  kept_for_conversion: '0',
  unnamed_conversions: [],
  kept_for_options: '0',
  kept_for_warrants: '0',
  kept_in_pool: '0',
  kept: '0',
  free: '6000',
  short: null,
};
const untold = Object.fromEntries(Object.keys(kept).map((name) => [name, null]));
const common = {
  share_class_id: 'c1',
  name: 'Common',
  authorized: '10000',
  outstanding: '4000',
  counted: '4000',
  percent: '100.0000',
  votes_per_share: '1',
  conversion_ratio: '1/1',
};
const row = (shareholder_id: string, name: string, quantity: string, percent: string) => ({
  shareholder_id,
  name,
  holdings: [{ share_class_id: 'c1', share_class: 'Common', quantity, counted: quantity }],
  options: '0',
  warrants: '0',
  warrants_counted: '0',
  warrants_without_number: 0,
  convertibles: [],
  total: quantity,
  percent,
});
const own = row('ada', 'Ada Byron', '1000', '25.0000');
const table = { as_of: '2026-07-14', basis: 'outstanding', known_at: null, instruments: [], convertibles: [] };
const ada = { ...mara, role: 'shareholder', account_type: 'shareholder' } as const;

function open(answer: unknown, cap_table_visibility: string) {
  const memberships = [membershipOf(ada, { shareholder_id: 'ada' })];
  server.answer('GET /api/auth/me', { json: { user: ada, memberships, active: 'acme' } });
  server.answer('GET /api/organization', { json: { client_name: 'acme', is_sample: false, cap_table_visibility } });
  server.answer('GET /api/cap-table/', { json: answer });
  openConsole('/app/cap-table', ada);
}

it('with totals, shows their own rows, their part of the company and the sum of each class', async () => {
  open({ ...table, classes: [{ ...common, ...untold }], rows: [own], pool_available: '0', total: '4000' }, 'totals');
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('heading', { level: 1, name: 'What you own' })).toBeVisible();
  expect((await main.findByText('Your stake in the company')).parentElement).toHaveTextContent('25.00%');
  const totals = within(await main.findByRole('region', { name: 'Totals of the company, table' }));
  expect(totals.getByRole('row', { name: 'Common 4,000 100.00' })).toBeVisible();
  expect(main.queryByRole('button', { name: /Export|Download/ })).toBeNull();
  expect(main.queryByLabelText('Compare with')).toBeNull();
  expect(await screen.findByRole('link', { name: 'Cap table' })).toBeVisible();
});

it('in full, names every holder, without links to their pages and entries', async () => {
  const rows = [row('grace', 'Grace Hopper', '3000', '75.0000'), own];
  open({ ...table, classes: [{ ...common, ...kept }], rows, pool_available: '0', total: '4000' }, 'full');
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('heading', { level: 1, name: 'Cap table' })).toBeVisible();
  expect(await main.findByRole('rowheader', { name: 'Grace Hopper' })).toBeVisible();
  expect(main.queryByRole('link', { name: 'Grace Hopper' })).toBeNull();
  expect(main.queryByRole('button', { name: '3,000' })).toBeNull();
});

it('of their own alone, the menu has no entry for the cap table', async () => {
  const none = { outstanding: null, counted: null, percent: null };
  const classes = [{ ...common, ...untold, ...none, authorized: null }];
  open({ ...table, classes, rows: [{ ...own, percent: null }], pool_available: null, total: null }, 'own');
  expect(await screen.findByText('Shares you hold')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Cap table' })).toBeNull();
});
