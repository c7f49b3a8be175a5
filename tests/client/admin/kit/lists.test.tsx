// The list of every declared resource: its columns with the declared labels, its rows and its states.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resourceNamed, resources } from '#src/resources/index.ts';
import { labelOf, manyOf } from '#src/resources/kit/defineResource.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void complaints.push(words.join(' ')));
  }
});
afterEach(() => vi.restoreAllMocks());

/** Messages have their own list without columns, and assignees only fill a select. */
const grids = resources.filter(({ name }) => !['messages', 'assignees', 'audit'].includes(name));

describe.each(grids.map((resource) => [resource.name, resource] as const))('the list of %s', (name, resource) => {
  it('shows its columns with their declared labels, and logs nothing to the browser console', async () => {
    server.rows[name] = [sampleRow(resource)];
    openConsole(`/app/${name}`);
    expect(await screen.findByRole('heading', { level: 1, name: resource.label })).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Actions for/ })).toBeVisible();
    const headers = within(screen.getByRole('table')).getAllByRole('columnheader');
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      // The column of the checkboxes that select several records.
      ...(resource.bulkVerbs || resource.bulkFields ? ['Choose'] : []),
      ...resource.list.map((field) => labelOf(resource, field)),
      'Actions',
    ]);
    expect(screen.getByText(resource.about)).toBeVisible();
    expect(complaints).toEqual([]);
  });

  it('offers Retry when it cannot be loaded, and logs the reason', async () => {
    server.answer(`GET ${resource.path}`, { status: 503, json: { detail: 'The database is away.' } });
    openConsole(`/app/${name}`);
    expect(await screen.findByText(/The database is away\./)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: resource.label })).toBeVisible();
    expect(complaints.join()).toContain(`Loading ${name} failed`);
    server.answer(`GET ${resource.path}`, { json: [sampleRow(resource)] });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });
});

