// The analytics screen: each card's answer, chart, table and file, and what lies behind a point.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openConsole, useServer } from '../console.tsx';
import type { Call } from '../console.tsx';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const owned = (id: string | null, name: string, quantity: string, percent: string) => ({ id, name, quantity, percent });
const points = (first: ReturnType<typeof owned>[], last: ReturnType<typeof owned>[]) => [
  { date: '2024-01-10', total: '1000', rows: first, others: null },
  { date: '2025-01-10', total: '4500', rows: last, others: null },
];
const OWNERSHIP = {
  group: points(
    [owned('founders', 'Founders', '1000', '100.0000'), owned('investors', 'Investors', '0', '0.0000')],
    [owned('founders', 'Founders', '1000', '22.2222'), owned('investors', 'Investors', '3500', '77.7778')],
  ),
  class: points([owned('c1', 'Common', '1000', '100.0000')], [owned('c1', 'Common', '4500', '100.0000')]),
  holder: points(
    [owned('ada', 'Ada Byron', '1000', '100.0000')],
    [
      owned('fund', 'Fund, L.P.', '3400', '75.5556'),
      owned('ada', 'Ada Byron', '1000', '22.2222'),
      owned(null, 'Unallocated pool', '100', '2.2222'),
    ],
  ),
};
const DILUTION = {
  shareholder_id: 'ada',
  name: 'Ada Byron',
  basis: 'fully_diluted',
  points: [
    {
      date: '2024-01-10',
      quantity: '1000',
      total: '1000',
      percent: '100.0000',
      transactions: ['t1'],
      transactions_count: 1,
      plan_id: null,
      summary: 'Issued CS-1: 1,000 Common to Ada Byron',
      summary_entries: 1,
    },
    {
      date: '2024-02-10',
      quantity: '1000',
      total: '4500',
      percent: '22.2222',
      transactions: ['t2', 't3'],
      transactions_count: 2,
      plan_id: null,
      summary: 'Issued CS-2: 3,400 Common to Fund, L.P.',
      summary_entries: 1,
    },
  ],
};
const pool = (date: string, granted: string, available: string) => ({
  date,
  reserved: '500',
  granted,
  exercised: '0',
  available,
  retired: '0',
  forfeited: '20',
});
const money = { gross: '430.00', tax: '30.00', net: '400.00', completed: '300.00', open: '100.00', failed: '40.00' };
const tranche = (date: string, is_first: boolean) => ({
  date,
  quantity: '250',
  shareholder_id: 'bo',
  shareholder: 'Bo Hire',
  resource: 'grants',
  id: `g-${date}`,
  label: 'ES-1',
  is_first,
});

function givenCharts() {
  server.answer('GET /api/analytics/ownership', ({ query }: Call) => ({
    json: {
      basis: query.get('basis') ?? 'outstanding',
      by: query.get('by') ?? 'class',
      points: OWNERSHIP[(query.get('by') ?? 'class') as keyof typeof OWNERSHIP],
    },
  }));
  server.answer('GET /api/analytics/dilution', { json: DILUTION });
  server.answer('GET /api/analytics/concentration', {
    json: {
      as_of: '2025-01-10',
      basis: 'fully_diluted',
      holders: 2,
      top: [{ shareholder_id: 'fund', name: 'Fund, L.P.', quantity: '3400', percent: '75.5556' }],
      pool: { quantity: '100', percent: '2.2222' },
      hhi: '6207.4074',
      effective_holders: '1.611',
      gini: '0.4889',
    },
  });
  server.answer('GET /api/analytics/pool', {
    json: {
      as_of: '2025-01-10',
      points: [pool('2024-01-10', '0', '500'), pool('2025-01-10', '400', '100')],
      granted_in_12_months: '400',
      runway_months: 3,
    },
  });
  server.answer('GET /api/analytics/value', {
    json: {
      as_of: '2025-01-10',
      currency: 'USD',
      rows: [
        {
          share_class_id: 'c1',
          name: 'Common',
          quantity: '4000',
          price: '2.5',
          price_source: 'valuation',
          price_date: '2024-03-01',
          value: '10000.00',
          currency: 'USD',
        },
        {
          share_class_id: 'c2',
          name: 'Seed',
          quantity: '10',
          price: null,
          price_source: null,
          price_date: null,
          value: null,
          currency: null,
        },
      ],
      total: '10000.00',
      total_is_whole: false,
      totals: [{ currency: 'USD', value: '10000.00' }],
    },
  });
  server.answer('GET /api/analytics/payouts', ({ query }: Call) => ({
    json: {
      year: Number(query.get('year') ?? 2025),
      by: query.get('by') ?? 'distribution',
      currency: 'USD',
      rows: [{ distribution_id: 'd1', name: 'Spring dividend', currency: 'USD', ...money }],
      rows_count: 1,
      totals: money,
      totals_by_currency: [{ currency: 'USD', ...money }],
      years: [
        { year: 2024, currency: 'USD', ...money },
        { year: 2025, currency: 'USD', ...money },
      ],
    },
  }));
  server.answer('GET /api/analytics/vesting', {
    json: {
      as_of: '2025-01-10',
      until: '2026-01-10',
      months: [{ month: '2025-02', quantity: '500', holders: 1 }],
      total: '500',
      rows: [tranche('2025-02-01', true), tranche('2025-02-15', false)],
      rows_count: 2,
      cliffs: [tranche('2025-02-01', true)],
      unknown: 1,
    },
  });
  server.answer('GET /api/analytics/dates', {
    json: {
      as_of: '2025-01-10',
      until: '2026-01-10',
      rows: [
        {
          date: '2024-12-01',
          kind: 'exercise_window',
          is_past: true,
          resource: 'grants',
          id: 'g9',
          label: 'ES-9',
          shareholder_id: 'cy',
          shareholder: 'Cy Gone',
          quantity: '75',
          amount: null,
          currency: null,
        },
      ],
      rows_count: 1,
    },
  });
}
/** The card, once its answer is there. */
async function card(name: string) {
  await screen.findByRole('region', { name });
  const found = () => within(screen.getByRole('region', { name }));
  await waitFor(() => expect(found().queryByText('Loading...')).toBeNull());
  return found();
}
const lastAsked = (path: string) => server.callsTo('GET', path).at(-1)!.query;

