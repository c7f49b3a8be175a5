// The dashboard: four figures that link to their lists, two panels with the texts of the specification, decisions, and ownership.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mara, openConsole, useServer } from '../admin/console.tsx';

const server = useServer();
const empty = {
  total_shareholders: 0,
  active_certificates: 0,
  distributions: 0,
  total_shares: 0,
  recent_activity: [],
  upcoming_tasks: [],
};
const shareClass = (share_class_id: string, name: string, outstanding: string) => ({
  share_class_id,
  name,
  outstanding,
  counted: outstanding,
  votes_per_share: '1',
  conversion_ratio: '1/1',
  kept: '0',
});
const noOtherHoldings = {
  options: '0',
  warrants: '0',
  warrants_counted: '0',
  warrants_without_number: 0,
  convertibles: [],
};
const table = {
  as_of: '2026-07-14',
  basis: 'outstanding',
  classes: [
    { ...shareClass('c1', 'Common', '7420000'), authorized: '12000000', percent: '79.8278' },
    { ...shareClass('c2', 'Series A', '1875000'), authorized: '2000000', percent: '20.1722' },
  ],
  rows: [
    {
      shareholder_id: 's1',
      name: 'Grace Hopper',
      holdings: [{ share_class_id: 'c1', share_class: 'Common', quantity: '7420000', counted: '7420000' }],
      ...noOtherHoldings,
      total: '7420000',
      percent: '79.8278',
    },
    {
      shareholder_id: 's2',
      name: 'Ada Byron',
      holdings: [{ share_class_id: 'c2', share_class: 'Series A', quantity: '1875000', counted: '1875000' }],
      ...noOtherHoldings,
      total: '1875000',
      percent: '20.1722',
    },
  ],
  instruments: [],
  convertibles: [],
  pool_available: '0',
  total: '9295000',
};
/** The answer that a shareholder gets: only their own rows, without totals. */
const ownTable = {
  ...table,
  classes: table.classes.map((row) => ({ ...row, outstanding: null, counted: null, percent: null })),
  rows: table.rows.slice(0, 1).map((row) => ({ ...row, percent: null })),
  total: null,
};

