// What is answered about a file must be of that file: unknown questions, values, tables, rows, columns and classes are refused, with
// the field named, and nothing is kept.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let path = '';
let table = '';
let question: { id: string; choices: { value: string }[] };
beforeAll(async () => {
  owner = await signUpCompany(server);
  const text = `Certificate #\tStakeholder\tShare Class\tShares\tIssue Date
CS-1\tAda Okafor\tCommon\t5\t03/04/2024
CS-2\tBirch Ltd\tCommon\t7\t05/06/2024
`;
  const { body } = await owner.post('/api/sheets', { text });
  path = `/api/sheets/${String(body.id)}`;
  table = String((body.tables as Row[])[0]!.id);
  question = (body.questions as (typeof question)[])[0]!;
});

it('the file asks one question', () => {
  expect(question.choices.map(({ value }) => value)).toEqual(['DMY', 'MDY']);
});

it.each<[string, () => Row, string]>([
  [
    'a question that is not asked',
    () => ({ answers: { 'date_order:nowhere:Z': 'DMY' } }),
    'answers.date_order:nowhere:Z',
  ],
  ['a value that the question does not offer', () => ({ answers: { [question.id]: 'YMD' } }), 'answers.'],
  ['a table', () => ({ tables: [{ id: 'nowhere', role: 'ignore' }] }), 'tables.0.id'],
  [
    'a column that the file does not have',
    () => ({ tables: [{ id: table, columns: [{ column: 'ZZ', field: null }] }] }),
    'tables.0.columns.0.column',
  ],
  ['a heading row after the last', () => ({ tables: [{ id: table, heading_rows: [900] }] }), 'tables.0.heading_rows'],
  ['a row after the last', () => ({ rows: [{ table, row: 900, use: 'skip' }] }), 'rows.0.row'],
  ['a row of no table', () => ({ rows: [{ table: 'nowhere', row: 2, use: 'skip' }] }), 'rows.0.table'],
  ['a tab of a corrected cell', () => ({ cells: [{ tab: 'Sheet 9', row: 2, column: 'A', text: 'x' }] }), 'cells.0.tab'],
])('%s is refused by its name', async (_what, change, field) => {
  const before = (await owner.get(path)).body;
  const reply = await owner.put(path, change());
  const fields = ((reply.body.errors ?? []) as { field: string }[]).map((each) => each.field);
  expect([reply.status, fields.length, fields[0]?.startsWith(field)]).toEqual([422, 1, true]);
  expect((await owner.get(path)).body).toEqual(before);
});

it('what the file has is answered, also once more, and together with what another answer brings about', async () => {
  const change = {
    tables: [{ id: table, columns: [{ column: 'E', field: 'issue_date' }] }],
    rows: [{ table, row: 3, use: 'skip' }],
    answers: { [question.id]: 'DMY' },
  };
  for (const _again of [1, 2]) expect((await owner.put(path, change)).status).toBe(200);
  expect((await owner.put(path, { undo: true })).status).toBe(200);
});

it('the file of another company is not found', async () => {
  const other = await signUpCompany(server);
  expect((await other.put(path, { answers: {} })).status).toBe(404);
  expect((await other.get(path)).status).toBe(404);
  expect((await owner.put('/api/sheets/nowhere', { answers: {} })).status).toBe(404);
});
