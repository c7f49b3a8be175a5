// "See as this holder": the portal under a band, from the answers that were read as the holder.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mara, openConsole, useServer } from '../console.tsx';

const server = useServer();
const holding = {
  kind: 'certificate',
  id: 'c1',
  label: 'CS-4',
  share_class_id: 'common',
  share_class: 'Common',
  quantity: '1000',
  price: '2.50',
  price_source: 'valuation',
  price_date: '2026-03-03',
  value: '2500.00',
  currency: 'USD',
  acknowledgement: null,
};
const shown = { vested: null, next_vesting: null, amount: null, strike: null, ended_on: null, security_type: null };
const preview = {
  dashboard: {
    total_shareholders: 1,
    active_certificates: 1,
    distributions: 0,
    total_shares: 1000,
    recent_activity: [],
    upcoming_tasks: [],
    holdings: [],
    values: [],
    value_is_whole: true,
    attention: [],
  },
  portfolio: [
    {
      client_name: 'acme',
      client_display_name: 'Acme, Inc.',
      currency: 'USD',
      as_of: '2026-11-25',
      holdings: [{ ...holding, ...shown, is_issue_price: false, date: '2024-01-15' }],
      value: '2500.00',
      value_is_whole: true,
      values: [{ currency: 'USD', value: '2500.00' }],
      paid: [],
      next_distribution: null,
      open_tasks: 0,
      unread_threads: 0,
      shareholder_id: 'ada',
      missing_details: [],
      to_confirm: 1,
      latest_document: null,
      upcoming: [],
    },
  ],
  certificates: [
    { id: 'c1', certificate_number: 'CS-4', num_shares: 1000, issue_date: '2024-01-15', status: 'active' },
  ],
  distributions: [],
  payments: [],
  documents: [],
  cap_table: {
    as_of: '2026-11-25',
    basis: 'outstanding',
    known_at: null,
    classes: [],
    instruments: [],
    rows: [],
    convertibles: [],
    pool_available: null,
    total: null,
  },
};

function open(role = 'owner') {
  server.answer('GET /api/shareholders/ada', { json: { id: 'ada', name: 'Ada Byron' } });
  server.answer('GET /api/shareholders/ada/preview', { json: preview });
  openConsole('/app/shareholders/ada/portal', { role });
}

it('says whose eyes these are, and shows the pages of the portal', async () => {
  open();
  expect(await screen.findByText('You see the portal as Ada Byron sees it.')).toBeVisible();
  expect(await screen.findByText('Your own record')).toBeVisible();
  const pages = within(screen.getByRole('navigation', { name: 'Pages of the portal' }));
  fireEvent.click(pages.getByRole('button', { name: 'Portfolio' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Portfolio' })).toBeVisible();
  expect(await screen.findByText('Is CS-4 right?')).toBeVisible();
  fireEvent.click(pages.getByRole('button', { name: 'Certificates' }));
  expect(await screen.findByText('1,000')).toBeVisible();
  fireEvent.click(pages.getByRole('button', { name: 'Payments' }));
  expect(screen.getByText('This shareholder’s list is empty.')).toBeVisible();
  fireEvent.click(pages.getByRole('button', { name: 'Cap table' }));
  expect(screen.getByText('No holdings are recorded for you on this day')).toBeVisible();
});

it('asks the server once, for the preview alone, and leads nowhere', async () => {
  open();
  const pages = within(await screen.findByRole('navigation', { name: 'Pages of the portal' }));
  fireEvent.click(pages.getByRole('button', { name: 'Portfolio' }));
  fireEvent.click(await screen.findByRole('link', { name: 'CS-4' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Portfolio' })).toBeVisible();
  expect(server.callsTo('GET', '/api/shareholders/ada/preview')).toHaveLength(1);
  for (const path of ['/api/dashboard', '/api/portfolio', '/api/certificates/'])
    expect([path, server.callsTo('GET', path)]).toEqual([path, []]);
});

it('makes the holder’s statement, which the company may make too', async () => {
  const membership = { client_name: 'acme', client_display_name: 'Acme, Inc.', role: 'owner', status: 'active' };
  server.answer('GET /api/auth/me', { json: { user: mara, memberships: [membership], active: 'acme' } });
  open();
  const pages = within(await screen.findByRole('navigation', { name: 'Pages of the portal' }));
  fireEvent.click(pages.getByRole('button', { name: 'Portfolio' }));
  const day = await screen.findByLabelText('Statement of holdings on');
  fireEvent.change(day, { target: { value: '2026-01-31' } });
  fireEvent.click(within(day.parentElement!.parentElement!).getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(server.callsTo('GET', '/api/shareholders/ada/holdings-statement.csv')).toHaveLength(1));
  expect(server.callsTo('GET', '/api/shareholders/ada/holdings-statement.csv')[0]!.query.get('as_of')).toBe(
    '2026-01-31',
  );
});

it('is not offered to somebody who only reads', async () => {
  open('viewer');
  expect(await screen.findByText('You cannot see the portal as a shareholder sees it')).toBeVisible();
  expect(server.callsTo('GET', '/api/shareholders/ada/preview')).toHaveLength(0);
});
