// The screen of a spreadsheet that is being imported.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { SheetGrid, SheetReading } from '#src/contract/sheets.ts';
import { openConsole, useServer } from '../console.tsx';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useServer();
// The grid is a part of its own, which the first test would have to wait for.
beforeAll(() => import('#src/admin/screens/imports/grid/SheetWorkbench.tsx'));
afterEach(() => vi.restoreAllMocks());

const reading: SheetReading = {
  id: 's1',
  status: 'ready',
  import_id: null,
  file_name: 'holders.xlsx',
  created_at: '2026-06-30T10:00:00Z',
  source: 'generic',
  company: null,
  as_of: '2026-06-30',
  tables: [],
  questions: [],
  findings: [
    {
      code: 'email_missing',
      severity: 'warning',
      tab: 'Cap Table',
      row: 4,
      column: 'B',
      heading: 'Email',
      value: null,
      message: 'Ada King has no email.',
    },
  ],
  skipped: [],
  left_out: [],
  links: [],
  tie_out: [{ what: 'class', name: 'Common', file: '1000', ours: '900', difference: '-100' }],
  records: {
    stakeholders: 1,
    stock_issuances: 2,
    grants: 1,
    convertibles: 0,
    warrants: 0,
    transactions: 3,
    distributions: 0,
    payments: 0,
  },
  people: [],
  people_counts: { new: 1, changed: 0, same: 0 },
  changes: { new: 3, changed: 0, same: 0, gone: 0 },
  recalled: [],
  corrections: [],
  can_undo: false,
};
const grid: SheetGrid = {
  tabs: [{ name: 'Cap Table', hidden: false, last_row: 4, last_column: 3 }],
  tab: 0,
  rows: [
    { number: 1, hidden: false, cells: cellsOf('Holder', 'Email', 'Common') },
    { number: 2, hidden: false, cells: cellsOf('Bo Li', 'bo@x.example', '600') },
    { number: 4, hidden: false, cells: cellsOf('Ada King', '', '300') },
  ],
};
function cellsOf(...texts: string[]) {
  return texts.flatMap((text, index) =>
    text === '' ? [] : [{ column: 'ABC'.charAt(index), text, is_formula: false }],
  );
}
beforeEach(() => {
  server.answer('GET /api/sheets/s1', { json: reading });
  server.answer('GET /api/sheets/s1/grid', { json: grid });
});

it('applies once a difference is explained and the warnings are accepted, and shows a refusal in words', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answer('POST /api/sheets/s1/apply', {
    status: 409,
    json: { detail: 'The ledger refused these entries.' },
  });
  openConsole('/app/imports/sheets/s1');
  const part = within(await screen.findByRole('region', { name: 'Apply' }));
  const apply = part.getByRole('button', { name: 'Apply: 2 certificates, 1 grant' });
  expect(part.getByText('Say why 1 total differs.')).toBeVisible();
  expect(part.getByText('Read and accept 1 warning.')).toBeVisible();
  expect(apply).toBeDisabled();
  await userEvent.type(screen.getByRole('textbox', { name: 'Why Common differs' }), 'Sold back in May');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Accept the warning' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Notify shareholders/ }));
  await userEvent.click(apply);
  expect(await part.findByRole('alert')).toHaveTextContent('Nothing was applied. The ledger refused these entries.');
  expect(server.callsTo('POST', '/api/sheets/s1/apply')[0]!.body).toEqual({
    accept_warnings: true,
    differences: [{ what: 'class', name: 'Common', reason: 'Sold back in May' }],
    notify_holders: true,
    progress: expect.any(String),
  });
});

it('sends chosen people with the version that is on the screen, and says who was changed meanwhile', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const people: SheetReading['people'] = ['ada', 'bo'].map((id, index) => ({
    name: id === 'ada' ? 'Ada King' : 'Bo Li',
    state: 'changed',
    stakeholder_id: id,
    version: index + 3,
    differences: [{ field: 'city', ours: 'Oslo', file: 'Bergen' }],
    near: [],
  }));
  const people_counts = { new: 0, changed: 2, same: 0 };
  server.answer('GET /api/sheets/s1', { json: { ...reading, findings: [], tie_out: [], people, people_counts } });
  server.answer('POST /api/sheets/s1/apply', {
    status: 409,
    json: { code: 'stale_version', detail: 'Bo Li was changed meanwhile. Open the file again.' },
  });
  openConsole('/app/imports/sheets/s1');
  const part = within(await screen.findByRole('region', { name: 'Apply' }));
  const sent = () =>
    server.callsTo('POST', '/api/sheets/s1/apply').map(({ body }) => (body as { people: unknown }).people);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Use the file’s details for Bo Li' }));
  await userEvent.click(part.getByRole('button', { name: /^Apply/ }));
  expect(await part.findByRole('alert')).toHaveTextContent('Bo Li was changed meanwhile. Open the file again.');
  expect(sent()).toEqual([{ change: [{ id: 'bo', version: 4 }] }]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Use the file’s details for all 2' }));
  await userEvent.click(part.getByRole('button', { name: /^Apply/ }));
  await eventually(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({
    change: [
      { id: 'ada', version: 3 },
      { id: 'bo', version: 4 },
    ],
  });
});

it('says where a warning is, in the file’s own places', async () => {
  openConsole('/app/imports/sheets/s1');
  expect(await screen.findByText('Ada King has no email.')).toBeVisible();
  expect(screen.getByText('Tab Cap Table, row 4, column B “Email”')).toBeVisible();
});
