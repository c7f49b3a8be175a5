// The file itself as a grid, on the page of a spreadsheet.
import { fireEvent, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { SheetGrid, SheetReading } from '#src/contract/sheets.ts';
import { openConsole, useServer } from '../console.tsx';
import type { Call } from '../console.tsx';

const server = useServer();
// The grid is a part of its own, which the first test would have to wait for.
beforeAll(() => import('#src/admin/screens/imports/grid/SheetWorkbench.tsx'));
afterEach(() => void vi.restoreAllMocks());

type Table = SheetReading['tables'][number];
const table = (id: string, tab: string, role: Table['role'], hidden = false): Table => ({
  id,
  tab,
  hidden,
  role,
  heading_rows: [1],
  first_row: 2,
  last_row: 3,
  columns: [
    { column: 'A', heading: 'Holder', field: 'holder', share_class: null },
    { column: 'B', heading: 'Common', field: 'holding', share_class: 'Common' },
    { column: 'C', heading: 'Remarks', field: null, share_class: null },
  ],
});
const fault = { code: 'number_ambiguous', severity: 'error' as const, heading: 'Common', value: 'ten' };
const reading: SheetReading = {
  id: 's1',
  status: 'questions',
  import_id: null,
  file_name: 'holders.xlsx',
  created_at: '2026-06-30T10:00:00Z',
  source: 'generic',
  company: null,
  as_of: '2026-06-30',
  tables: [table('t1', 'Cap Table', 'snapshot'), table('t2', 'Old', 'ignore', true)],
  questions: [
    {
      id: 'decimal_sign:t1:B',
      code: 'decimal_sign',
      text: 'Is 1.000 a thousand?',
      tab: 'Cap Table',
      column: 'B',
      rows: [2],
      choices: [
        { value: '.', label: 'No' },
        { value: ',', label: 'Yes' },
      ],
      answer: null,
    },
  ],
  findings: [{ ...fault, tab: 'Cap Table', row: 3, column: 'B', message: 'Enter a whole number.' }],
  skipped: [{ tab: 'Cap Table', row: 4, label: 'Total', reason: 'total' }],
  left_out: [],
  links: [],
  tie_out: [],
  records: {
    stakeholders: 2,
    stock_issuances: 2,
    grants: 0,
    convertibles: 0,
    warrants: 0,
    transactions: 0,
    distributions: 0,
    payments: 0,
  },
  people: [],
  people_counts: { new: 2, changed: 0, same: 0 },
  recalled: [],
  changes: { new: 2, changed: 0, same: 0, gone: 0 },
  corrections: [],
  can_undo: false,
};
const cellsOf = (...texts: string[]) =>
  texts.map((text, index) => ({ column: 'ABC'.charAt(index), text, is_formula: false }));
const tabs = ['Cap Table', 'Old'].map((name) => ({ name, hidden: name === 'Old', last_row: 4, last_column: 3 }));
const pageOf = (tab: number): SheetGrid => ({
  tabs,
  tab,
  rows: [
    { number: 1, hidden: false, cells: cellsOf('Holder', 'Common', 'Remarks') },
    { number: 2, hidden: true, cells: cellsOf(tab === 0 ? 'Ada' : 'Eve', '1.000', '') },
    { number: 3, hidden: false, cells: cellsOf('Bo', 'ten', '') },
    { number: 4, hidden: false, cells: cellsOf('Total', '1.010', '') },
  ],
});
const corrected: SheetReading = {
  ...reading,
  findings: [],
  corrections: [{ tab: 'Cap Table', row: 3, column: 'B', text: '10', was: 'ten' }],
  can_undo: true,
};
beforeEach(() => {
  // Nothing is laid out here, and only what is in view is drawn.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  server.answer('GET /api/sheets/s1', { json: reading });
  server.answer('GET /api/sheets/s1/grid', ({ query }: Call) => ({ json: pageOf(Number(query.get('tab'))) }));
  server.answer('PUT /api/sheets/s1', ({ body }) => ({ json: (body as { undo?: true }).undo ? reading : corrected }));
});
const sent = () => server.callsTo('PUT', '/api/sheets/s1').map(({ body }) => body);
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name });

