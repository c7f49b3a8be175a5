// Somebody with one name: what one door lets in, every other one takes, and nobody is without any name.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { w9 } from '#tests/support/inputs/taxForms.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const ACCOUNT = { routing_number: '021000021', account_number: '000123456789', account_type: 'checking' };
const pathOf = ({ id }: Row) => `/api/shareholders/${String(id)}`;
const nameOf = async (record: Row): Promise<Row> => {
  const { name, first_name, last_name } = (await owner.get(pathOf(record))).body;
  return { name, first_name, last_name };
};
async function imported(text: string, by = owner): Promise<Row[]> {
  const sheet = await by.post('/api/sheets', { text, as_of: '2024-12-31' });
  const path = `/api/sheets/${String(sheet.body.id)}`;
  expect((await by.post(`${path}/apply`, { accept_warnings: true, people: { change: 'all' } })).status).toBe(200);
  return (await by.get('/api/shareholders/')).rows;
}

describe('a person with one name', () => {
  it('of an import is edited, gets a bank account, and keeps the name', async () => {
    const company = await signUpCompany(server);
    const [record] = await imported('Shareholder,Class,Shares,Issue Date\nWayan,Common,25,2024-01-15\n', company);
    const path = pathOf(record!);
    const { body: read } = await company.get(path);
    expect(read).toMatchObject({ name: 'Wayan', first_name: 'Wayan', last_name: null });
    const sent = { ...read, history: undefined, email: 'wayan@example.com' };
    expect(await company.put(path, sent)).toMatchObject({ status: 200, body: { name: 'Wayan', last_name: null } });
    expect((await company.put(path, { bank_account: ACCOUNT })).status).toBeLessThan(203);
    expect((await company.get(path)).body).toMatchObject({ name: 'Wayan', bank_account_last4: '6789' });
    const { rows } = await company.get('/api/certificates/');
    const paper = await company.get(`/api/certificates/${String(rows[0]!.id)}/pdf`);
    expect(textOfPdf(paper.bytes).join('\n')).toContain('Wayan');
  });

  it.each([
    { first_name: 'Wayan', last_name: null },
    { first_name: 'Wayan', last_name: '' },
    { first_name: 'Wayan' },
    { last_name: 'Wayan' },
    { first_name: '  ', last_name: ' Wayan ' },
  ])('is added with %j', async (names) => {
    const added = await owner.post('/api/shareholders/', { type: 'individual', ...names });
    expect([added.status, added.body.name]).toEqual([201, 'Wayan']);
    const { last_name } = await nameOf(added.body);
    expect(last_name).toBe(names.last_name?.trim() || null);
  });

  it('may have had two, and may get two', async () => {
    const record = await given.shareholder(owner, { first_name: 'Wayan', last_name: 'Sudarma' });
    await owner.put(pathOf(record), { last_name: null });
    expect(await nameOf(record)).toEqual({ name: 'Wayan', first_name: 'Wayan', last_name: null });
    await owner.put(pathOf(record), { first_name: null, last_name: 'Sudarma' });
    expect(await nameOf(record)).toEqual({ name: 'Sudarma', first_name: null, last_name: 'Sudarma' });
    await owner.put(pathOf(record), { first_name: 'Wayan' });
    expect(await nameOf(record)).toMatchObject({ name: 'Wayan Sudarma' });
  });

  it('changes their own address and, with a second administrator, their bank account', async () => {
    const company = await signUpCompany(server);
    const admin = await givenMember(server, company, 'admin');
    const email = `one-${unique()}@example.com`;
    const added = await company.post('/api/shareholders/', { type: 'individual', first_name: 'Suharto', email });
    const holder = await signUpShareholder(server, company, added.body);
    const { body: own } = await holder.get(pathOf(added.body));
    expect((await holder.put(pathOf(added.body), { ...own, history: undefined, city: 'Ubud' })).status).toBe(200);
    expect((await company.put(pathOf(added.body), { bank_account: ACCOUNT })).status).toBeLessThan(203);
    const other = { ...ACCOUNT, account_number: '555000111222' };
    expect((await holder.put(pathOf(added.body), { bank_account: other })).status).toBe(200);
    const { at } = (await admin.get(pathOf(added.body))).body.bank_change as Row;
    const approved = await admin.post(`${pathOf(added.body)}/bank-change/approve`, { at });
    expect([approved.status, approved.detail]).toEqual([200, undefined]);
    expect((await company.get(pathOf(added.body))).body).toMatchObject({ name: 'Suharto', city: 'Ubud' });
  });

  it('is set up with the first cap table', async () => {
    const company = await signUpCompany(server);
    const line = { share_class: 'Common', quantity: '100', type: 'individual' };
    const started = await company.post('/api/setup/start', {
      date: '2024-03-02',
      classes: [{ name: 'Common', class_type: 'COMMON', prefix: 'CS-', authorized_shares: '1000' }],
      holders: [
        { ...line, first_name: 'Wayan' },
        { ...line, last_name: 'Sukarno' },
      ],
    });
    expect([started.status, started.detail]).toEqual([201, undefined]);
    expect((await company.get('/api/shareholders/')).rows.map(({ name }) => name)).toEqual(['Sukarno', 'Wayan']);
  });

  it('comes in by a list of people, and is renamed by one', async () => {
    const company = await signUpCompany(server);
    await imported('Name\tEmail\nWayan\twayan@example.com\n', company);
    const [again] = await imported('Name\tEmail\tCity\nWayan\twayan@example.com\tUbud\n', company);
    expect(again).toMatchObject({ name: 'Wayan', last_name: null, city: 'Ubud' });
    const halves = await imported('First name\tLast name\tEmail\n\tPele\tpele@example.com\n', company);
    expect(halves.map(({ name }) => name)).toEqual(['Pele', 'Wayan']);
  });

  it('signs a tax form under that name', async () => {
    const company = await signUpCompany(server);
    const email = `tax-${unique()}@example.com`;
    const added = await company.post('/api/shareholders/', { type: 'individual', last_name: 'Teller', email });
    const holder = await signUpShareholder(server, company, added.body);
    const signed = await holder.post(
      `${pathOf(added.body)}/tax-form`,
      w9({ name: 'Teller', signature: 'teller', signed_on: server.deps.now().toISOString().slice(0, 10) }),
    );
    expect([signed.status, signed.detail]).toEqual([201, undefined]);
  });

  it('is the same after the company’s records went through a package', async () => {
    const company = await signUpCompany(server);
    for (const names of [{ last_name: 'Pele' }, { first_name: 'Wayan' }])
      await company.post('/api/shareholders/', { type: 'individual', ...names });
    const other = await signUpCompany(server);
    const { body, options } = given.multipart({
      name: 'ours.ocf.zip',
      bytes: (await company.get('/api/ocf/export')).bytes,
    });
    expect((await other.post('/api/ocf/import', body, options)).body).toMatchObject({ applied: true });
    const columns = ({ name, first_name, last_name }: Row) => ({ name, first_name, last_name });
    expect((await other.get('/api/shareholders/')).rows.map(columns)).toEqual(
      (await company.get('/api/shareholders/')).rows.map(columns),
    );
  });
});

