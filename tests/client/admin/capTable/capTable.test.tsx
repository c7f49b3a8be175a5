// The cap table screen, with the company whose tables were worked out by hand.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Basis } from '#src/domain/captable/capTableBasis.ts';
import { planFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import type { CapTable } from '#src/domain/captable/capTableShown.ts';
import { ledgerOf, tableOf } from '#tests/domain/ledger/factories.ts';
import { LATER, paperObjects, paperTransactions } from '#tests/support/paperCompany.ts';
import { openConsole, useServer } from '../console.tsx';
import type { Call } from '../console.tsx';

const server = useServer();
const ledger = ledgerOf(paperTransactions, paperObjects);
const plans = paperObjects.filter((each) => each.object_type === 'STOCK_PLAN').map(planFactsOf);
const table = (basis: Basis, date = LATER): CapTable => tableOf(ledger, date, { basis, plans });

/** Answers as the server would, for any day and basis. */
function givenCompany() {
  server.answer('GET /api/cap-table/', ({ query }: Call) => ({
    json: {
      ...table((query.get('basis') ?? 'outstanding') as Basis, query.get('as_of') ?? LATER),
      known_at: query.get('known_at'),
    },
  }));
}
const behind = {
  quantity: '5000',
  counted: '5000',
  count: 2,
  entries: [
    {
      transaction_id: 'i_CS-1',
      seq: 1,
      date: '2022-01-01',
      object_type: 'TX_STOCK_ISSUANCE',
      summary: 'Issued CS-1',
      quantity: '6000',
      counted: '6000',
    },
    {
      transaction_id: 't1',
      seq: 21,
      date: '2023-07-01',
      object_type: 'TX_STOCK_TRANSFER',
      summary: 'Transferred CS-1',
      quantity: '-1000',
      counted: '-1000',
    },
  ],
};
const rowOf = async (name: string | RegExp) => within((await screen.findByRole('rowheader', { name })).closest('tr')!);
const asked = (path: string, name: string) => server.callsTo('GET', path).at(-1)?.query.get(name);

describe('the table', () => {
  it('shows each holder, the sum of each column, and convertibles as amounts of money', async () => {
    givenCompany();
    openConsole(`/app/cap-table?as_of=${LATER}`);
    expect((await rowOf('ada')).getAllByText('5,000')).toHaveLength(2);
    expect((await rowOf('angel')).getByText('Note €25,000.00 + SAFE $100,000.00')).toBeVisible();
    expect((await rowOf('angel')).getByText('number not set')).toBeVisible();
    expect((await rowOf('Total')).getByText('10,494')).toBeVisible();
    expect((await rowOf('Total')).getByText('100.00')).toBeVisible();
    expect(screen.queryByRole('rowheader', { name: 'Unallocated pool' })).toBeNull();
  });
  it('is loaded again for another basis, and shows the definition of the basis', async () => {
    givenCompany();
    openConsole(`/app/cap-table?as_of=${LATER}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Fully diluted' }));
    expect((await rowOf('Unallocated pool')).getAllByText('1,010')).toHaveLength(1);
    expect((await rowOf('bank')).getAllByText('176')).toHaveLength(2);
    expect(asked('/api/cap-table/', 'basis')).toBe('fully_diluted');
    expect(
      screen.getByText(/counts outstanding stock with preferred as converted.*Ratios on this day: seed 7 : 4/),
    ).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Voting' }));
    expect((await rowOf('fund')).getAllByText('1,501.5')).toHaveLength(2);
    expect(screen.getByText(/Votes per share: common 1, seed 1.5/)).toBeVisible();
  });
  it('shows the authorized, outstanding, free and counted shares of each class', async () => {
    givenCompany();
    openConsole(`/app/cap-table?as_of=${LATER}&basis=fully_diluted&rows=class`);
    const seed = await rowOf('seed');
    for (const figure of ['1,000,000', '1,334', '101', '998,565', '2,333'])
      expect(seed.getByText(figure)).toBeVisible();
    const common = await rowOf('common');
    // The shares kept for seed conversions, and those kept for options and the pool, are not free.
    for (const figure of ['2,511', '1,510', '986,819']) expect(common.getByText(figure)).toBeVisible();
    expect((await rowOf('Options and other grants')).getAllByText('500')).toHaveLength(2);
    expect((await rowOf('Total')).getByText('13,179')).toBeVisible();
  });
  it('adds up in each column by class, with granted or reserved shares apart from outstanding ones', async () => {
    givenCompany();
    openConsole(`/app/cap-table?as_of=${LATER}&rows=class`);
    await rowOf('Options and other grants');
    const lines = within(screen.getByRole('region', { name: 'Cap table, figures' }))
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll(',', '')));
    const [head, ...body] = lines;
    for (const name of ['Outstanding', 'Granted or reserved']) {
      const column = head!.findIndex((text) => text?.startsWith(name));
      const figures = body.map((cells) => Number(cells[column]));
      expect(figures.at(-1)).toBeGreaterThan(0);
      expect(figures.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBe(figures.at(-1));
    }
  });
  it('shows today if the address has an invalid day, and shows the reason if the server refuses a day', async () => {
    givenCompany();
    const { unmount } = openConsole('/app/cap-table?as_of=2022-13-45');
    await rowOf('ada');
    expect(asked('/api/cap-table/', 'as_of')).toBeNull();
    unmount();
    const reason = 'Enter a date between 1800 and 2199.';
    server.answer('GET /api/cap-table/', {
      status: 422,
      json: { detail: 'Please correct the marked fields.', errors: [{ field: 'as_of', message: reason }] },
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openConsole('/app/cap-table?as_of=2999-12-31');
    expect(await screen.findByText(reason)).toBeVisible();
    vi.restoreAllMocks();
  });
  it('shows its charts as numbers on request', async () => {
    givenCompany();
    openConsole(`/app/cap-table?as_of=${LATER}`);
    const chart = within(await screen.findByRole('region', { name: 'By holder' }));
    expect(chart.queryByRole('table')).toBeNull();
    fireEvent.click(chart.getByRole('button', { name: 'As numbers' }));
    expect(within(chart.getByRole('table')).getByText('fund').closest('tr')).toHaveTextContent('fund1,0019.54');
  });
});

describe('the chart of holders', () => {
  const rowOfTen = table('fully_diluted').rows.find(({ shareholder_id }) => shareholder_id !== null)!;
  const holders = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...rowOfTen,
      shareholder_id: `h${n}`,
      name: `Holder ${n}`,
      total: '10',
    }));
  const pool = { ...rowOfTen, shareholder_id: null, name: 'Available for grant', total: '4' };
  it.each([
    [12, ['Available for grant'], /others/],
    [13, ['Holder 12', 'Available for grant'], /others/],
    [15, ['3 others', 'Available for grant'], /Holder 12/],
  ])(
    'of %i names the pool, and sums up the rest only if more than one holder is left over',
    async (count, named, unnamed) => {
      const rows = [...holders(count), pool];
      server.answer('GET /api/cap-table/', { json: { ...table('fully_diluted'), rows, known_at: null } });
      openConsole(`/app/cap-table?as_of=${LATER}&basis=fully_diluted`);
      const chart = within(await screen.findByRole('region', { name: 'By holder' }));
      for (const name of named) expect(chart.getByText(name)).toBeVisible();
      expect(chart.queryByText(unnamed)).toBeNull();
    },
  );
});

describe('ten thousand holders', () => {
  // There is no layout in this environment, so the box gets the height that a window would give it.
  beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720));
  afterEach(() => vi.restoreAllMocks());
  const many = (): CapTable => {
    const [first] = table('outstanding').rows;
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      ...first!,
      shareholder_id: `h${n}`,
      name: `Holder ${n}`,
      percent: '0.0100',
    }));
    return { ...table('outstanding'), rows };
  };
  it('are rendered as they scroll into view, and all of them for printing', async () => {
    server.answer('GET /api/cap-table/', { json: { ...many(), rows: many().rows.slice(0, 1000), known_at: null } });
    openConsole('/app/cap-table');
    await screen.findByRole('rowheader', { name: 'Holder 0' });
    const drawn = () => screen.getAllByRole('rowheader', { name: /^Holder/ }).length;
    expect(drawn()).toBeLessThan(80);
    expect(screen.getAllByRole('table')[0]).toHaveAttribute('aria-rowcount', '1002');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(drawn()).toBe(1000);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(drawn()).toBeLessThan(80);
  });
  it('have fewer than 80 rows in the document', async () => {
    server.answer('GET /api/cap-table/', { json: { ...many(), known_at: null } });
    openConsole('/app/cap-table');
    await screen.findByRole('rowheader', { name: 'Holder 0' });
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
  });
});

describe('a figure', () => {
  it('opens the entries behind it, and gets the focus back when they are closed', async () => {
    givenCompany();
    server.answer('GET /api/cap-table/entries', { json: behind });
    openConsole(`/app/cap-table?as_of=${LATER}&basis=as_converted`);
    const figure = (await rowOf('ada')).getAllByRole('button', { name: '5,000' })[0]!;
    const user = userEvent.setup();
    figure.focus();
    await user.keyboard('{Enter}');
    const panel = within(await screen.findByRole('dialog', { name: 'ada, common' }));
    expect(await panel.findByText('5,000 shares')).toBeVisible();
    expect(panel.getByRole('link', { name: 'Transferred CS-1' })).toHaveAttribute('href', '/app/transactions/t1/show');
    expect(panel.getByText('−1,000')).toBeVisible();
    for (const [name, value] of [
      ['basis', 'as_converted'],
      ['kind', 'stock'],
      ['shareholder_id', 'ada'],
      ['share_class_id', 'common'],
    ])
      expect([name, asked('/api/cap-table/entries', name!)]).toEqual([name, value]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(figure).toHaveFocus());
  });
  it('shows an error when its entries cannot be loaded, and retries', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    givenCompany();
    server.answer('GET /api/cap-table/entries', { status: 503, json: { detail: 'The service is resting.' } });
    openConsole(`/app/cap-table?as_of=${LATER}`);
    fireEvent.click((await rowOf('Total')).getByRole('button', { name: '10,494' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Outstanding, all holders' }));
    expect(await panel.findByText('The service is resting.')).toBeVisible();
    server.answer('GET /api/cap-table/entries', { json: behind });
    fireEvent.click(panel.getByRole('button', { name: 'Retry' }));
    expect(await panel.findByText('Issued CS-1')).toBeVisible();
  });
});

describe('the comparison with another day', () => {
  it('shows the changes, by holder and by entry', async () => {
    givenCompany();
    server.answer('GET /api/cap-table/diff', {
      json: {
        from: '2022-06-30',
        to: LATER,
        classes: [{ share_class_id: 'common', name: 'common', before: '9000', after: '9160' }],
        instruments: [],
        total: { before: '10334', after: '10494' },
        rows: [{ shareholder_id: 'ada', name: 'ada', before: '6000', after: '5000' }],
        transactions: [{ id: 't1', seq: 21, date: '2023-07-01', summary: 'Transferred CS-1' }],
        transactions_count: 1,
      },
    });
    openConsole(`/app/cap-table?as_of=${LATER}&compare=2022-06-30`);
    const card = within(await screen.findByRole('region', { name: 'Since Jun 30, 2022, in shares' }));
    expect(card.getAllByText('+160')).toHaveLength(2);
    expect([asked('/api/cap-table/diff', 'from'), asked('/api/cap-table/diff', 'to')]).toEqual(['2022-06-30', LATER]);
    fireEvent.click(card.getByRole('button', { name: '1 entry' }));
    expect(card.getByText('−1,000')).toBeVisible();
    expect(card.getByRole('link', { name: 'Transferred CS-1' })).toBeVisible();
  });
});

describe('the historical view', () => {
  it('loads the table as of the last entry recorded by that day, and is marked as historical', async () => {
    givenCompany();
    server.answer('GET /api/transactions/', { json: [{ id: 't7', seq: 7, recorded_at: '2022-04-01T12:00:00Z' }] });
    openConsole(`/app/cap-table?as_of=${LATER}&known_on=2022-04-01`);
    expect(await screen.findByText('Historical view.')).toBeVisible();
    expect(screen.getByText(/known after entry No. 7, recorded/)).toHaveTextContent('recorded Apr 1, 2022, 12:00');
    expect(asked('/api/cap-table/', 'known_at')).toBe('7');
    fireEvent.click(screen.getByRole('button', { name: 'Show what is known now' }));
    await waitFor(() => expect(asked('/api/cap-table/', 'known_at')).toBeNull());
    expect(screen.queryByText('Historical view.')).toBeNull();
  });
  it('accepts the number of an entry too', async () => {
    givenCompany();
    server.answer('GET /api/transactions/', ({ query }) => ({
      json: [
        {
          id: 't3',
          seq: (JSON.parse(query.get('filter')!) as { seq_lte: number }).seq_lte,
          recorded_at: '2022-04-01T12:00:00Z',
        },
      ],
    }));
    openConsole(`/app/cap-table?as_of=${LATER}`);
    await rowOf('ada');
    fireEvent.click(screen.getByText('As recorded on…'));
    const field = screen.getByRole('textbox', { name: 'or after entry No.' });
    fireEvent.change(field, { target: { value: '3' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await screen.findByText(/known after entry No. 3/)).toBeVisible();
    expect(asked('/api/cap-table/', 'known_at')).toBe('3');
  });
  it.each(['abc', '-1', '1.5', '99999999999999999999999'])(
    'shows an error at the field for the entry number %s, and keeps the table',
    async (typed) => {
      givenCompany();
      server.answer('GET /api/transactions/', { json: [{ id: 't3', seq: 3, recorded_at: '2022-04-01T12:00:00Z' }] });
      openConsole(`/app/cap-table?as_of=${LATER}&known_at=3`);
      await rowOf('ada');
      const field = screen.getByRole('textbox', { name: 'or after entry No.' });
      await userEvent.clear(field);
      await userEvent.type(field, `${typed}{Enter}`);
      expect(field).toHaveAccessibleDescription('Entries are numbered 1, 2, 3 and so on. Enter such a number.');
      expect(field).toBeInvalid();
      expect(field).toHaveValue(typed);
      expect(screen.getByText(/known after entry No. 3/)).toBeVisible();
      await userEvent.clear(field);
      await userEvent.type(field, '{Enter}');
      await waitFor(() => expect(screen.queryByText('Historical view.')).toBeNull());
      expect(screen.getByRole('textbox', { name: 'or after entry No.' })).toBeValid();
    },
  );
});

describe('a table without rows or data', () => {
  it('says that nobody holds shares if the company has no class', async () => {
    server.answer('GET /api/cap-table/', {
      json: { ...table('outstanding'), classes: [], rows: [], convertibles: [], known_at: null },
    });
    openConsole('/app/cap-table');
    expect(await screen.findByRole('heading', { name: 'Nobody holds shares on this day' })).toBeVisible();
  });
  it('shows an error and keeps the controls if the table cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.answer('GET /api/cap-table/', { status: 500, json: { detail: 'Something went wrong.' } });
    openConsole('/app/cap-table');
    expect(await screen.findByRole('alert')).toHaveTextContent('The cap table could not be loaded');
    expect(screen.getByLabelText('As of')).toBeVisible();
    givenCompany();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await rowOf('ada')).getAllByText(/,000/).length).toBeGreaterThan(0);
  });
});

describe('files', () => {
  it('are fetched for the day, basis and last known entry that are shown, and a failure is reported', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    givenCompany();
    server.answer('GET /api/transactions/', { json: [{ id: 't3', seq: 3, recorded_at: '2022-04-01T12:00:00Z' }] });
    openConsole(`/app/cap-table?as_of=${LATER}&basis=voting&known_at=3`);
    await rowOf('ada');
    fireEvent.click(screen.getByRole('button', { name: 'XLSX' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/cap-table/export.xlsx')).toHaveLength(1));
    expect(['as_of', 'basis', 'known_at'].map((name) => asked('/api/cap-table/export.xlsx', name))).toEqual([
      LATER,
      'voting',
      '3',
    ]);
    expect(await screen.findByText(/could not be made/)).toBeVisible();
  });

  it('has the registers on a page of their own, for a day and as known after an entry', async () => {
    openConsole(`/app/cap-table/registers?as_of=${LATER}`);
    fireEvent.change(await screen.findByLabelText('Known after entry No.'), { target: { value: '3' } });
    fireEvent.blur(screen.getByLabelText('Known after entry No.'));
    fireEvent.click(screen.getByRole('button', { name: 'Stock ledger, PDF' }));
    await waitFor(() => expect(asked('/api/reports/stock-ledger.pdf', 'as_of')).toBe(LATER));
    expect(asked('/api/reports/stock-ledger.pdf', 'known_at')).toBe('3');
    expect(screen.getByRole('button', { name: 'List of holders by class, CSV' })).toBeVisible();
  });
});