/** The names under which files are saved from now on. */
function savedNames(): string[] {
  const saved: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

describe('a list', () => {
  it('explains its purpose while it is empty, and offers the first action', async () => {
    openConsole('/app/shareholders');
    expect(await screen.findByRole('heading', { name: 'No shareholders yet' })).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Add Shareholder' })).toHaveLength(2);
    // An empty list has no pages.
    expect(screen.queryByRole('group', { name: 'Rows per page' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });

  it.each(resources.filter(({ broughtInBy }) => broughtInBy).map((each) => [each.name, each] as const))(
    'of %s offers the import while it is empty, to those who may import',
    async (name, resource) => {
      openConsole(`/app/${name}`);
      expect(await screen.findByRole('link', { name: 'Import what you have' })).toHaveAttribute('href', '/app/imports');
      cleanup();
      openConsole(`/app/${name}`, { role: 'viewer' });
      expect(await screen.findByRole('heading', { name: `No ${manyOf(resource)} yet` })).toBeVisible();
      expect(screen.queryByRole('link', { name: 'Import what you have' })).toBeNull();
    },
  );

  it('explains itself only once while it is empty', async () => {
    openConsole('/app/imports');
    expect(await screen.findByRole('heading', { name: 'No imports yet' })).toBeVisible();
    expect(screen.getAllByText(resourceNamed('imports').about)).toHaveLength(1);
  });

  it('marks the column it is sorted by, and reverses the order on the second press', async () => {
    server.rows.payments = [sampleRow(resourceNamed('payments'))];
    openConsole('/app/payments');
    const header = (await screen.findByTitle('Sort by Shareholder')).closest('th')!;
    expect(header).not.toHaveAttribute('aria-sort');
    for (const way of ['ascending', 'descending']) {
      fireEvent.click(within(header).getByTitle('Sort by Shareholder'));
      await waitFor(() => expect(header).toHaveAttribute('aria-sort', way));
    }
    const sorted = screen.getAllByRole('columnheader').filter((each) => each.hasAttribute('aria-sort'));
    expect(sorted).toEqual([header]);
  });

  it('of warrants shows zero outstanding for an exercised warrant', async () => {
    const warrant = { status: 'exercised', quantity: '5000', outstanding: '0' };
    server.rows.warrants = [sampleRow(resourceNamed('warrants'), warrant)];
    openConsole('/app/warrants');
    const header = await screen.findByRole('columnheader', { name: 'Outstanding' });
    const at = within(header.closest('tr')!).getAllByRole('columnheader').indexOf(header);
    const row = (await screen.findByRole('button', { name: /^Actions for/ })).closest('tr')!;
    expect(within(row).getAllByRole('cell')[at]).toHaveTextContent(/^0$/);
  });

  it.each([
    ['payments', 'Go to Distributions', '/app/distributions'],
    ['transactions', 'Go to Certificates', '/app/certificates'],
    ['vesting-terms', 'Go to Grants', '/app/grants'],
  ])('of %s, which has no form, links to the page its records come from', async (name, words, href) => {
    openConsole(`/app/${name}`);
    expect(await screen.findByRole('link', { name: words })).toHaveAttribute('href', href);
  });

  it.each(['7', '1000', 'all'])(
    'ignores the page size %s, which is not offered, and asks for ten rows',
    async (size) => {
      server.rows.tasks = [sampleRow(resources.find(({ name }) => name === 'tasks')!)];
      openConsole(`/app/tasks?perPage=${size}`);
      await screen.findByRole('button', { name: /^Actions for/ });
      const asked = server.callsTo('GET', '/api/tasks/').map(({ query }) => query.get('range'));
      expect(new Set(asked)).toEqual(new Set(['[0,9]']));
      expect(screen.getByRole('button', { name: '10' })).toHaveAttribute('aria-pressed', 'true');
    },
  );

  it('asks for ten rows, or for the number that the user chooses', async () => {
    server.rows.tasks = [sampleRow(resources.find(({ name }) => name === 'tasks')!)];
    openConsole('/app/tasks');
    const sizes = await screen.findByRole('group', { name: 'Rows per page' });
    expect(
      within(sizes)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['5', '10', '25']);
    expect(within(sizes).getByRole('button', { name: '10' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(server.callsTo('GET', '/api/tasks/')[0]?.query.get('range')).toBe('[0,9]'));
    fireEvent.click(within(sizes).getByRole('button', { name: '25' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/tasks/').at(-1)?.query.get('range')).toBe('[0,24]'));
  });

  it('says that there are more than were counted, and goes on to the next page', async () => {
    const rows = Array.from({ length: 10 }, (_, n) => ({ ...sampleRow(resourceNamed('tasks')), id: `task-${n}` }));
    server.answer('GET /api/tasks/', { json: rows, total: '*' });
    openConsole('/app/tasks');
    expect(await screen.findByText('1–10 of more than 10,000')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/tasks/').at(-1)?.query.get('range')).toBe('[10,19]'));
  });

  it('keeps the grid 600 px high and reachable by keyboard', async () => {
    openConsole('/app/payments');
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(800);
    const region = await screen.findByRole('region', { name: 'Payments, table' });
    fireEvent.scroll(region);
    expect(region).toHaveAttribute('tabindex', '0');
    expect(region.closest('.grid-box')).not.toBeNull();
    vi.restoreAllMocks();
    fireEvent.scroll(region);
    // Where nothing scrolls, it is no stop.
    expect(region).not.toHaveAttribute('tabindex');
  });

  it('exports a file named after the day of its figures', async () => {
    const saved = savedNames();
    server.rows.grants = [sampleRow(resources.find(({ name }) => name === 'grants')!)];
    server.answer('GET /api/grants/export.csv', { json: 'Number' });
    openConsole(`/app/grants?filter=${encodeURIComponent('{"as_of":"2024-03-01"}')}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV, every field' }));
    await waitFor(() => expect(saved).toEqual(['acme-grants-2024-03-01.csv']));
    const { query } = server.callsTo('GET', '/api/grants/export.csv')[0]!;
    expect([query.get('as_of'), query.get('columns')]).toEqual(['2024-03-01', null]);
  });
  it('exports the columns that are shown as a workbook', async () => {
    const saved = savedNames();
    const grants = resources.find(({ name }) => name === 'grants')!;
    server.rows.grants = [sampleRow(grants)];
    server.answer('GET /api/grants/export.xlsx', { json: 'Number' });
    openConsole('/app/grants');
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'XLSX, the columns shown' }));
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^acme-grants-.*\.xlsx$/)]));
    const { query } = server.callsTo('GET', '/api/grants/export.xlsx')[0]!;
    expect(JSON.parse(query.get('columns')!)).toEqual(grants.list);
  });
  it('takes the day from its address, as the cap table does', async () => {
    const saved = savedNames();
    server.rows.grants = [sampleRow(resources.find(({ name }) => name === 'grants')!)];
    server.answer('GET /api/grants/export.csv', { json: 'Number' });
    openConsole('/app/grants?as_of=2024-03-01');
    expect(await screen.findByRole('button', { name: /^As of Mar 1, 2024/ })).toBeVisible();
    // This text is for a phone, where the chips are collapsed.
    expect(screen.getByText('Filter: As of Mar 1, 2024')).toBeInTheDocument();
    expect(server.callsTo('GET', '/api/grants/').every(({ query }) => query.get('as_of') === '2024-03-01')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV, the columns shown' }));
    await waitFor(() => expect(saved).toEqual(['acme-grants-2024-03-01.csv']));
  });

  it('searches for the typed text, and `/` focuses the search', async () => {
    server.rows.shareholders = [sampleRow(resources[0]!)];
    openConsole('/app/shareholders');
    const search = await screen.findByRole('searchbox', { name: 'Search shareholders' });
    fireEvent.keyDown(document.body, { key: '/' });
    await waitFor(() => expect(search).toHaveFocus());
    fireEvent.change(search, { target: { value: 'grace' } });
    await waitFor(() =>
      expect(server.callsTo('GET', '/api/shareholders/').at(-1)?.query.get('filter')).toBe('{"q":"grace"}'),
    );
  });
});

describe('the messages', () => {
  it('says "No messages yet" when there are none', async () => {
    openConsole('/app/messages');
    expect(await screen.findByText('No messages yet')).toBeVisible();
  });

  it('shows each thread with the day of its last message, and a chip on closed ones', async () => {
    const day = new Date('2025-03-14T12:00:00Z').toLocaleDateString(undefined, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    });
    server.rows.messages = [
      { id: 't1', subject: 'Open one', updated_at: '2025-03-14T12:00:00Z', is_closed: false },
      { id: 't2', subject: 'Closed one', updated_at: '2025-03-14T12:00:00Z', is_closed: true },
    ];
    openConsole('/app/messages');
    const open = (await screen.findByRole('link', { name: 'Open one' })).closest('li')!;
    const closed = screen.getByRole('link', { name: 'Closed one' }).closest('li')!;
    expect(within(open).getByText(day)).toBeVisible();
    expect(within(open).queryByText('Closed')).toBeNull();
    expect(within(closed).getByText('Closed')).toBeVisible();
  });
});