describe('nobody', () => {
  it('is without any name', async () => {
    const wanted = { status: 422, body: { errors: [{ field: 'first_name' }, { field: 'last_name' }] } };
    for (const names of [{}, { first_name: '', last_name: null }, { first_name: ' ' }])
      expect(await owner.post('/api/shareholders/', { type: 'individual', ...names })).toMatchObject(wanted);
    const record = await given.shareholder(owner);
    expect(await owner.put(pathOf(record), { first_name: null, last_name: null })).toMatchObject(wanted);
    const entity = await given.shareholder(owner, { type: 'entity', entity_name: 'Fjord AS' });
    expect(await owner.put(pathOf(entity), { type: 'individual', first_name: null, last_name: null })).toMatchObject(
      wanted,
    );
  });
});

/** Of one plane or another: blank letters, a sign without dots, marks and selectors without a letter. */
const UNSEEN = ['\u3164', '\u2800', '\u115f', '\u034f', '\ufe0f', '\u17b4', '\u{e0041}', '\u0301'];

describe('a name that cannot be seen', () => {
  it.each(UNSEEN)('is none at the form, for a person and an entity: %j', async (name) => {
    const people = [{ first_name: name }, { last_name: name }, { first_name: name, last_name: 'Byrne' }];
    for (const names of [
      ...people.map((each) => ({ type: 'individual', ...each })),
      { type: 'entity', entity_name: name },
    ])
      expect((await owner.post('/api/shareholders/', names)).status).toBe(422);
    const record = await given.shareholder(owner);
    expect((await owner.put(pathOf(record), { first_name: name, last_name: null })).status).toBe(422);
    const class_type = { class_type: 'COMMON', prefix: 'X-', authorized_shares: '9', votes_per_share: 1, seniority: 1 };
    expect((await owner.post('/api/share-classes/', { ...class_type, name })).status).toBe(422);
  });
  it.each(UNSEEN)('is none at the setup and in an import: %j', async (name) => {
    const company = await signUpCompany(server);
    const started = await company.post('/api/setup/start', {
      date: '2024-03-02',
      classes: [{ name: 'Common', class_type: 'COMMON', prefix: 'CS-', authorized_shares: '1000' }],
      holders: [{ share_class: 'Common', quantity: '100', type: 'individual', first_name: name }],
    });
    expect(started.status).toBe(422);
    const text = `Shareholder,Class,Shares,Issue Date\n${name},Common,25,2024-01-15\nAda,Common,5,2024-01-15\n`;
    const sheet = await company.post('/api/sheets', { text, as_of: '2024-12-31' });
    const found = JSON.stringify((await company.get(`/api/sheets/${String(sheet.body.id)}`)).body);
    expect(found).toContain('holder_missing');
    const applied = await company.post(`/api/sheets/${String(sheet.body.id)}/apply`, { accept_warnings: true });
    expect(applied.status).toBe(409);
  });
});