describe('the dashboard', () => {
  it('welcomes the user, and shows four figures with links to their lists', async () => {
    server.answer('GET /api/dashboard', { json: { ...empty, total_shareholders: 26, total_shares: 10_545_000 } });
    server.answer('GET /api/cap-table/', { json: table });
    openConsole('/app');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(screen.getByText('Welcome to the product')).toBeVisible();
    expect(await screen.findByRole('link', { name: /^Total Shareholders 26/ })).toHaveAttribute(
      'href',
      '/app/shareholders',
    );
    expect(screen.getByRole('link', { name: /^Active Certificates 0/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Distributions 0/ })).toHaveAttribute('href', '/app/distributions');
    expect(screen.getByRole('link', { name: /^Total Shares 10,545,000/ })).toHaveAttribute('href', '/app/cap-table');
  });

  it('says so when there is no activity, task or decision', async () => {
    server.answer('GET /api/dashboard', { json: { ...empty, decisions: [] } });
    server.answer('GET /api/cap-table/', { json: table });
    openConsole('/app/dashboard');
    expect(await screen.findByText('No recent activity')).toBeVisible();
    expect(screen.getByText('No upcoming tasks')).toBeVisible();
    expect(await screen.findByText('Nothing is waiting for you')).toBeVisible();
  });

  it('links an event to its page only for readers who may open it', async () => {
    const split = 'split Common 3 for 2 on 2026-07-13';
    const certificate = 'issued CS-7';
    const recent_activity = [
      { actor: 'Mara Lindqvist', text: split, at: '2026-07-13T10:00:00Z', resource: 'share-classes', id: 'c1' },
      { actor: 'Mara Lindqvist', text: certificate, at: '2026-07-13T09:00:00Z', resource: 'certificates', id: 'x7' },
    ];
    server.answer('GET /api/dashboard', { json: { ...empty, recent_activity } });
    server.answer('GET /api/cap-table/', { json: table });
    openConsole('/app/dashboard');
    expect(await screen.findByRole('link', { name: /^split Common/ })).toHaveAttribute(
      'href',
      '/app/share-classes/c1/show',
    );
    cleanup();
    server.answer('GET /api/cap-table/', { json: ownTable });
    openConsole('/app/dashboard', { role: 'shareholder' });
    expect(await screen.findByRole('link', { name: 'issued CS-7' })).toBeVisible();
    expect(screen.getByText(/split Common 3 for 2/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /^split Common/ })).toBeNull();
  });

  it('links each pending decision to its page', async () => {
    const decisions = [
      {
        kind: 'join_request',
        total: 1,
        rows: [
          {
            id: 'j1',
            name: 'Yuki Tanaka',
            email: 'yuki@example.com',
            requested_at: '2026-07-13T10:00:00Z',
            status: 'pending',
          },
        ],
      },
      {
        kind: 'payment_failed',
        total: 6,
        rows: [
          {
            id: 'p1',
            amount: '1547.00',
            shareholder: 'Grace Okonkwo',
            distribution: 'Spring dividend',
            failure_reason: 'account closed',
          },
        ],
      },
      {
        kind: 'dispute',
        total: 5,
        rows: [
          {
            id: 'w1',
            resource: 'warrants',
            number: 'W-1',
            shareholder: 'Grace Okonkwo',
            at: '2026-07-13T10:00:00Z',
            reason: 'The price is wrong. '.repeat(20),
            thread_id: 't1',
          },
          {
            id: 'c9',
            resource: null,
            number: null,
            shareholder: 'Ada Lovelace',
            at: '2026-07-14T10:00:00Z',
            reason: 'I never bought it.',
            thread_id: 't2',
          },
        ],
      },
    ];
    server.answer('GET /api/dashboard', { json: { ...empty, decisions } });
    server.answer('GET /api/cap-table/', { json: table });
    openConsole('/app/dashboard');
    const link = await screen.findByRole('link', { name: 'Match: Yuki Tanaka asks to join as a shareholder' });
    expect(link).toHaveAttribute('href', '/app/join-requests/j1/show');
    const failed = screen.getByRole('link', { name: 'Open: The payment of $1,547.00 to Grace Okonkwo did not arrive' });
    expect(failed).toHaveAttribute('href', '/app/payments/p1/show');
    expect(screen.getByText('Spring dividend: account closed')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open: Grace Okonkwo disputes W-1' })).toHaveAttribute(
      'href',
      '/app/warrants/w1/show',
    );
    expect(screen.getByText(/^Since Jul 13, 2026: The price is wrong\..*…$/)).toBeVisible();
    expect(
      screen.getByRole('link', { name: 'Open: Ada Lovelace disputes an entry that was taken back' }),
    ).toHaveAttribute('href', '/app/messages/t2/show');
    expect(screen.getByRole('link', { name: '3 more like this' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/app\/messages\?filter=/),
    );
    expect(screen.getByText('12 open')).toBeVisible();
    expect(screen.getByRole('link', { name: '5 more like this' })).toBeVisible();
  });

  it('says what an approval does, and that another administrator approves what one entered', async () => {
    const distribution = { name: 'Spring dividend', amount_per_share: '0.05', payment_date: '2026-08-01' };
    const change = { shareholder: 'Grace Okonkwo', last4: '3000', at: '2026-07-13T10:00:00Z', by: 'Mara Voss' };
    const both = (row: object, ids: [string, string]) => ids.map((id, at) => ({ ...row, id, needs_other: at === 1 }));
    const decisions = [
      { kind: 'distribution', total: 2, rows: both(distribution, ['d1', 'd2']) },
      { kind: 'bank_change', total: 2, rows: both(change, ['s1', 's2']) },
    ];
    server.answer('GET /api/dashboard', { json: { ...empty, decisions } });
    server.answer('GET /api/cap-table/', { json: table });
    openConsole('/app/dashboard');
    const links = await screen.findAllByRole('link', { name: /^Review: A new bank account of Grace Okonkwo/ });
    expect(links[0]).toHaveAttribute('href', '/app/shareholders/s1/show');
    expect(screen.getByText(/per share, payable .* each holder has a payment that can be started\.$/)).toBeVisible();
    expect(screen.getByText(/You entered it\. A different administrator has to approve it\.$/)).toBeVisible();
    expect(screen.getByText(/^Ending in 3000, entered by Mara Voss .* 24 hours after it was entered\.$/)).toBeVisible();
    expect(screen.getByText(/^Ending in 3000, entered by you .* A different administrator/)).toBeVisible();
  });

  const holding = (kind: string, label: string, more: object) => ({
    kind,
    id: label,
    label,
    share_class: null,
    price: null,
    price_recorded: null,
    price_source: null,
    price_date: null,
    value: null,
    currency: 'USD',
    ...more,
  });
  it('shows a shareholder the value of their holdings, and says where no price is on record', async () => {
    const holdings = [
      holding('certificate', 'Common', {
        quantity: '12500',
        price: '1.12',
        price_recorded: '2.24',
        price_source: 'valuation',
        price_date: '2026-03-01',
        value: '14000.00',
      }),
      holding('certificate', 'Series A', { quantity: '10' }),
      holding('grant', 'ES-1', { quantity: '4800', vested: '1200', compensation_type: 'OPTION_ISO' }),
      holding('convertible', 'SAFE-1', { amount: '50000.00' }),
      holding('certificate', 'Euro', {
        quantity: '10',
        price: '2',
        price_source: 'last_round',
        price_date: '2024-04-02',
        value: '20.00',
        currency: 'EUR',
      }),
    ];
    server.answer('GET /api/dashboard', {
      json: {
        ...empty,
        holdings,
        value_is_whole: false,
        values: [
          { currency: 'USD', value: '14000.00' },
          { currency: 'EUR', value: '20.00' },
        ],
      },
    });
    server.answer('GET /api/cap-table/', { json: table });
    openConsole('/app/dashboard', { role: 'shareholder', account_type: 'shareholder' });
    const total = within((await screen.findByText('Value of priced holdings in USD')).closest('tr')!);
    expect(total.getByText('$14,000.00')).toBeVisible();
    const euros = within((await screen.findByText('Value of priced holdings in EUR')).closest('tr')!);
    expect(euros.getByText('€20.00')).toBeVisible();
    expect(screen.getByText(/^3 holdings without a value here are in no sum/)).toBeVisible();
    expect(screen.queryByText(/not in the sum/)).toBeNull();
    expect(screen.getByText('at $1.12, valued Mar 1, 2026, recorded as $2.24 before a split')).toBeVisible();
    expect(screen.getByText('at €2.00, last sold Apr 2, 2024')).toBeVisible();
    // The second is the grant's.
    const unpriced = screen.getAllByText('No price is on record for this class');
    expect(unpriced).toHaveLength(2);
    for (const words of unpriced) expect(words).not.toHaveClass('vh');
    const grant = within(screen.getByRole('link', { name: 'ES-1' }).closest('tr')!);
    expect(grant.getByText('1,200 vested')).toBeVisible();
    expect(screen.getByText('$50,000.00')).toBeVisible();
    expect(screen.queryByText('Needs your decision')).toBeNull();
  });

  it('tells a shareholder why a payment did not arrive, and the last days of grants, warrants and elections', async () => {
    const row = {
      id: 'p1',
      amount: '120.00',
      distribution: 'Dividend',
      status: 'failed',
      failure_reason: 'account closed',
    };
    const election = { id: 'c1', certificate_number: 'CS-9', unvested: '4000', last_day: '2026-12-10', days_left: 18 };
    const ending = { outstanding: '4800', last_day: '2026-12-12' };
    const grant = {
      ...ending,
      id: 'g1',
      grant_number: 'ES-1',
      compensation_type: 'OPTION_ISO',
      vested_outstanding: '1200',
    };
    const warrant = { ...ending, id: 'w1', warrant_number: 'W-1' };
    const missing = { id: 's1', detail: 'tax_form', waiting: [{ currency: 'USD', amount: '76.00' }], rate: '0.24' };
    const attention = [
      { kind: 'details_missing', total: 1, rows: [missing] },
      { kind: 'payment_failed', total: 1, rows: [row] },
      { kind: 'grant_ends', total: 4, rows: [grant] },
      { kind: 'warrant_ends', total: 1, rows: [warrant] },
      { kind: 'election_83b', total: 1, rows: [election] },
    ];
    server.answer('GET /api/dashboard', { json: { ...empty, attention } });
    openConsole('/app/dashboard', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByRole('heading', { name: 'Needs your attention' })).toBeVisible();
    expect(screen.getByText(/^24% is withheld without it\. \$76\.00/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open: Sign a tax form' })).toHaveAttribute(
      'href',
      '/app/shareholders/s1/show?enter=tax_form',
    );
    expect(screen.getByText(/^Reason: account closed\. You are still owed this amount/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open: $120.00 of Dividend did not arrive' })).toHaveAttribute(
      'href',
      '/app/payments/p1/show',
    );
    expect(screen.getByText('83(b) election for CS-9: 18 days left')).toBeVisible();
    expect(screen.getByText(/4,000 shares that had not vested.*the last day is Dec 10, 2026/)).toBeVisible();
    const open = (title: string) => screen.getByRole('link', { name: `Open: ${title}` });
    expect(open('ES-1 can be exercised until Dec 12, 2026')).toHaveAttribute('href', '/app/grants/g1/show');
    expect(screen.getByText(/^You hold 1,200 shares of it that you can exercise\./)).toBeVisible();
    expect(screen.getByRole('link', { name: '3 more like this' })).toHaveAttribute('href', '/app/grants');
    expect(open('W-1 can be exercised until Dec 12, 2026')).toHaveAttribute('href', '/app/warrants/w1/show');
  });
  it('asks what holders are to the company, one on its record and several in their list', async () => {
    const asked = (count: number) => [
      { kind: 'no_relationship', total: 1, rows: [{ id: 's1', name: 'Ada Byron', count }] },
    ];
    server.answer('GET /api/dashboard', { json: { ...empty, decisions: asked(1) } });
    openConsole('/app/dashboard');
    const link = (who: string) =>
      screen.findByRole('link', { name: `Choose: The relationship of ${who} is not recorded` });
    expect(await link('Ada Byron')).toHaveAttribute('href', '/app/shareholders/s1');
    cleanup();
    server.answer('GET /api/dashboard', { json: { ...empty, decisions: asked(4) } });
    openConsole('/app/dashboard');
    const list = `/app/shareholders?filter=${encodeURIComponent('{"relationship":null}')}`;
    expect(await link('Ada Byron and 3 others')).toHaveAttribute('href', list);
    cleanup();
    openConsole(list);
    const chip = await screen.findByRole('combobox', { name: 'Relationship' });
    expect(chip).toHaveDisplayValue('none');
    await waitFor(() =>
      expect(server.calls.map(({ path, query }) => [path, query.get('filter')])).toContainEqual([
        '/api/shareholders/',
        '{"relationship":null}',
      ]),
    );
  });
  it('says that an option without vested shares ends, not that it can be exercised', async () => {
    const ends = { outstanding: '4800', vested_outstanding: '0', last_day: '2026-12-12', compensation_type: 'OPTION' };
    const rows = [
      { ...ends, id: 'g1', grant_number: 'ES-1', shareholder: 'Ada' },
      { ...ends, id: 'g2', grant_number: 'ES-2', shareholder: 'Ada', early_exercisable: true },
    ];
    const waits = [{ kind: 'grant_ends', total: 2, rows }];
    server.answer('GET /api/dashboard', { json: { ...empty, attention: waits } });
    const own = openConsole('/app/dashboard', { role: 'shareholder', account_type: 'shareholder' });
    const found = (title: string) => screen.findByRole('link', { name: `Open: ${title}` });
    expect(await found('ES-1 ends on Dec 12, 2026; none of it has vested')).toBeVisible();
    expect(await found('ES-2 can be exercised until Dec 12, 2026')).toBeVisible();
    expect(screen.getByText(/^You hold 4,800 shares of it that you can exercise\./)).toBeVisible();
    expect(screen.queryByText(/hold 0 shares/)).toBeNull();
    own.unmount();
    server.answer('GET /api/dashboard', { json: { ...empty, decisions: waits } });
    openConsole('/app/dashboard');
    expect(await found('ES-1 ends on Dec 12, 2026; none of it has vested')).toBeVisible();
  });
  it('calls a payment past its date late, not failed', async () => {
    const row = {
      id: 'p2',
      amount: '10.00',
      distribution: 'Dividend',
      status: 'pending',
      scheduled_date: '2026-03-01',
    };
    server.answer('GET /api/dashboard', {
      json: { ...empty, attention: [{ kind: 'payment_late', total: 1, rows: [row] }] },
    });
    openConsole('/app/dashboard', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByRole('link', { name: 'Open: $10.00 of Dividend is late' })).toBeVisible();
    expect(screen.queryByText(/did not arrive/)).toBeNull();
  });
  it('shows a shareholder no ownership by class, and links to their own record', async () => {
    server.answer('GET /api/dashboard', { json: { ...empty, total_shareholders: 1, holdings: [] } });
    server.answer('GET /api/cap-table/', { json: ownTable });
    server.answer('GET /api/auth/me', {
      json: {
        user: { ...mara, role: 'shareholder' },
        memberships: [{ client_name: 'acme', role: 'shareholder', status: 'active', shareholder_id: 's1' }],
        active: 'acme',
      },
    });
    openConsole('/app/dashboard', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByRole('heading', { name: 'What you own' })).toBeVisible();
    expect(screen.queryByText(/by class$/)).toBeNull();
    expect(screen.queryByText(/%/)).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /^Total Shareholders/ })).toHaveAttribute(
        'href',
        '/app/shareholders/s1/show',
      ),
    );
  });

  it('shows ownership by class as a bar and as numbers', async () => {
    server.answer('GET /api/dashboard', { json: empty });
    server.answer('GET /api/cap-table/', { json: table });
    openConsole('/app/dashboard');
    expect(await screen.findByRole('img', { name: 'Common 79.83%; Series A 20.17%' })).toBeVisible();
    expect(screen.getByText('As numbers')).toBeVisible();
  });
});