it('says the answer of each card as a sentence', async () => {
  givenCharts();
  openConsole('/app/cap-table/over-time');
  for (const sentence of [
    /^Founders own 22.22%, 77.78 points less than on Jan 10, 2024\.$/,
    /^Ada Byron owns 22.22%, after 100.00% on Jan 10, 2024\. The largest step down is 77.78 points less on Feb 10, 2024\.$/,
    /^Fund, L\.P\. owns the most: 75\.56%\. Ownership is as concentrated as with 1\.6 equal holders\.$/,
    /^100 of 500 reserved shares can still be granted: enough for 3 months at the pace of the last twelve\.$/,
    /^The outstanding shares are worth \$10,000\.00 on Jan 10, 2025\. 1 class has no price and no value\.$/,
    /^500 shares vest by Jan 10, 2026; next, 250 of Bo Hire on Feb 1, 2025\.$/,
    /^To be paid in 2025: \$400\.00, of which \$300\.00 is paid and \$40\.00 did not arrive\. \$30\.00 of \$430\.00 gross is withheld\.$/,
    /^No date until Jan 10, 2026\. 1 has passed and is still open\.$/,
  ])
    expect(await screen.findByText(sentence)).toBeVisible();
});

it('shows another day when an arrow key moves to it', async () => {
  givenCharts();
  openConsole('/app/cap-table/over-time');
  const ownership = await card('Ownership over time');
  const day = await ownership.findByRole('slider', { name: 'Ownership over time: the day shown' });
  expect(day).toHaveAttribute('aria-valuetext', 'Jan 10, 2025: Founders 22.22%; Investors 77.78%');
  fireEvent.change(day, { target: { value: '0' } });
  expect(day).toHaveAttribute('aria-valuetext', 'Jan 10, 2024: Founders 100.00%; Investors 0.00%');
  expect(ownership.getByText('100.00%')).toBeVisible();
});

it('has each chart as a table and as a file with the exact figures', async () => {
  givenCharts();
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:file';
  });
  openConsole('/app/cap-table/over-time?by=holder');
  const ownership = await card('Ownership over time');
  fireEvent.click(await ownership.findByRole('button', { name: 'As a table' }));
  const table = within(ownership.getByRole('table'));
  expect(table.getAllByRole('row')).toHaveLength(5);
  expect(table.getByRole('row', { name: 'Jan 10, 2025 Fund, L.P. 3,400 75.5556' })).toBeVisible();
  fireEvent.click(ownership.getByRole('button', { name: 'Ownership over time as CSV' }));
  expect((await saved[0]!.text()).replace('\uFEFF', '').split('\r\n')).toEqual([
    'Day,Of,Counted,%',
    '2024-01-10,Ada Byron,1000,100.0000',
    '2025-01-10,"Fund, L.P.",3400,75.5556',
    '2025-01-10,Ada Byron,1000,22.2222',
    '2025-01-10,Unallocated pool,100,2.2222',
    '',
  ]);
});