describe('a name with joiners', () => {
  const JOINED = ['می\u200cخواهم', 'ශ්\u200dරී', '👩\u200d💻 Ada', 'ಅಶೋಕ್\u200c'];
  it.each(JOINED)('is taken by every door alike: %s', async (name) => {
    const company = await signUpCompany(server);
    const [record] = await imported(`Shareholder,Class,Shares,Issue Date\n${name},Common,25,2024-01-15\n`, company);
    expect(record!.name).toBe(name);
    const { body: read } = await company.get(pathOf(record!));
    const saved = await company.put(pathOf(record!), { ...read, history: undefined, city: 'Ubud' });
    expect([saved.status, saved.body.name]).toEqual([200, name]);
    const added = await company.post('/api/shareholders/', { type: 'entity', entity_name: name });
    expect([added.status, added.body.name]).toEqual([201, name]);
  });
  it('keeps no other sign that cannot be seen: an import says so, and the form refuses it', async () => {
    const company = await signUpCompany(server);
    for (const name of ['Wa\u200byan', 'Wa\u202eyan', 'Wa\u00adyan', 'Wa\u3164yan', 'Wa\u0007yan'])
      expect((await company.post('/api/shareholders/', { type: 'individual', first_name: name })).status).toBe(422);
    const text = 'Shareholder,Class,Shares,Issue Date\nWa\u200byan,Common,25,2024-01-15\n';
    const sheet = await company.post('/api/sheets', { text, as_of: '2024-12-31' });
    const path = `/api/sheets/${String(sheet.body.id)}`;
    expect(JSON.stringify((await company.get(path)).body)).toContain('hidden_characters');
    expect((await company.post(`${path}/apply`, { accept_warnings: false })).status).not.toBe(200);
    expect((await company.post(`${path}/apply`, { accept_warnings: true })).status).toBe(200);
    const [record] = (await company.get('/api/shareholders/')).rows;
    expect(record!.name).toBe('Wayan');
    const { body: read } = await company.get(pathOf(record!));
    expect((await company.put(pathOf(record!), { ...read, history: undefined, city: 'Ubud' })).status).toBe(200);
  });
});

describe('a name that an import recorded', () => {
  it('stays when something else is edited, also where it is more than its parts', async () => {
    const company = await signUpCompany(server);
    const added = await given.shareholder(company, { first_name: 'Ana', last_name: 'Ruiz' });
    const object = { legal_name: 'Dr. Ana Ruiz', first_name: 'Ana', last_name: 'Ruiz' };
    await server.sql(`update shareholder set name = $2 where id = $1`, [added.id, object.legal_name]);
    const { body: read } = await company.get(pathOf(added));
    const saved = await company.put(pathOf(added), { ...read, history: undefined, city: 'Lima' });
    expect(saved.body).toMatchObject({ name: 'Dr. Ana Ruiz', city: 'Lima' });
    const renamed = await company.put(pathOf(added), { last_name: 'Soler' });
    expect(renamed.body).toMatchObject({ name: 'Ana Soler' });
  });
});
