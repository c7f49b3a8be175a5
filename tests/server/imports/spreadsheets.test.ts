// Spreadsheets by HTTP: read, answered, applied as one unit, undone, and imported again.
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
CS-2,Birch Angels Ltd,birch@example.com,Common,"1,000,000",0.25,2024-06-30
`;
const upload = (text: string | Buffer, name = 'ledger.csv', by = owner): Promise<Reply> => {
  const { body, options } = given.multipart({ name, bytes: text });
  return by.post('/api/sheets', body, options);
};
const one = ({ body }: Reply) => `/api/sheets/${String(body.id)}`;
const apply = (read: Reply, body: Row = { accept_warnings: true }) => owner.post(`${one(read)}/apply`, body);
const totalOf = async (day = '2026-03-02') => (await owner.get(`/api/cap-table?as_of=${day}`)).body.total;
const codesOf = ({ body }: Reply, list: 'findings' | 'questions') => (body[list] as Row[]).map(({ code }) => code);

describe('a ledger of certificates', () => {
  it('is read, applied as one unit, and undone', async () => {
    const read = await upload(LEDGER);
    expect([read.status, read.body.status]).toEqual([201, 'ready']);
    expect(read.body).toMatchObject({
      file_name: 'ledger.csv',
      source: 'generic',
      records: { stakeholders: 2, stock_issuances: 2 },
      changes: { new: 2, changed: 0, same: 0, gone: 0 },
    });
    expect(await totalOf()).toBe('0');
    const applied = await apply(read);
    expect([applied.status, applied.body]).toMatchObject([200, { applied: true, transactions: 2 }]);
    expect([await totalOf(), await totalOf('2024-02-01')]).toEqual(['6000000', '5000000']);
    const certificates = (await owner.get('/api/certificates/')).rows;
    expect(certificates.map((row) => row.certificate_number).toSorted()).toEqual(['CS-1', 'CS-2']);
    expect((await owner.get(one(read))).body).toMatchObject({ status: 'applied', import_id: applied.body.import_id });
    expect((await owner.delete(one(read))).code).toBe('already_applied');
    expect((await owner.put(one(read), { answers: {} })).code).toBe('already_applied');
    const undone = await owner.post(`/api/ocf/imports/${String(applied.body.import_id)}/undo`, {});
    expect([undone.status, await totalOf()]).toEqual([200, '0']);
    expect((await apply(read)).body).toMatchObject({ applied: true });
    expect(await totalOf()).toBe('6000000');
  });

  it('applied by several at once is applied once', async () => {
    const read = await upload(LEDGER);
    const all = await Promise.all(Array.from({ length: 5 }, () => apply(read)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(all.map(({ body }) => body.import_id)).size).toBe(1);
    expect(all.map(({ body }) => body.transactions).toSorted()).toEqual([0, 0, 0, 0, 2]);
    expect((await owner.get('/api/ocf/imports/')).rows).toHaveLength(1);
  });

  it('imported twice adds nothing, and later only what is new', async () => {
    await apply(await upload(LEDGER));
    const again = await upload(LEDGER, 'renamed.csv');
    expect(again.body.changes).toEqual({ new: 0, changed: 0, same: 2, gone: 0 });
    expect((await apply(again)).body).toMatchObject({ transactions: 0, already_applied_at: expect.any(String) });
    const later = await upload(`${LEDGER}CS-3,Ada Okafor,ada@example.com,Common,"2,000",0.25,2025-02-01\n`);
    expect(later.body.changes).toEqual({ new: 1, changed: 0, same: 2, gone: 0 });
    expect((await apply(later)).body).toMatchObject({ transactions: 1 });
    expect(await totalOf()).toBe('6002000');
    expect((await owner.get('/api/shareholders/')).rows).toHaveLength(2);
    const next = await given.certificate(owner, {
      shareholder_id: (await owner.get('/api/shareholders/')).rows[0]!.id,
      share_class_id: (await owner.get('/api/share-classes/')).rows[0]!.id,
    });
    expect(next.certificate_number).toBe('CS-4');
  });

  it('asks where the ledger has a number with another holder or quantity, and corrects what is confirmed', async () => {
    await apply(await upload(LEDGER));
    const other = await upload(
      LEDGER.replace('CS-2,Birch Angels Ltd', 'CS-2,Somebody Else').replace('5,000,000', '4,000,000'),
    );
    expect(other.body.changes).toMatchObject({ changed: 2, same: 0 });
    const questions = other.body.questions as { id: string; code: string; text: string }[];
    expect(questions).toMatchObject([
      { code: 'security_changed', text: expect.stringMatching(/5,000,000 in your records, 4,000,000 in this file/) },
      { code: 'security_changed', text: expect.stringMatching(/Birch Angels Ltd in your records, Somebody Else/) },
    ]);
    expect((await apply(other)).code).toBe('questions_open');
    const answers = { [questions[0]!.id]: 'file', [questions[1]!.id]: 'ledger' };
    expect((await owner.put(one(other), { answers })).body.status).toBe('ready');
    await apply(other);
    expect([await totalOf('2024-01-15'), await totalOf()]).toEqual(['4000000', '5000000']);
    const same = await upload(`${LEDGER.replace('5,000,000', '4,000,000')} `);
    expect(same.body.changes).toMatchObject({ new: 0, changed: 0, same: 2 });
  });

  it('finds the holders and classes that the company typed in before', async () => {
    await given.shareClass(owner, { name: 'Common', prefix: 'CS-' });
    await given.shareholder(owner, { first_name: 'Ada', last_name: 'Okafor', email: 'ADA@example.com' });
    await apply(await upload(LEDGER));
    expect((await owner.get('/api/shareholders/')).rows).toHaveLength(2);
    expect((await owner.get('/api/share-classes/')).rows).toHaveLength(1);
    expect(await totalOf()).toBe('6000000');
  });
});

describe('a question', () => {
  const ambiguous = LEDGER.replace('2024-01-15', '03/04/2024').replace('2024-06-30', '05/06/2024');

  it('keeps a file from being applied until it is answered, and the answer stays', async () => {
    const read = await upload(ambiguous);
    expect([read.body.status, codesOf(read, 'questions')]).toEqual(['questions', ['date_order']]);
    expect((await apply(read)).code).toBe('questions_open');
    const [{ id, choices }] = read.body.questions as [{ id: string; choices: { value: string }[] }];
    const dayFirst = choices.find(({ value }) => /^d/i.test(value))!.value;
    const answered = await owner.put(one(read), { answers: { [id]: dayFirst } });
    expect([answered.status, answered.body.status]).toEqual([200, 'ready']);
    expect((await owner.get(one(read))).body.status).toBe('ready');
    await apply(read);
    expect([await totalOf('2024-04-02'), await totalOf('2024-04-03')]).toEqual(['0', '5000000']);
  });

  it('is answered in the place of one other, not of two: the later is told', async () => {
    const read = await upload(ambiguous);
    const [{ id, choices }] = read.body.questions as [{ id: string; choices: { value: string }[] }];
    const both = await Promise.all(choices.map(({ value }) => owner.put(one(read), { answers: { [id]: value } })));
    expect(both.map(({ status }) => status).every((status) => [200, 409].includes(status))).toBe(true);
    expect(both.map(({ status }) => status)).toContain(200);
  });
});

describe('errors and warnings', () => {
  const bad = LEDGER.replace('"1,000,000"', '1.5').replace('birch@example.com', '');

  it('are all named at once at their cells, and nothing is written while an error stands', async () => {
    const read = await upload(bad);
    expect([read.body.status, codesOf(read, 'findings')]).toEqual(['errors', ['quantity_not_whole']]);
    expect(read.body.findings).toMatchObject([{ row: 3, column: 'E', heading: 'Shares', value: '1.5' }]);
    expect((await apply(read)).code).toBe('errors_stand');
    expect((await owner.get('/api/shareholders/')).rows).toEqual([]);
    const csv = (await owner.get(`${one(read)}/errors.csv`)).text;
    expect(csv.split('\r\n')[0]).toMatch(/Issue Date,Errors$/);
    expect(csv.split('\r\n')[2]).toMatch(/^CS-2,.*E: .*whole/);
  });

  it('of a row that is left out no longer stand', async () => {
    const read = await upload(bad);
    const [{ id: table }] = read.body.tables as [{ id: string }];
    const without = await owner.put(one(read), { rows: [{ table, row: 3, use: 'skip' }] });
    expect(without.body.status).toBe('ready');
    expect((await apply(read)).status).toBe(200);
    expect(await totalOf()).toBe('5000000');
  });

  it('that only warn need one confirmation', async () => {
    const read = await upload(LEDGER.replace('birch@example.com', ''));
    expect(codesOf(read, 'findings')).toEqual(['email_missing']);
    expect((await apply(read, {})).code).toBe('warnings_not_accepted');
    expect((await apply(read)).status).toBe(200);
  });

  it('a total of the file that differs is an error, named where it stands', async () => {
    const read = await upload(`${LEDGER}Total,,,,"7,000,000",,\n`);
    expect(codesOf(read, 'findings')).toContain('total_mismatch');
    expect((await apply(read)).code).toBe('errors_stand');
  });
});

describe('what cannot be read', () => {
  it.each([
    ['a program', Buffer.from([0, 1, 2, 3, 0, 0]), 'not_text'],
    ['an old Excel file', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'legacy_xls'],
    ['a broken workbook', Buffer.from('PK\u0003\u0004nothing'), 'bad_zip'],
    ['a field of more than 1 MiB', Buffer.from(`a,b\n"${'x'.repeat(1_100_000)}",1\n`), 'too_large_field'],
  ])('%s is refused by name and nothing of it is kept', async (_what, bytes, code) => {
    const refused = await upload(bytes);
    expect([refused.status, refused.code]).toEqual([422, code]);
    expect((await owner.get('/api/sheets')).rows).toEqual([]);
  });

  it('of 21 MB is refused as too large', async () => {
    expect((await upload(Buffer.alloc(21 * 1024 * 1024, 'a'))).status).toBe(413);
  });

  it('a pasted table is read like a file', async () => {
    const read = await owner.post('/api/sheets', { text: LEDGER.replaceAll(',', '\t').replaceAll('"', '') });
    expect(read.status).toBe(201);
    expect((await owner.post('/api/sheets', { text: '' })).status).toBe(422);
  });
});

describe('a reading', () => {
  it('belongs to administrators of its company', async () => {
    const read = await upload(LEDGER);
    const staff = await givenMember(server, owner, 'staff');
    expect((await staff.get(one(read))).status).toBe(403);
    expect((await upload(LEDGER, 'x.csv', staff)).status).toBe(403);
    const other = await signUpCompany(server);
    for (const reply of [
      await other.get(one(read)),
      await other.put(one(read), { answers: {} }),
      await other.post(`${one(read)}/apply`, {}),
      await other.get(`${one(read)}/errors.csv`),
      await other.get(`${one(read)}/file`),
      await other.delete(one(read)),
    ])
      expect(reply.status).toBe(404);
  });

  it('gives its file back as it came', async () => {
    const bytes = Buffer.from(`\ufeff${LEDGER.replace('Birch', 'Größe & Söhne')}`, 'utf16le');
    const file = await owner.get(`${one(await upload(bytes, 'Aktienregister “1”.csv'))}/file`);
    expect(file.bytes.equals(bytes)).toBe(true);
    expect(file.headers['content-disposition']).toContain("filename*=UTF-8''Aktienregister%20%E2%80%9C1%E2%80%9D.csv");
  });

  it('is listed until it is discarded', async () => {
    const read = await upload(LEDGER);
    expect((await owner.get('/api/sheets')).rows).toMatchObject([{ id: read.body.id, status: 'open' }]);
    expect((await owner.delete(one(read))).status).toBe(204);
    expect((await owner.get(one(read))).status).toBe(404);
  });

  it.each(['snapshot', 'certificates', 'options', 'convertibles', 'stakeholders'])(
    'of the template for %s skips its example row',
    async (kind) => {
      const template = await owner.get(`/api/sheets/templates/${kind}.xlsx`);
      expect(template.status).toBe(200);
      const read = await upload(template.bytes, 'template.xlsx');
      expect((read.body.skipped as Row[]).length).toBeGreaterThan(0);
      expect((read.body.records as Row).transactions).toBe(0);
    },
  );
});
