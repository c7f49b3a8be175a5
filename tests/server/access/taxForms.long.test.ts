// Tax forms: who signs them, what is kept, who reads the signed paper, and what is refused at its field.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { enter, givenMember, signUpCompany, signUpShareholder, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { letConfirmationExpire, stepUp } from '#tests/support/stepUp.ts';
import { TODAY, w8ben, w8benE, w9 } from '#tests/support/inputs/taxForms.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  server.setClock(TODAY);
  owner = await signUpCompany(server);
});

interface Holder {
  record: Row;
  person: Person;
  path: string;
}
async function givenHolder(extra: Row = {}): Promise<Holder> {
  const record = await given.shareholder(owner, {
    first_name: 'Ruth',
    last_name: 'Aldane',
    email: `tax-${unique()}@example.com`,
    ...extra,
  });
  return {
    record,
    person: await signUpShareholder(server, owner, record),
    path: `/api/shareholders/${String(record.id)}`,
  };
}
const entity = { type: 'entity', entity_name: 'Fjord Kapital AS', first_name: null, last_name: null };
const sign = (by: Person, { path }: Holder, body: Row, headers = {}) => by.post(`${path}/tax-form`, body, { headers });
const profileOf = async (by: Person, { path }: Holder) => (await by.get(path)).body.tax_profile as Row | null;
const textOf = async (by: Person, id: unknown) =>
  textOfPdf((await by.get(`/api/documents/${String(id)}/download`)).bytes).join('\n');

describe('a name', () => {
  it.each([
    ['Acme® Ltd', 'Acme® Ltd'],
    ["O'Brien Ltd", 'O’Brien Ltd'],
  ])('of a record (%s) is signed as it is written there, by hand or by phone (%s)', async (recorded, written) => {
    const holder = await givenHolder({ ...entity, entity_name: recorded });
    expect((await sign(holder.person, holder, w8benE({ name: written }))).status).toBe(201);
  });

  it('of a disregarded entity stands below its owner’s', async () => {
    const holder = await givenHolder(entity);
    const owned = w9({ disregarded_entity_name: 'Fjord Kapital AS' });
    expect((await sign(holder.person, holder, owned)).status).toBe(201);
  });
});

