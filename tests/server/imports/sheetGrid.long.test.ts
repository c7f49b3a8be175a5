// The file itself by HTTP: its rows page by page, cells corrected in place, and changes taken back.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2026-03-02T10:00:00Z');
  owner = await signUpCompany(server);
});

const LEDGER = `Certificate #,Stakeholder,Email,Share Class,Shares,Price Per Share,Issue Date
CS-1,Ada Okafor,ada@example.com,Common,"5,000,000",0.0001,2024-01-15
CS-2,Birch Angels Ltd,birch@example.com,Common,about 1000,0.25,2024-06-30
`;
const upload = (text: string | Buffer, name = 'ledger.csv'): Promise<Reply> => {
  const { body, options } = given.multipart({ name, bytes: text });
  return owner.post('/api/sheets', body, options);
};
const one = ({ body }: Reply) => `/api/sheets/${String(body.id)}`;
const change = (read: Reply, body: Row) => owner.put(one(read), body);
const cell = (row: number, column: string, text: string | null, tab: string | null = null) => ({
  tab,
  row,
  column,
  text,
});
const faultsOf = ({ body }: Reply) => (body.errors as Row[]).map(({ field }) => field);
const rowsOf = ({ body }: Reply) =>
  (body.rows as Row[]).map(({ number, cells }) => [number, (cells as Row[]).map(({ text }) => text).join('|')]);

describe('the rows of a file', () => {
  it('are answered by their numbers, with the size of each tab', async () => {
    const read = await upload(LEDGER);
    const { status, body } = await owner.get(`${one(read)}/grid?tab=0&from=2&rows=1`);
    expect([status, body]).toEqual([
      200,
      {
        tabs: [{ name: null, hidden: false, last_row: 3, last_column: 7 }],
        tab: 0,
        rows: [
          {
            number: 2,
            hidden: false,
            cells: ['CS-1', 'Ada Okafor', 'ada@example.com', 'Common', '5,000,000', '0.0001', '2024-01-15'].map(
              (text, index) => ({ column: 'ABCDEFG'.charAt(index), text, is_formula: false }),
            ),
          },
        ],
      },
    ]);
    expect((await owner.get(`${one(read)}/grid`)).body.rows).toHaveLength(3);
    expect((await owner.get(`${one(read)}/grid?from=4`)).body.rows).toEqual([]);
  });

  it('refuses what no page is, at its parameter', async () => {
    const read = await upload(LEDGER);
    for (const [query, field] of [
      ['tab=1', 'tab'],
      ['tab=-1', 'tab'],
      ['from=0', 'from'],
      ['from=1048577', 'from'],
      ['rows=0', 'rows'],
      ['rows=201', 'rows'],
      ['rows=1.5', 'rows'],
    ]) {
      const reply = await owner.get(`${one(read)}/grid?${query}`);
      expect([query, reply.status, faultsOf(reply)]).toEqual([query, 422, [field]]);
    }
  });

  it('are for those who administer the company, and for nobody of another', async () => {
    const read = await upload(LEDGER);
    const staff = await givenMember(server, owner, 'staff');
    const admin = await givenMember(server, owner, 'admin');
    const stranger = await signUpCompany(server);
    const statuses = [];
    for (const who of [owner, admin, staff, stranger]) statuses.push((await who.get(`${one(read)}/grid`)).status);
    expect(statuses).toEqual([200, 200, 403, 404]);
    // The same bytes in another company: each finds only its own file.
    const { body, options } = given.multipart({ name: 'own.csv', bytes: LEDGER });
    const theirs = await stranger.post('/api/sheets', body, options);
    expect((await stranger.get(`${one(theirs)}/grid`)).status).toBe(200);
    expect((await owner.get(`${one(theirs)}/grid`)).status).toBe(404);
  });
});

