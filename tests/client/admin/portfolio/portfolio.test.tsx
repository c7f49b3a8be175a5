// The portfolio of a shareholder: what they own, what waits for them, what comes next.
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mara, membershipOf, openConsole, useServer } from '../console.tsx';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useServer();
const ada = { ...mara, role: 'shareholder', account_type: 'shareholder' } as const;
const holding = {
  kind: 'certificate',
  id: 'c1',
  label: 'CS-4',
  share_class_id: 'common',
  share_class: 'Common',
  security_type: null,
  date: '2024-01-15',
  quantity: '1000',
  vested: null,
  next_vesting: null,
  amount: null,
  strike: null,
  price: '2.50',
  price_source: 'valuation',
  is_issue_price: false,
  price_date: '2026-03-03',
  value: '2500.00',
  currency: 'USD',
  ended_on: null,
  acknowledgement: 'agreed',
};
const none = { price: null, price_source: null, price_date: null, value: null };
const grant = {
  ...holding,
  kind: 'grant',
  id: 'g1',
  label: 'OPT-7',
  security_type: 'OPTION_ISO',
  quantity: '4800',
  vested: '1200',
  next_vesting: { date: '2026-12-01', quantity: '100' },
  strike: '0.50',
  value: '2400.00',
};
const safe = { ...holding, ...none, kind: 'convertible', id: 's1', label: 'SAFE-1', share_class: null, quantity: null };
const company = {
  client_name: 'acme',
  client_display_name: 'Acme, Inc.',
  currency: 'USD',
  as_of: '2026-11-25',
  holdings: [holding, grant, { ...safe, security_type: 'SAFE', amount: '25000' }],
  value: '4900.00',
  value_is_whole: false,
  values: [{ currency: 'USD', value: '4900.00' }],
  paid_this_year: '120.00',
  paid_total: '480.00',
  paid: [{ currency: 'USD', this_year: '120.00', total: '480.00' }],
  next_distribution: { id: 'd1', name: 'Dividend', payment_date: '2026-12-15', net: '30.00', currency: 'USD' },
  open_tasks: 0,
  unread_threads: 0,
  shareholder_id: 's1',
  missing_details: [],
  to_confirm: 0,
  latest_document: null,
  upcoming: [
    { date: '2026-12-01', kind: 'vesting', label: 'OPT-7', resource: 'grants', id: 'g1', quantity: '100' },
    { date: '2027-01-01', kind: 'vesting', label: 'OPT-7', resource: 'grants', id: 'g1', quantity: '100' },
  ],
};
const beta = {
  ...company,
  client_name: 'beta',
  client_display_name: 'Beta GmbH',
  currency: 'EUR',
  holdings: [{ ...holding, id: 'c9', label: 'B-1', currency: 'EUR' }],
  value: '2500.00',
  values: [{ currency: 'EUR', value: '2500.00' }],
  paid: [],
  next_distribution: null,
  open_tasks: 1,
  upcoming: [],
};

function open(companies: unknown[], answer: Parameters<typeof server.answer>[1] = { json: companies }) {
  const memberships = [membershipOf(ada, { shareholder_id: 'ada' })];
  server.answer('GET /api/auth/me', { json: { user: ada, memberships, active: 'acme' } });
  server.answer('GET /api/portfolio', answer);
  openConsole('/app/portfolio', ada);
}
const main = async () => within(await screen.findByRole('main'));

describe('the portfolio of one company', () => {
  it('shows the value and what it leaves out, what was paid, and the next payment', async () => {
    open([company]);
    const page = await main();
    const figure = async (label: string) => (await page.findByText(label)).parentElement!;
    expect(await figure('Value today')).toHaveTextContent('$4,900.00');
    expect(await figure('Value today')).toHaveTextContent(
      'Not included: what has not vested of 1 grant and 1 convertible.',
    );
    expect(await figure('Paid to you in 2026')).toHaveTextContent('$120.00');
    expect(await figure('Paid to you in 2026')).toHaveTextContent('$480.00 since the beginning');
    expect(await figure('Next payment')).toHaveTextContent('$30.00Dec 15, 2026, Dividend');
    expect(page.queryByText('Waiting for you')).toBeNull();
    expect(page.queryByText('Your companies')).toBeNull();
  });

  it('lists each holding with its price, the price’s source and date, and the reason where there is no value', async () => {
    open([company]);
    const table = within(await (await main()).findByRole('table'));
    const row = (name: string) => table.getByRole('link', { name }).closest('tr')!;
    expect(row('CS-4')).toHaveTextContent('$2.50Valuation, Mar 3, 2026');
    expect(row('CS-4')).toHaveTextContent('$2,500.00');
    expect(row('OPT-7')).toHaveTextContent('1,200100 more on Dec 1, 2026');
    expect(row('OPT-7')).toHaveTextContent('exercise price $0.50');
    expect(row('SAFE-1')).toHaveTextContent('Known when a round converts it');
    expect(table.getByRole('link', { name: 'OPT-7' })).toHaveAttribute('href', '/app/grants/g1/show');
  });

  it('says what vests in the next twelve months, one line for a grant', async () => {
    open([company]);
    const page = await main();
    expect(await page.findByRole('link', { name: '100 shares of OPT-7 vest' })).toBeVisible();
    expect(page.getByText('Then once more, the last on Jan 1, 2027: 200 shares in all')).toBeVisible();
  });

  it('names what waits, each with the way to it', async () => {
    open([
      {
        ...company,
        holdings: [{ ...holding, acknowledgement: null }],
        to_confirm: 1,
        open_tasks: 2,
        unread_threads: 1,
      },
    ]);
    const page = await main();
    expect(await page.findByRole('link', { name: 'Review: Is CS-4 right?' })).toHaveAttribute(
      'href',
      '/app/certificates/c1/show',
    );
    expect(page.getByRole('link', { name: 'Open: 2 open tasks' })).toHaveAttribute('href', '/app/tasks');
    expect(page.getByRole('link', { name: 'Read: 1 conversation with new messages' })).toBeVisible();
  });
});

describe('the portfolio of several companies', () => {
  it('shows a table of companies first, one sum per currency, and opens to the holdings of one', async () => {
    open([company, beta]);
    const page = await main();
    const figure = (await page.findByText('Value today')).parentElement!;
    expect(figure).toHaveTextContent('$4,900.00€2,500.00');
    expect(figure).toHaveTextContent('Nothing is converted between currencies.');
    expect(page.queryByText('B-1')).toBeNull();
    fireEvent.click(page.getByRole('button', { name: 'Beta GmbH' }));
    expect(page.getByText('B-1')).toBeVisible();
    expect(page.queryByText('CS-4')).toBeNull();
  });

  it('opens the other company before one of its pages', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    server.answer('POST /api/auth/switch', { json: { access_token: 'next', user: { ...ada, client_name: 'beta' } } });
    open([company, beta]);
    fireEvent.click(await (await main()).findByRole('button', { name: 'Open: 1 open task' }));
    await eventually(() => expect(assign).toHaveBeenCalledWith('/app/tasks'));
    expect(server.callsTo('POST', '/api/auth/switch')[0]!.body).toEqual({ client_name: 'beta' });
    assign.mockRestore();
  });
});

it('says what happens next when nothing is linked to the account yet', async () => {
  open([]);
  expect(await (await main()).findByText('No holdings are linked to you yet')).toBeVisible();
});

it('says that it could not be loaded, and offers to try again', async () => {
  open([], { status: 503, json: { detail: 'The service is temporarily unavailable.' } });
  const page = await main();
  expect(await page.findByText('Your portfolio could not be loaded')).toBeVisible();
  expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});