it('opens the entries behind a figure, and those between two days', async () => {
  givenCharts();
  server.answer('GET /api/cap-table/entries', {
    json: {
      quantity: '1000',
      counted: '1000',
      count: 1,
      entries: [
        {
          transaction_id: 't1',
          seq: 1,
          date: '2024-01-10',
          summary: 'Issued CS-1',
          quantity: '1000',
          counted: '1000',
        },
      ],
    },
  });
  server.answer('GET /api/cap-table/diff', {
    json: {
      transactions: [{ id: 't2', seq: 2, date: '2024-02-10', summary: 'Issued CS-2' }],
      transactions_count: 1,
    },
  });
  openConsole('/app/cap-table/over-time?by=holder');
  const ownership = await card('Ownership over time');
  fireEvent.click(await ownership.findByRole('button', { name: 'Ada Byron' }));
  const figure = within(await screen.findByRole('dialog', { name: 'Ada Byron' }));
  expect(await figure.findByRole('link', { name: 'Issued CS-1' })).toHaveAttribute('href', '/app/transactions/t1/show');
  const asked = lastAsked('/api/cap-table/entries');
  expect(['shareholder_id', 'as_of', 'basis'].map((name) => asked.get(name))).toEqual([
    'ada',
    '2025-01-10',
    'fully_diluted',
  ]);
  fireEvent.click(figure.getByRole('button', { name: 'Close' }));
  fireEvent.click(ownership.getByRole('button', { name: 'Entries since Jan 10, 2024' }));
  const between = within(await screen.findByRole('dialog', { name: 'From Jan 10, 2024 to Jan 10, 2025' }));
  expect(await between.findByRole('link', { name: 'Issued CS-2' })).toBeVisible();
  expect([...lastAsked('/api/cap-table/diff').values()]).toEqual(['2024-01-10', '2025-01-10', 'fully_diluted']);
});

it('names the entry of a step, and leads to it', async () => {
  givenCharts();
  openConsole('/app/cap-table/over-time');
  const dilution = await card('Dilution of one holder');
  expect(await dilution.findByRole('link', { name: /^Issued CS-2.*and 1 more$/ })).toHaveAttribute(
    'href',
    '/app/transactions/t2/show',
  );
  expect(dilution.getByRole('button', { name: 'All 2 entries since Jan 10, 2024' })).toBeVisible();
});

it('names the plan whose adoption made a step, and leads to it', async () => {
  givenCharts();
  const adopted = {
    transactions: [],
    transactions_count: 0,
    plan_id: 'p1',
    summary: '2024 Plan adopted: 500 reserved',
    summary_entries: 0,
  };
  const [first, second] = DILUTION.points;
  server.answer('GET /api/analytics/dilution', {
    json: { ...DILUTION, points: [first, { ...second, ...adopted }] },
  });
  openConsole('/app/cap-table/over-time');
  const dilution = await card('Dilution of one holder');
  expect(await dilution.findByRole('link', { name: '2024 Plan adopted: 500 reserved' })).toHaveAttribute(
    'href',
    '/app/equity-plans/p1/show',
  );
});

it('names everything that its day had of plans, and counts the rest', async () => {
  givenCharts();
  const made = {
    transactions: ['t4', 't5', 't6'],
    transactions_count: 3,
    plan_id: 'p2',
    summary: 'Changed the reserve of P1 to 500; Changed the reserve of P3 to 90; P2 adopted: 100 shares reserved',
    summary_entries: 2,
  };
  const [first, second] = DILUTION.points;
  server.answer('GET /api/analytics/dilution', { json: { ...DILUTION, points: [first, { ...second, ...made }] } });
  openConsole('/app/cap-table/over-time');
  const dilution = await card('Dilution of one holder');
  expect(await dilution.findByRole('link', { name: `${made.summary}, and 1 more` })).toHaveAttribute(
    'href',
    '/app/transactions/t4/show',
  );
});

it('has the pool among the largest, where the basis counts it', async () => {
  givenCharts();
  openConsole('/app/cap-table/over-time');
  const concentration = await card('Concentration');
  expect(await concentration.findByText('Unallocated pool')).toBeVisible();
  expect(concentration.getByText('2.22%')).toBeVisible();
});