describe('a holder', () => {
  it('signs a W-9, which is kept as a paper, without end, with the number encrypted', async () => {
    const holder = await givenHolder();
    const signed = await sign(holder.person, holder, w9());
    expect([signed.status, signed.body]).toEqual([
      201,
      {
        country: 'US',
        form: 'W-9',
        form_signed_on: TODAY,
        form_valid_until: null,
        backup_withholding: false,
        treaty_country: null,
        treaty_rate: null,
        withholding_rate: null,
        confirmed_at: null,
        document_id: expect.any(String),
      },
    ]);
    const page = (await holder.person.get(holder.path)).body;
    expect(page).toMatchObject({ tax_id_last4: '6789', may_sign_tax_form: true, tax_profile: signed.body });
    const [paper] = (await holder.person.get('/api/documents/')).rows;
    expect(paper).toMatchObject({
      type: 'tax_form',
      name: `W-9 signed ${TODAY}.pdf`,
      shareholder_id: holder.record.id,
    });
    const text = await textOf(holder.person, paper!.id);
    expect(text).toContain('Form W-9 (substitute)');
    expect(text).toContain('ends in 6789');
    expect(text).toContain('I am not subject to backup withholding');
    expect(text).not.toMatch(/123-?45-?6789/);
    const shown = await owner.post(`${holder.path}/reveal`, { field: 'tax_id' });
    expect(shown.body).toEqual({ value: '123-45-6789' });
  });
  it('signs a W-8BEN with a treaty rate, valid to the end of the third year after', async () => {
    const holder = await givenHolder();
    const treaty = { treaty_country: 'NO', treaty_article: 'Article 8', treaty_rate: '15' };
    expect((await sign(holder.person, holder, w8ben(treaty))).body).toMatchObject({
      form: 'W-8BEN',
      form_valid_until: '2029-12-31',
      treaty_country: 'NO',
      treaty_rate: '0.15',
    });
    const { document_id } = (await profileOf(holder.person, holder))!;
    const text = await textOf(holder.person, document_id);
    expect(text).toContain('Norway (NO)');
    expect(text.replace(/\s+/g, ' ')).toContain(
      'I am a resident of Norway within the meaning of its income tax treaty',
    );
  });
  it('signs a W-8BEN-E for an entity, and W-8BEN is not offered to it', async () => {
    const holder = await givenHolder(entity);
    const refused = await sign(holder.person, holder, w8ben());
    expect([refused.status, (refused.body.errors as Row[])[0]!.field]).toEqual([422, 'form']);
    const bank = { chapter_4_status: 'reporting_model_1_ffi', giin: '98Q96B.00000.LE.250' };
    expect((await sign(holder.person, holder, w8benE(bank))).status).toBe(201);
  });
  it('signs under the name and as the kind of holder that the record says', async () => {
    const holder = await givenHolder();
    const other = await sign(holder.person, holder, w9({ name: 'Ruth Alder', signature: 'Ruth Alder' }));
    expect([other.status, other.body.errors]).toMatchObject([422, [{ field: 'name' }]]);
    expect((other.body.errors as Row[])[0]!.message).toBe(
      'The company’s records say Ruth Aldane. Sign under this name, or ask the company to change its records first.',
    );
    const wide = 'ＲＵＴＨ  aldane';
    expect((await sign(holder.person, holder, w9({ name: wide, signature: wide }))).status).toBe(201);
    const company = { tax_classification: 'c_corporation', capacity: 'Director', tin_type: 'ein', tin: '12-3456789' };
    expect((await sign(holder.person, holder, w9(company))).body.errors).toMatchObject([
      { field: 'tax_classification' },
    ]);
    const fund = await givenHolder(entity);
    const named = { name: 'Fjord Kapital AS', signature: 'Fjord Kapital AS' };
    expect((await sign(fund.person, fund, w9(named))).body.errors).toMatchObject([{ field: 'tax_classification' }]);
    expect((await sign(fund.person, fund, w9({ ...named, ...company }))).status).toBe(201);
    expect((await sign(fund.person, fund, w8benE({ name: 'Fjord Capital AS' }))).body.errors).toMatchObject([
      { field: 'name' },
    ]);
  });
  it('whose name the paper cannot print signs under one that it can', async () => {
    const holder = await givenHolder({ first_name: '美咲', last_name: '田中' });
    expect(
      (await sign(holder.person, holder, w8ben({ name: 'Misaki Tanaka', signature: 'Misaki Tanaka' }))).status,
    ).toBe(201);
  });
  it('replaces a form by a newer one; the older stays a document', async () => {
    const holder = await givenHolder();
    await sign(holder.person, holder, w8ben());
    await sign(holder.person, holder, w9());
    expect(await profileOf(holder.person, holder)).toMatchObject({ form: 'W-9', country: 'US' });
    const names = (await holder.person.get('/api/documents/')).rows.map(({ name }) => name);
    expect(names.toSorted()).toEqual([`W-8BEN signed ${TODAY}.pdf`, `W-9 signed ${TODAY}.pdf`]);
  });
  it('keeps the recorded number when the form names none', async () => {
    const holder = await givenHolder();
    await holder.person.put(holder.path, { tax_id: '111-22-3333' });
    const none = { tin_type: 'none', tin: undefined, no_tin_reason: 'not_issued' };
    expect((await sign(holder.person, holder, w8ben(none))).status).toBe(201);
    expect((await holder.person.get(holder.path)).body.tax_id_last4).toBe('3333');
  });
  it('confirms who they are before', async () => {
    const holder = await givenHolder();
    await letConfirmationExpire(server, holder.person);
    expect(await sign(holder.person, holder, w9())).toMatchObject({ status: 403, code: 'step_up_required' });
    await stepUp(server, holder.person);
    expect((await sign(holder.person, holder, w9())).status).toBe(201);
  });
  it('cannot sign for another holder, nor can the company', async () => {
    const [one, other] = [await givenHolder(), await givenHolder()];
    expect((await sign(one.person, other, w9())).status).toBe(404);
    expect(await sign(owner, other, w9())).toMatchObject({ status: 403, code: 'forbidden' });
    const stranger = await signUpCompany(server);
    expect((await sign(stranger, other, w9())).status).toBe(404);
    expect(await profileOf(owner, other)).toBeNull();
  });
  it('who also works for the company signs for their own record', async () => {
    const holder = await givenHolder();
    const admin = await givenMember(server, owner, 'admin');
    await server.sql('update membership set shareholder_id = null, status = $2 where account_id = $1', [
      holder.person.user.id,
      'ended',
    ]);
    await server.sql('update membership set shareholder_id = $2 where account_id = $1', [
      admin.user.id,
      holder.record.id,
    ]);
    await enter(server, admin, String(owner.user.client_name));
    expect((await sign(admin, holder, w9())).status).toBe(201);
  });
});