describe('a corrected cell', () => {
  it('makes a file with a fault ready, and what is applied has the corrected text', async () => {
    const read = await upload(LEDGER);
    expect(read.body).toMatchObject({ status: 'errors', corrections: [], can_undo: false });
    const fixed = await change(read, { cells: [cell(3, 'E', '1000')] });
    expect([fixed.status, fixed.body]).toMatchObject([
      200,
      { status: 'ready', can_undo: true, corrections: [{ ...cell(3, 'E', '1000'), was: 'about 1000' }] },
    ]);
    expect(rowsOf(await owner.get(`${one(read)}/grid?from=3`))).toEqual([
      [3, 'CS-2|Birch Angels Ltd|birch@example.com|Common|1000|0.25|2024-06-30'],
    ]);
    expect((await owner.post(`${one(read)}/apply`, { accept_warnings: true })).body).toMatchObject({ applied: true });
    expect((await owner.get('/api/cap-table')).body.total).toBe('5001000');
    expect((await change(read, { undo: true })).code).toBe('already_applied');
    expect((await owner.get(one(read))).body.can_undo).toBe(false);
    // The same bytes with the same corrections are the same file, whatever was corrected on the way.
    const again = await upload(LEDGER);
    await change(again, { cells: [cell(2, 'B', 'Ada'), cell(3, 'E', '999')] });
    await change(again, { cells: [cell(3, 'E', '1000'), cell(2, 'B', null)] });
    expect((await owner.post(`${one(again)}/apply`, {})).body).toMatchObject({ transactions: 0 });
  });

  it('may add a row, and may be emptied', async () => {
    const read = await upload(LEDGER);
    const texts = ['CS-3', 'Cleo', 'cleo@example.com', 'Common', '7', '0.25', '2024-07-01'];
    const added = await change(read, {
      cells: [...texts.map((text, index) => cell(6, 'ABCDEFG'.charAt(index), text)), cell(3, 'E', '5')],
    });
    expect(added.body).toMatchObject({ status: 'ready', records: { stock_issuances: 3 } });
    const page = await owner.get(`${one(read)}/grid?from=4`);
    expect([page.body.tabs, rowsOf(page)]).toMatchObject([[{ last_row: 6 }], [[6, texts.join('|')]]]);
    const emptied = await change(read, { cells: [cell(3, 'B', '')] });
    expect((emptied.body.findings as Row[]).map(({ code, row }) => [code, row])).toContainEqual(['holder_missing', 3]);
    const back = await change(read, { cells: [cell(3, 'B', null)] });
    expect(back.body.status).toBe('ready');
  });

  it('stands in the download with the errors', async () => {
    const read = await upload(LEDGER);
    await change(read, { cells: [cell(2, 'E', '12 pieces')] });
    const { text } = await owner.get(`${one(read)}/errors.csv`);
    expect(text).toContain('12 pieces');
    expect(text).not.toContain('5,000,000');
  });

  it('is refused outside of what a file may hold, at its field', async () => {
    const read = await upload(LEDGER);
    const long = 'x'.repeat(1001);
    for (const [bad, field] of [
      [cell(0, 'A', 'x'), 'row'],
      [cell(1_048_577, 'A', 'x'), 'row'],
      [cell(1, 'SG', 'x'), 'column'],
      [cell(1, 'a', 'x'), 'column'],
      [cell(1, 'A', long), 'text'],
      [cell(1, 'A', 'a\u0000b'), 'text'],
      [cell(1, 'A', 'a\ud83d'), 'text'],
      [cell(1, 'A', 'x', 'Nowhere'), 'tab'],
    ] as const) {
      const reply = await change(read, { cells: [cell(1, 'A', 'Certificate'), bad] });
      expect([bad, reply.status, faultsOf(reply)]).toEqual([bad, 422, [`cells.1.${field}`]]);
    }
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => cell(from + index, 'Z', '1'));
    expect((await change(read, { cells: many(10, 5001) })).status).toBe(422);
    expect((await change(read, { cells: many(10, 5000) })).status).toBe(200);
    expect(faultsOf(await change(read, { cells: many(9, 1) }))).toEqual(['cells']);
    expect((await change(read, { cells: [...many(9, 1), cell(10, 'Z', null)] })).status).toBe(200);
  });
});

describe('the last change', () => {
  const CHANGES: [string, Row][] = [
    ['a day', { as_of: '2024-12-31' }],
    ['a role', { tables: [{ id: 't1', role: 'ignore' }] }],
    ['heading rows', { tables: [{ id: 't1', heading_rows: [2] }] }],
    ['a meaning', { tables: [{ id: 't1', columns: [{ column: 'F', field: null }] }] }],
    ['an answer', { answers: { 'date_order:t1:G': 'MDY' } }],
    ['a row left out', { rows: [{ table: 't1', row: 3, use: 'skip' }] }],
    ['a corrected cell', { cells: [cell(3, 'E', '1000')] }],
  ];

  it.each(CHANGES)('is taken back: %s', async (_what, body) => {
    const read = await upload(LEDGER);
    const { id: _id, ...before } = (await owner.get(one(read))).body;
    expect((await change(read, body)).body).toMatchObject({ can_undo: true });
    const undone = await change(read, { undo: true });
    expect([undone.status, undone.body]).toMatchObject([200, before]);
    expect((await owner.get(one(read))).body).toEqual(undone.body);
    expect(await change(read, { undo: true })).toMatchObject({ status: 409, code: 'nothing_to_undo' });
  });

  it('is taken back one by one, twenty at most, and alone', async () => {
    const read = await upload(LEDGER);
    for (let shares = 1; shares <= 22; shares += 1) await change(read, { cells: [cell(3, 'E', String(shares))] });
    // What changes nothing is no change.
    await change(read, { cells: [cell(3, 'E', '22')] });
    const both = await change(read, { undo: true, as_of: '2024-12-31' });
    expect([both.status, faultsOf(both)]).toEqual([422, ['undo']]);
    for (let left = 21; left >= 2; left -= 1)
      expect((await change(read, { undo: true })).body).toMatchObject({
        corrections: [{ text: String(left) }],
        can_undo: left > 2,
      });
    expect((await change(read, { undo: true })).code).toBe('nothing_to_undo');
  });
});
