// Spreadsheets beside other changes of the company: what was read before a change is not applied after it, and a file tells the
// company nothing about itself.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2026-03-02T10:00:00Z');
  owner = await signUpCompany(server);
});

const paste = (text: string, as_of?: string): Promise<Reply> =>
  owner.post('/api/sheets', { text, ...(as_of && { as_of }) });
const apply = ({ body }: Reply) => owner.post(`/api/sheets/${String(body.id)}/apply`, { accept_warnings: true });
const totalOf = async () => (await owner.get('/api/cap-table?as_of=2026-03-02')).body.total;
const holding = (shares: number, as_of: string) =>
  paste(`Holder,Common Stock,% Owned\nAda Okafor,${shares},100%`, as_of);

describe('two files, each read before the other is applied', () => {
  it('at once: one is applied, and the other has to be read again', async () => {
    // Of one day, so that either may be the first: the other is read with the records as they were before, or finds nothing left to
    // bring in.
    const day = '2024-05-01';
    const both = [await holding(500, day), await paste('Holder,Common Stock\nAda Okafor,500', day)];
    const done = await Promise.all(both.map(apply));
    for (const { status, code } of done)
      expect([status, code]).toEqual(status === 200 ? [200, undefined] : [409, 'stale_version']);
    expect(done.map(({ status }) => status)).toContain(200);
    expect(await totalOf()).toBe('500');
  });

  it('one after the other brings in the rest', async () => {
    await apply(await holding(100, '2024-01-01'));
    const [five, six] = [await holding(500, '2024-05-01'), await holding(600, '2024-06-01')];
    for (const read of [five, six]) expect((await apply(read)).status).toBe(200);
    expect(await totalOf()).toBe('600');
    const numbers = (await owner.get('/api/certificates/')).rows.map((row) => row.certificate_number);
    expect(numbers.toSorted()).toEqual(['CS-1', 'CS-2', 'CS-3']);
  });
});

describe('a file whose import built on another one', () => {
  it('brings in again what is missing since that was undone', async () => {
    const first = await apply(await holding(100, '2024-01-01'));
    await apply(await holding(150, '2024-06-01'));
    const undone = await owner.post(`/api/ocf/imports/${String(first.body.import_id)}/undo`, {});
    expect([undone.status, await totalOf()]).toEqual([200, '50']);
    const again = await holding(150, '2024-06-01');
    expect((again.body.findings as Row[]).map(({ code }) => code)).toContain('holding_increased');
    expect((await apply(again)).body).toMatchObject({ transactions: 1 });
    expect(await totalOf()).toBe('150');
    expect((await apply(await holding(150, '2024-06-01'))).body).toMatchObject({ transactions: 0 });
  });
});

it('says nothing about the company itself', async () => {
  const { version, ...before } = (await owner.get('/api/organization')).body;
  const applied = await apply(
    await paste('Certificate #,Holder,Class,Shares,Issue Date\nCS-1,Ada,Common,100,2020-01-15'),
  );
  const { version: after, ...company } = (await owner.get('/api/organization')).body;
  expect([company, after]).toEqual([before, version]);
  const { body } = await owner.get(`/api/ocf/imports/${String(applied.body.import_id)}`);
  expect(JSON.stringify(body)).not.toContain('before the formation');
  expect(body.accepted_findings).toBe(false);
});