describe('the signed paper', () => {
  it('is read by the holder, owners and administrators, and by nobody else', async () => {
    const holder = await givenHolder();
    const { document_id: id } = (await sign(holder.person, holder, w9())).body;
    const path = `/api/documents/${String(id)}`;
    const admin = await givenMember(server, owner, 'admin');
    const staff = await givenMember(server, owner, 'staff');
    const viewer = await givenMember(server, owner, 'viewer');
    const other = await givenHolder();
    for (const person of [holder.person, owner, admin]) {
      expect((await person.get(path)).status).toBe(200);
      expect((await person.get(`${path}/download`)).status).toBe(200);
      expect((await person.get('/api/documents/')).text).toContain(String(id));
    }
    for (const person of [staff, viewer, other.person]) {
      expect((await person.get(path)).status).toBe(404);
      expect((await person.get(`${path}/download`)).status).toBe(404);
      expect((await person.post(`${path}/link`, {})).status).toBe(person === viewer ? 404 : 404);
      expect((await person.get('/api/documents/')).text).not.toContain(String(id));
      expect((await person.delete(path)).status).not.toBe(204);
    }
    expect(await profileOf(staff, holder)).toMatchObject({ form: 'W-9', form_signed_on: TODAY, document_id: null });
    expect((await viewer.get(holder.path)).body).not.toHaveProperty('tax_profile');
    const counts = await Promise.all([owner, staff].map(async (by) => (await by.get('/api/documents/')).rows.length));
    expect(counts[1]).toBeLessThan(counts[0]!);
  });
  it('is not handed out by a link of somebody who lost the role meanwhile', async () => {
    const holder = await givenHolder();
    const { document_id: id } = (await sign(holder.person, holder, w9())).body;
    const admin = await givenMember(server, owner, 'admin');
    const { url } = (await admin.post(`/api/documents/${String(id)}/link`, {})).body;
    await server.sql(`update membership set role = 'staff' where account_id = $1`, [admin.user.id]);
    expect((await admin.get(String(url))).status).toBe(404);
  });
  it('may be deleted by an administrator; the profile stays', async () => {
    const holder = await givenHolder();
    const { document_id: id } = (await sign(holder.person, holder, w9())).body;
    expect((await owner.delete(`/api/documents/${String(id)}`)).status).toBe(204);
    expect(await profileOf(holder.person, holder)).toMatchObject({ form: 'W-9', document_id: null });
  });
});

