// A list of people by HTTP: who is new comes in, who is changed gets the file's details if chosen, by the ordinary edit.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2026-03-02T10:00:00Z');
  owner = await signUpCompany(server);
});

const LIST = `Name\tEmail\tCity\tCountry
Ada Okafor\tada@new.example\tCork\tIreland
Ben Lindqvist\tben@example.com\t\t
Birch Angels Ltd\tbirch@example.com\tLyon\tFrance
`;
const paste = (text: string, by = owner): Promise<Reply> => by.post('/api/sheets', { text });
/** The list has another e-mail of Ada than the company: she is the same. */
const pasteOf = async (ada: Row, text = LIST): Promise<Reply> => {
  const read = await paste(text);
  expect(read.body.status).toBe('questions');
  return owner.put(`/api/sheets/${String(read.body.id)}`, { answers: { 'holder_ambiguous:ada okafor>': ada.id } });
};
const apply = ({ body }: Reply, sent: Row = {}, by = owner) =>
  by.post(`/api/sheets/${String(body.id)}/apply`, { accept_warnings: true, ...sent });
const holders = async (by = owner) => (await by.get('/api/shareholders/')).rows;
const named = async (name: string) => (await holders()).find((row) => row.name === name)!;
const personIn = ({ body }: Reply, name: string) => (body.people as Row[]).find((person) => person.name === name);
const givenAda = (email = 'ada@old.example') =>
  given.shareholder(owner, { first_name: 'Ada', last_name: 'Okafor', email });

describe('a list of people', () => {
  it('brings in who is new, and nothing else; the same list again adds nothing', async () => {
    const read = await paste(LIST);
    expect(read.body).toMatchObject({ status: 'ready', people_counts: { new: 3, changed: 0, same: 0 } });
    expect((await apply(read)).body).toMatchObject({ applied: true, transactions: 0, people_changed: 0 });
    expect((await holders()).map(({ name, city, country }) => [name, city, country]).toSorted()).toEqual([
      ['Ada Okafor', 'Cork', 'IE'],
      ['Ben Lindqvist', null, null],
      ['Birch Angels Ltd', 'Lyon', 'FR'],
    ]);
    const again = await paste(LIST);
    expect(again.body).toMatchObject({ people: [], people_counts: { new: 0, changed: 0, same: 3 } });
    await apply(again, { people: { change: 'all' } });
    expect(await holders()).toHaveLength(3);
  });

  it('leaves what the company has as it is, unless its people are chosen', async () => {
    const ada = await givenAda();
    const read = await pasteOf(ada);
    expect(personIn(read, 'Ada Okafor')).toMatchObject({
      state: 'changed',
      stakeholder_id: ada.id,
      differences: [
        { field: 'email', ours: 'ada@old.example', file: 'ada@new.example' },
        { field: 'city', ours: '', file: 'Cork' },
        { field: 'country', ours: '', file: 'IE' },
      ],
    });
    expect((await apply(read)).body).toMatchObject({ people_changed: 0 });
    expect(await named('Ada Okafor')).toMatchObject({ id: ada.id, email: 'ada@old.example', city: null });
    expect(await holders()).toHaveLength(3);
    // The same file was applied without them: choosing them later is still possible.
    const chosen = await apply(await paste(LIST), { people: { change: [ada.id] } });
    expect(chosen.body).toMatchObject({ people_changed: 1, already_applied_at: expect.any(String) });
    expect(await named('Ada Okafor')).toMatchObject({ id: ada.id, email: 'ada@new.example', city: 'Cork' });
  });

  it('changes the chosen ones by the ordinary edit, with its line in the history and the trail', async () => {
    const ada = await givenAda();
    const ben = await given.shareholder(owner, { first_name: 'Ben', last_name: 'Lindqvist', email: null });
    const applied = await apply(await pasteOf(ada), { people: { change: [ada.id] } });
    expect(applied.body).toMatchObject({ people_changed: 1 });
    expect(await named('Ben Lindqvist')).toMatchObject({ id: ben.id, email: null });
    const page = (await owner.get(`/api/shareholders/${String(ada.id)}`)).body;
    expect(page.version).toBe(Number(ada.version) + 1);
    expect(JSON.stringify(page)).toContain('changed shareholder Ada Okafor: Email, City, Country');
    const trail = (await owner.get('/api/audit/')).rows;
    expect(trail.find(({ resource, action }) => resource === 'shareholders' && action === 'update')).toMatchObject({
      resource_id: ada.id,
      before: expect.objectContaining({ email: 'ada@old.example' }),
      after: expect.objectContaining({ email: 'ada@new.example', city: 'Cork' }),
    });
  });

  it('keeps changed details when the import is undone, and takes the new people back', async () => {
    const ada = await givenAda();
    const applied = await apply(await pasteOf(ada), { people: { change: 'all' } });
    expect(applied.body).toMatchObject({ people_changed: 1 });
    const undone = await owner.post(`/api/ocf/imports/${String(applied.body.import_id)}/undo`, {});
    expect(undone.status).toBe(200);
    expect(await holders()).toMatchObject([{ id: ada.id, email: 'ada@new.example', city: 'Cork' }]);
  });

  it('may hold changed people only', async () => {
    const ada = await givenAda();
    const read = await pasteOf(ada, 'Name\tEmail\nAda Okafor\tada@new.example\n');
    expect((await apply(read, { people: { change: 'all' } })).body).toMatchObject({ people_changed: 1 });
    expect(await holders()).toMatchObject([{ id: ada.id, email: 'ada@new.example' }]);
  });

  it('gives a name that a question settled', async () => {
    const ada = await givenAda('ada@example.com');
    const read = await paste('Name\tEmail\nAda King\tada@example.com\n');
    expect(read.body.status).toBe('questions');
    const answered = await owner.put(`/api/sheets/${String(read.body.id)}`, {
      answers: { 'holder_ambiguous:ada king>': ada.id },
    });
    expect(answered.body).toMatchObject({ status: 'ready', people_counts: { new: 0, changed: 1, same: 0 } });
    await apply(read, { people: { change: [ada.id] } });
    expect(await holders()).toMatchObject([{ id: ada.id, name: 'Ada King', first_name: 'Ada', last_name: 'King' }]);
  });
});