it('asks for what holders are of whom nobody said it, and tells them from everybody else', async () => {
  givenCharts();
  const row = (id: string, name: string, percent: string) => ({ id, name, quantity: '10', percent });
  const rows = [row('unknown', 'Holders without a relationship', '60.0000'), row('others', 'Others', '40.0000')];
  server.answer('GET /api/analytics/ownership', {
    json: { basis: 'outstanding', by: 'group', points: [{ date: '2025-01-10', total: '20', rows, others: null }] },
  });
  openConsole('/app/cap-table/over-time');
  const ownership = await card('Ownership over time');
  expect(await ownership.findByText('Holders without a relationship own 60.00%.')).toBeVisible();
  expect(ownership.getByText(/^Holders of 60\.00% have no relationship/)).toBeVisible();
  expect(ownership.getByRole('link', { name: 'Choose it on their records' })).toHaveAttribute(
    'href',
    `/app/shareholders?filter=${encodeURIComponent('{"relationship":null}')}`,
  );
});

it('asks again for another basis, days, grouping and year', async () => {
  givenCharts();
  openConsole('/app/cap-table/over-time');
  fireEvent.click(await screen.findByRole('button', { name: 'Voting' }));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2024-06-01' } });
  await waitFor(() => expect(lastAsked('/api/analytics/ownership').get('from')).toBe('2024-06-01'));
  expect(lastAsked('/api/analytics/ownership').get('basis')).toBe('voting');
  const ownership = await card('Ownership over time');
  fireEvent.click(ownership.getByRole('button', { name: 'Class' }));
  await waitFor(() => expect(lastAsked('/api/analytics/ownership').get('by')).toBe('class'));
  const paid = await card('Distributions');
  fireEvent.change(await paid.findByLabelText('Year'), { target: { value: '2024' } });
  await waitFor(() => expect(lastAsked('/api/analytics/payouts').get('year')).toBe('2024'));
});

it('says what could not be had, and keeps the rest', async () => {
  givenCharts();
  server.answer('GET /api/analytics/pool', { status: 500, json: { detail: 'Something failed.' } });
  openConsole('/app/cap-table/over-time');
  const failed = await card('Option pool');
  expect(await failed.findByRole('button', { name: 'Retry' })).toBeVisible();
  expect(await (await card('Concentration')).findByText(/owns the most/)).toBeVisible();
  givenCharts();
  fireEvent.click(failed.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/can still be granted/)).toBeVisible();
});

it('offers a new company to bring in what it has', async () => {
  givenCharts();
  server.answer('GET /api/analytics/ownership', {
    json: { basis: 'outstanding', by: 'class', points: [{ date: '2025-01-10', total: '0', rows: [], others: null }] },
  });
  openConsole('/app/cap-table/over-time');
  expect(await screen.findByRole('heading', { name: 'Nothing to show yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Import what you have' })).toBeVisible();
});

const asShareholder = (cap_table_visibility: string) => {
  givenCharts();
  server.answer('GET /api/organization', { json: { currency: 'USD', cap_table_visibility } });
  openConsole('/app/cap-table/over-time', { role: 'shareholder', account_type: 'shareholder' });
};

it('shows a shareholder their own part where the company shows the totals', async () => {
  asShareholder('totals');
  expect(await screen.findByText(/^Ada Byron owns 22.22%/)).toBeVisible();
  expect(screen.queryByLabelText('From')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Ownership over time' })).toBeNull();
  expect(server.callsTo('GET', '/api/analytics/ownership')).toEqual([]);
  expect(lastAsked('/api/analytics/dilution').get('shareholder_id')).toBeNull();
});

it('shows a shareholder what the table shows where it is shown in full', async () => {
  asShareholder('full');
  const ownership = await card('Ownership over time');
  expect(await ownership.findByText('Common')).toBeVisible();
  expect(ownership.queryByRole('button', { name: 'Group' })).toBeNull();
  expect(ownership.queryByRole('button', { name: 'Common' })).toBeNull();
  expect(await screen.findByRole('region', { name: 'Option pool' })).toBeVisible();
  const paid = await card('Distributions');
  expect(paid.getByText('Spring dividend')).toBeVisible();
  expect(paid.queryByRole('link')).toBeNull();
  for (const name of ['Vesting ahead', 'Dates ahead']) expect(screen.queryByRole('region', { name })).toBeNull();
});

it('is closed to a shareholder who sees their own rows alone', async () => {
  asShareholder('own');
  expect(await screen.findByRole('heading', { name: 'You cannot see the cap table over time' })).toBeVisible();
});