describe('signing', () => {
  it('answers a repeat with the first answer, and makes one paper', async () => {
    const holder = await givenHolder();
    const headers = { 'idempotency-key': `tax-${unique()}` };
    const [first, again] = [
      await sign(holder.person, holder, w9(), headers),
      await sign(holder.person, holder, w9(), headers),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await holder.person.get('/api/documents/')).rows).toHaveLength(1);
  });
  it('refuses the earlier version, also at the same moment', async () => {
    const holder = await givenHolder();
    const { version } = (await holder.person.get(holder.path)).body;
    const replies = await Promise.all(Array.from({ length: 6 }, () => sign(holder.person, holder, w9({ version }))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await holder.person.get('/api/documents/')).rows).toHaveLength(1);
    const kept = await server.sql('select 1 from abandoned_file where removable_at > now()');
    expect(kept).toEqual([]);
  });
  it('leaves the number in no table, no log and no row of the trail', async () => {
    const holder = await givenHolder();
    const headers = { 'idempotency-key': `tax-${unique()}` };
    expect((await sign(holder.person, holder, w9({ tin: '987 65 4321' }), headers)).status).toBe(201);
    const tables = await server.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await server.sql(`select 1 from "${name}" t where t::text ~ '987[- ]?65[- ]?4321' limit 1`);
      if (rows.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
    const rows = (await owner.get('/api/audit/')).rows.filter(({ resource_id }) => resource_id === holder.record.id);
    expect(rows[0]).toMatchObject({ action: 'sign', summary: 'signed form W-9 of Ruth Aldane' });
    expect(server.failures).toEqual([]);
  });
  it('removes the paper of a refused signature', async () => {
    const holder = await givenHolder();
    const { person } = holder;
    await person.put(holder.path, { city: 'Oslo' });
    expect((await sign(person, holder, w9({ version: 1 }))).status).toBe(409);
    const files = await server.sql('select 1 from abandoned_file');
    expect(files).toEqual([]);
  });

  const CONTROL = 'Ruth\u202eAldane';
  it.each([
    ['a form that does not exist', () => w9({ form: 'W-4' }), 'form'],
    ['no form', () => w9({ form: undefined }), 'form'],
    ['a form as a list', () => w9({ form: ['W-9'] }), 'form'],
    ['a day in the future', () => w9({ signed_on: '2026-11-26' }), 'signed_on'],
    ['a day of the past', () => w9({ signed_on: '2026-11-24' }), 'signed_on'],
    ['no declaration', () => w9({ declared: false }), 'declared'],
    ['a declaration as text', () => w9({ declared: 'true' }), 'declared'],
    ['another signature', () => w9({ signature: 'Somebody Else' }), 'signature'],
    ['a name with control characters', () => w9({ name: CONTROL, signature: CONTROL }), 'name'],
    ['a name of two lines', () => w9({ name: 'Ruth\nAldane', signature: 'Ruth Aldane' }), 'name'],
    ['a name of a million letters', () => w9({ name: 'R'.repeat(1_000_000) }), 'name'],
    ['a number that no person has', () => w9({ tin: '000-45-6789' }), 'tin'],
    ['a number of eight digits', () => w9({ tin: '12345678' }), 'tin'],
    ['a number of a company for a person', () => w9({ tin: '12-3456789' }), 'tin'],
    ['a country that does not exist', () => w9({ country: 'XQ' }), 'country'],
    ['a field that nobody asked for', () => w9({ giin: 'x' }), 'giin'],
    ['a classification without its word', () => w9({ tax_classification: 'other' }), 'other_classification'],
    [
      'an entity without a title',
      () => w9({ tax_classification: 'c_corporation', tin_type: 'ein', tin: '12-3456789' }),
      'capacity',
    ],
    ['a citizen of the United States on a W-8BEN', () => w8ben({ citizenship_country: 'US' }), 'citizenship_country'],
    ['an address in the United States on a W-8BEN', () => w8ben({ country: 'US' }), 'country'],
    ['a birthday in the future', () => w8ben({ date_of_birth: '2030-01-01' }), 'date_of_birth'],
    ['a day that does not exist', () => w8ben({ date_of_birth: '1981-02-29' }), 'date_of_birth'],
    ['half a treaty', () => w8ben({ treaty_country: 'NO' }), 'treaty_rate'],
    [
      'a treaty rate above what is withheld anyway',
      () => w8ben({ treaty_country: 'NO', treaty_article: '8', treaty_rate: '31' }),
      'treaty_rate',
    ],
    ['no number and no reason', () => w8ben({ tin_type: 'none', tin: undefined }), 'no_tin_reason'],
  ])('refuses %s at its field', async (_what, body, field) => {
    const holder = await shared();
    const reply = await sign(holder.person, holder, body());
    const fields = ((reply.body.errors ?? []) as Row[]).map((each) => each.field);
    expect([reply.status, fields.includes(field)]).toEqual([422, true]);
    expect(await profileOf(holder.person, holder)).toBeNull();
  });
  let one: Promise<Holder> | null = null;
  const shared = () => (one ??= givenHolder());

  it.each([
    ['a financial institution without its GIIN', { chapter_4_status: 'participating_ffi' }, 'giin'],
    ['a GIIN of the wrong shape', { chapter_4_status: 'participating_ffi', giin: '123' }, 'giin'],
    [
      'a treaty without its limitation',
      { treaty_country: 'NO', treaty_article: '8', treaty_rate: '15' },
      'limitation_on_benefits',
    ],
    ['an entity of the United States', { country_of_organization: 'US' }, 'country_of_organization'],
  ])('of an entity refuses %s', async (_what, extra, field) => {
    const holder = await sharedEntity();
    const reply = await sign(holder.person, holder, w8benE(extra));
    const fields = ((reply.body.errors ?? []) as Row[]).map((each) => each.field);
    expect([reply.status, fields]).toEqual([422, [field]]);
  });
  let another: Promise<Holder> | null = null;
  const sharedEntity = () => (another ??= givenHolder(entity));
});
