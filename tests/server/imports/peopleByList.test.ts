// A list of people by HTTP: who is new comes in, who is changed gets the file's details if chosen, by the ordinary edit.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../server/db/database.ts';
import * as given from '../../support/given.ts';
import { signUpCompany, signUpShareholder } from '../../support/people.ts';
import type { Person, Reply } from '../../support/people.ts';
import { useTestServer } from '../../support/testServer.ts';

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
    const read = await paste(LIST);
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
    const ben = await given.shareholder(owner, { first_name: 'Ben', last_name: 'Lindqvist', email: 'ben@old.example' });
    const applied = await apply(await paste(LIST), { people: { change: [ada.id] } });
    expect(applied.body).toMatchObject({ people_changed: 1 });
    expect(await named('Ben Lindqvist')).toMatchObject({ id: ben.id, email: 'ben@old.example' });
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
    const applied = await apply(await paste(LIST), { people: { change: 'all' } });
    expect(applied.body).toMatchObject({ people_changed: 1 });
    const undone = await owner.post(`/api/ocf/imports/${String(applied.body.import_id)}/undo`, {});
    expect(undone.status).toBe(200);
    expect(await holders()).toMatchObject([{ id: ada.id, email: 'ada@new.example', city: 'Cork' }]);
  });

  it('may hold changed people only', async () => {
    const ada = await givenAda();
    const read = await paste('Name\tEmail\nAda Okafor\tada@new.example\n');
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

describe('what is refused', () => {
  it('a detail that no shareholder can have names the person, and writes nothing', async () => {
    const ada = await givenAda();
    const read = await paste(
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
  await apply(await paste(LIST), { people: { change: [ada.id] } });
  expect(await named('Ada Okafor')).toMatchObject({ email: 'ada@new.example', portal_state: 'linked' });
  expect((await holder.get('/api/auth/me')).status).toBe(200);
  expect((await holder.get('/api/shareholders/')).rows).toMatchObject([{ id: ada.id, email: 'ada@new.example' }]);
});