describe('the same name with another e-mail', () => {
  const LEDGER = `Holder\tEmail\tCertificate\tClass\tShares\tIssue date
Ada Okafor\tada@new.example\tCS-2\tCommon\t900\t2025-03-01
`;
  const heldBy = async (holder: Person) => JSON.stringify((await holder.get('/api/certificates/')).rows);

  it('is asked about before a stranger’s certificate can reach an account', async () => {
    const ada = await givenAda('ada@first.example');
    const holder = await signUpShareholder(server, owner, ada);
    const read = await paste(LEDGER);
    expect(read.body).toMatchObject({
      status: 'questions',
      questions: [
        {
          code: 'holder_ambiguous',
          choices: [{ value: 'several' }, { value: ada.id, label: 'The same as Ada Okafor, ada@first.example' }],
        },
      ],
    });
    expect((await apply(read)).code).toBe('questions_open');
    const answers = { 'holder_ambiguous:ada okafor>': 'several' };
    expect((await owner.put(`/api/sheets/${String(read.body.id)}`, { answers })).body.status).toBe('ready');
    expect((await apply(read)).body).toMatchObject({ applied: true });
    expect((await holders()).map(({ name, email }) => [name, email]).toSorted()).toEqual([
      ['Ada Okafor', 'ada@first.example'],
      ['Ada Okafor', 'ada@new.example'],
    ]);
    expect(await heldBy(holder)).not.toContain('CS-2');
    expect(JSON.stringify((await owner.get('/api/certificates/')).rows)).toContain('CS-2');
  });
});

describe('one number of two registers', () => {
  it('neither gives shares to the other nor renames anybody unasked', async () => {
    const asked = 'which “Ada Okafor” has in your records. Is it the same holder?';
    await apply(await paste('Name\tStakeholder ID\nAda Okafor\t1001\n'));
    const fund = await paste('Name\tOrg no\tClass\tShares\nNordic Fund AS\t1001\tCommon\t500\n');
    expect(JSON.stringify(fund.body.questions)).toContain(asked);
    expect((await apply(fund)).code).toBe('questions_open');
    const list = await paste('Name\tEmployee ID\tCity\nZoe Quinn\t1001\tOslo\n');
    expect(JSON.stringify(list.body.questions)).toContain(asked);
    expect((await apply(list, { people: { change: 'all' } })).code).toBe('questions_open');
    const answers = { 'holder_ambiguous:zoe quinn>': 'several' };
    await owner.put(`/api/sheets/${String(list.body.id)}`, { answers });
    expect((await apply(list, { people: { change: 'all' } })).body).toMatchObject({ people_changed: 0 });
    expect((await holders()).map(({ name }) => name).toSorted()).toEqual(['Ada Okafor', 'Zoe Quinn']);
  });
});