it('shows each row and column with what it means', async () => {
  openConsole('/app/imports/sheets/s1');
  expect(await cell('Ada')).toBeVisible();
  const grid = screen.getByRole('grid', { name: 'Cap Table, as it was read' });
  // A row and a column more, to add to the table.
  expect(grid).toHaveAttribute('aria-rowcount', '6');
  expect(grid).toHaveAttribute('aria-colcount', '6');
  expect(within(grid).getByRole('combobox', { name: 'Meaning of column B “Common”' })).toHaveValue('holding');
  expect(within(grid).getByRole('textbox', { name: 'Class of shares of column B' })).toHaveValue('Common');
  expect(within(grid).getByRole('combobox', { name: 'Meaning of column C “Remarks”' })).toHaveValue('');
  expect(within(grid).getByRole('button', { name: 'Read row 4' })).toBeVisible();
  expect(within(grid).getByRole('gridcell', { name: 'ten Error: Enter a whole number.' })).toBeInvalid();
  expect(within(grid).getByTitle('Hidden in the file, and read')).toHaveTextContent('2');
  await userEvent.click(within(grid).getByRole('button', { name: 'Question about column B' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'No' })).toHaveFocus());
});

it('keeps a corrected cell, says what was there, and undoes it', async () => {
  openConsole('/app/imports/sheets/s1');
  await userEvent.click(await cell('Ada'));
  await userEvent.keyboard('{F8}');
  await waitFor(async () => expect(await cell(/^ten/)).toHaveFocus());
  await userEvent.keyboard('1');
  await userEvent.keyboard('0{Enter}');
  expect(sent()).toEqual([{ cells: [{ tab: 'Cap Table', row: 3, column: 'B', text: '10' }] }]);
  const fixed = await cell('10 Corrected here. The file has “ten”.');
  expect(await screen.findByText('B3 is corrected. Left: 1 question.')).toBeInTheDocument();
  await userEvent.click(fixed);
  fireEvent.keyDown(fixed, { key: 'z', ctrlKey: true });
  expect(await cell(/^ten/)).toBeInTheDocument();
  expect(sent()[1]).toEqual({ undo: true });
  expect(screen.getByRole('button', { name: /^Undo/ })).toHaveAttribute('aria-disabled', 'true');
});

it('brings a row in, leaves one out, and changes the heading row', async () => {
  openConsole('/app/imports/sheets/s1');
  await userEvent.click(await screen.findByRole('button', { name: 'Read row 4' }));
  await userEvent.click(await cell('Bo'));
  await userEvent.click(screen.getByRole('button', { name: 'Headings are in row 3' }));
  const [leaveOut] = screen.getAllByRole('button', { name: 'Leave row 3 out' });
  await userEvent.click(leaveOut!);
  expect(sent()).toEqual([
    { rows: [{ table: 't1', row: 4, use: 'import' }] },
    { tables: [{ id: 't1', heading_rows: [3] }] },
    { rows: [{ table: 't1', row: 3, use: 'skip' }] },
  ]);
});

it('says which rows could not be loaded, and tries again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isDown = true;
  server.answer('GET /api/sheets/s1/grid', ({ query }: Call) =>
    isDown && query.get('tab') === '1' ? { status: 503 } : { json: pageOf(Number(query.get('tab'))) },
  );
  openConsole('/app/imports/sheets/s1');
  await cell('Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Old Hidden' }));
  expect(await screen.findByText('Rows 1 to 5 could not be loaded.')).toBeVisible();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await cell('Eve')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'What Old holds' })).toHaveValue('ignore');
});

it('shows an applied file as it was read, without a way to change it', async () => {
  server.answer('GET /api/sheets/s1', { json: { ...corrected, status: 'applied', can_undo: false } });
  openConsole('/app/imports/sheets/s1');
  const fixed = await cell(/^10/);
  expect(screen.getByRole('grid')).toHaveAttribute('aria-readonly', 'true');
  await userEvent.click(fixed);
  await userEvent.keyboard('5{Enter}{Delete}');
  expect(within(screen.getByRole('grid')).queryByRole('textbox', { name: 'B3' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Undo|Read row|Leave row|Headings)/ })).toBeNull();
  expect(sent()).toEqual([]);
});