describe('the cap table', () => {
  it('shows the holdings of each holder, leaves other cells blank, and sums to 100', async () => {
    server.answer('GET /api/cap-table/', { json: table });
    openConsole('/app/cap-table');
    const row = within((await screen.findByRole('link', { name: 'Grace Hopper' })).closest('tr')!);
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '7,420,000',
      '',
      '7,420,000',
      '79.83',
    ]);
    const total = within(screen.getByRole('rowheader', { name: 'Total' }).closest('tr')!);
    expect(total.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '7,420,000',
      '1,875,000',
      '9,295,000',
      '100.00',
    ]);
    expect(screen.getByText(/counts stock that has been issued/)).toBeVisible();
  });

  it('shows a shareholder only their own holdings, without percentages', async () => {
    server.answer('GET /api/cap-table/', { json: ownTable });
    openConsole('/app/cap-table', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByRole('heading', { level: 1, name: 'What you own' })).toBeVisible();
    const row = within((await screen.findByRole('rowheader', { name: 'Common' })).closest('tr')!);
    expect(row.getByRole('cell')).toHaveTextContent('7,420,000');
    expect(screen.queryByText(/%/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'By class' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
    const total = within(screen.getByRole('rowheader', { name: 'Shares you hold' }).closest('tr')!);
    expect(total.getByRole('cell')).toHaveTextContent('7,420,000');
    expect(screen.queryByText(/not counted/)).toBeNull();
  });

  it('tells a holder of shares and options what the total leaves out', async () => {
    const rows = ownTable.rows.map((row) => ({ ...row, options: '500', warrants: '20', total: '7420520' }));
    server.answer('GET /api/cap-table/', { json: { ...ownTable, rows } });
    openConsole('/app/cap-table', { role: 'shareholder', account_type: 'shareholder' });
    const name = 'Shares you hold Options and warrants are not counted.';
    const total = within((await screen.findByRole('rowheader', { name })).closest('tr')!);
    expect(total.getByRole('cell')).toHaveTextContent('7,420,000');
  });

  it('shows no total of shares to a holder of options only', async () => {
    const rows = ownTable.rows.map((row) => ({ ...row, holdings: [], options: '500', total: '0' }));
    server.answer('GET /api/cap-table/', { json: { ...ownTable, rows } });
    openConsole('/app/cap-table', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByRole('rowheader', { name: 'Options, underlying shares' })).toBeVisible();
    expect(screen.queryByRole('rowheader', { name: /^Shares/ })).toBeNull();
  });
});