describe('what is refused', () => {
  it('somebody who was changed since the file was read: nothing is written', async () => {
    const ada = await given.shareholder(owner, { first_name: 'Ada', last_name: 'Okafor', city: 'Oslo' });
    const read = await paste('Name\tCity\nAda Okafor\tBergen\nNew Person\tLyon\n');
    const seen = personIn(read, 'Ada Okafor')!;
    expect(seen).toMatchObject({ version: ada.version, differences: [{ ours: 'Oslo', file: 'Bergen' }] });
    const page = (await owner.get(`/api/shareholders/${String(ada.id)}`)).body;
    expect((await owner.put(`/api/shareholders/${String(ada.id)}`, { ...page, city: 'Trondheim' })).status).toBe(200);
    const change = [{ id: ada.id, version: seen.version }];
    const refused = await apply(read, { people: { change } });
    expect([refused.status, refused.code]).toEqual([409, 'stale_version']);
    expect(refused.text).toContain('Ada Okafor was changed meanwhile. Open the file again.');
    expect(await holders()).toMatchObject([{ id: ada.id, city: 'Trondheim' }]);
    const again = personIn(await owner.get(`/api/sheets/${String(read.body.id)}`), 'Ada Okafor')!;
    expect(again.differences).toEqual([{ field: 'city', ours: 'Trondheim', file: 'Bergen' }]);
    const applied = await apply(read, { people: { change: [{ id: ada.id, version: again.version }] } });
    expect(applied.body).toMatchObject({ people_changed: 1 });
    expect(await named('Ada Okafor')).toMatchObject({ city: 'Bergen' });
  });

  it('a detail that no shareholder can have names the person, and writes nothing', async () => {
    const ada = await givenAda();
    const read = await pasteOf(
      ada,
      `Name\tEmail\tPostal code\nAda Okafor\tada@new.example\t${'9'.repeat(30)}\nNew Person\tnew@example.com\t1\n`,
    );
    const refused = await apply(read, { people: { change: [ada.id] } });
    expect([refused.status, refused.code]).toEqual([422, 'invalid_fields']);
    expect(refused.text).toMatch(/Ada Okafor cannot get the details of the file\. Postal code: At most 20 characters/);
    expect(await holders()).toMatchObject([{ id: ada.id, email: 'ada@old.example' }]);
  });

  it('somebody whom the file does not name, and a shareholder of another company, whom it never matches', async () => {
    const other = await signUpCompany(server);
    const theirs = await given.shareholder(other, { first_name: 'Ada', last_name: 'Okafor', email: 'ada@old.example' });
    const read = await paste(LIST);
    expect(personIn(read, 'Ada Okafor')).toMatchObject({ state: 'new', stakeholder_id: null, near: [] });
    expect((await apply(read, { people: { change: [theirs.id] } })).status).toBe(422);
    expect((await apply(read, { people: { change: 'some' } })).status).toBe(422);
    await apply(read, { people: { change: 'all' } });
    expect((await holders(other)).map(({ id, email }) => [id, email])).toEqual([[theirs.id, 'ada@old.example']]);
  });
});

it('a holder who uses the portal keeps the account when the list changes the e-mail', async () => {
  const ada = await givenAda();
  const holder = await signUpShareholder(server, owner, ada);
  await apply(await pasteOf(ada), { people: { change: [ada.id] } });
  expect(await named('Ada Okafor')).toMatchObject({ email: 'ada@new.example', portal_state: 'linked' });
  expect((await holder.get('/api/auth/me')).status).toBe(200);
  expect((await holder.get('/api/shareholders/')).rows).toMatchObject([{ id: ada.id, email: 'ada@new.example' }]);
});
