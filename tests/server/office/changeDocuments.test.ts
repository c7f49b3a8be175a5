// POST /api/documents/bulk: the type of several documents, and who may see them.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { anyone, givenMember, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let [ours, theirs]: Tenant[] = [];
let [viewer, staff]: Person[] = [];
let [common, preferred]: Row[] = [];
/** Two who hold Common, one of whom holds Preferred too, and one who holds nothing. */
let [ada, grace, max]: { record: Row; person: Person; name: string }[] = [];

beforeAll(async () => {
  ours = await givenTenant(server, 'DOCMARK');
  theirs = await givenTenant(server, 'OTHERMARK');
  const { owner } = ours;
  viewer = await givenMember(server, owner, 'viewer');
  staff = await givenMember(server, owner, 'staff');
  common = await given.shareClass(owner, { name: 'Ordinary' });
  preferred = await given.shareClass(owner, { name: 'Preference' });
  const holder = async (first_name: string, ...classes: Row[]) => {
    const record = await given.shareholder(owner, { first_name, last_name: 'Lovelace' });
    const person = await signUpShareholder(server, owner, record);
    for (const { id } of classes) await given.certificate(owner, { shareholder_id: record.id, share_class_id: id });
    return { record, person, name: `${first_name} Lovelace` };
  };
  ada = await holder('Ada', common);
  grace = await holder('Grace', common, preferred);
  max = await holder('Max');
});

const change = (body: Row, by: Person = ours!.owner) => by.post('/api/documents/bulk', body);
const idOf = (holder: typeof ada) => String(holder!.record.id);
const paper = (fields: Record<string, string> = {}, name = 'minutes.pdf') =>
  given.document(ours!.owner, { name, fields });
const recordOf = async ({ id }: Row) => (await ours!.owner.get(`/api/documents/${String(id)}`)).body;
const set = async (document: Row, fields: Row) => {
  const { body } = await change({ ids: [document.id], set: fields });
  return body;
};
const DONE = { done: 1, unchanged: 0, refused: [] };
const UNCHANGED = { done: 0, unchanged: 1, refused: [] };
const holders = () => [ada!, grace!, max!].map(({ person }) => person);
const sees = async (person: Person, { id, name }: Row) => {
  const url = `/api/documents/${String(id)}`;
  const answers = [
    (await person.get('/api/documents/')).rows.some((row) => row.id === id),
    (await person.get(url)).status === 200,
    (await person.get(`${url}/download`)).status === 200,
    (await person.get(`/api/search?q=${encodeURIComponent(String(name))}`)).text.includes(String(id)),
    (await person.get('/api/dashboard')).text.includes(String(id)),
  ];
  return new Set(answers).size === 1 ? answers[0] : answers;
};
const whoSees = (document: Row) => Promise.all(holders().map((person) => sees(person, document)));
const toldOf = async (person: Person, { id }: Row) =>
  ((await person.get('/api/notices')).body.notices as Row[]).filter(({ record_id }) => record_id === id).length;
const whoWasTold = (document: Row) => Promise.all(holders().map((person) => toldOf(person, document)));
const historyOf = async (document: Row, by: Person = ours!.owner) =>
  ((await by.get(`/api/documents/${String(document.id)}`)).body.history as Row[]).map(({ text }) => text);

describe('setting the type of several documents', () => {
  it('changes each but those that have it, and leaves who sees them', async () => {
    const [one, two] = [await paper({ shareholder_id: idOf(ada) }), await paper({ document_type: 'agreement' })];
    const ids = [one.id, two.id, one.id];
    expect((await change({ ids, set: { type: 'agreement' } })).body).toEqual({ done: 1, unchanged: 1, refused: [] });
    expect(await recordOf(one)).toMatchObject({ type: 'agreement', audience: 'shareholder' });
    expect((await historyOf(one))[0]).toBe('changed the type of minutes.pdf from Other to Agreement');
    expect(await whoWasTold(one)).toEqual([1, 0, 0]);
    // Who sees the document reads what was done with it.
    expect(await historyOf(one, ada!.person)).toEqual(await historyOf(one));
  });
  it('takes the filter of the list, and tells with a dry run what would happen', async () => {
    const document = await paper({ document_type: 'certificate' });
    const body = { filter: { id: document.id, type: 'certificate' }, set: { type: 'other', audience: 'all_holders' } };
    const trail = (await ours!.owner.get('/api/audit/')).rows.length;
    expect((await change({ ...body, dry_run: true })).body).toEqual(DONE);
    expect(await recordOf(document)).toMatchObject({ type: 'certificate', audience: 'company' });
    expect([await whoSees(document), await whoWasTold(document)]).toEqual([
      [false, false, false],
      [0, 0, 0],
    ]);
    expect((await ours!.owner.get('/api/audit/')).rows).toHaveLength(trail);
    expect((await change(body)).body).toEqual(DONE);
    expect(await recordOf(document)).toMatchObject({ type: 'other', audience: 'everyone' });
    expect((await change(body)).body).toEqual({ done: 0, unchanged: 0, refused: [] });
    const [newest] = (await ours!.owner.get('/api/audit/')).rows;
    expect(newest).toMatchObject({ resource: 'documents', summary: 'changed 1 document' });
  });
});

describe('setting who may see documents', () => {
  it.each<[string, () => Row, Row, boolean[]]>([
    ['all holders', () => ({ audience: 'all_holders' }), { audience: 'everyone' }, [true, true, false]],
    ['all holders, as records say it', () => ({ audience: 'everyone' }), { audience: 'everyone' }, [true, true, false]],
    [
      'classes',
      () => ({ audience: 'share_classes', share_class_ids: [preferred!.id, preferred!.id] }),
      { audience: 'class', visible_to: 'Holders of Preference' },
      [false, true, false],
    ],
    [
      'a class, as records say it',
      () => ({ audience: 'class', share_class_ids: [common!.id] }),
      { audience: 'class', visible_to: 'Holders of Ordinary' },
      [true, true, false],
    ],
    [
      'several holders',
      () => ({ audience: 'shareholders', shareholder_ids: [idOf(ada), idOf(max), idOf(ada)] }),
      { audience: 'shareholders', visible_to: '2 shareholders' },
      [true, false, true],
    ],
    [
      'one holder among several',
      () => ({ audience: 'shareholders', shareholder_ids: [idOf(max)] }),
      { audience: 'shareholder', visible_to: 'Max Lovelace' },
      [false, false, true],
    ],
    ['one holder', () => ({ shareholder_id: idOf(max) }), { audience: 'shareholder' }, [false, false, true]],
    [
      'one holder in the words of records',
      () => ({ audience: 'shareholder', shareholder_id: idOf(ada) }),
      { audience: 'shareholder' },
      [true, false, false],
    ],
  ])('to %s shows them at once to those, tells those, and hides them again', async (_what, fields, record, seen) => {
    const document = await paper();
    expect(await set(document, fields())).toEqual(DONE);
    expect(await recordOf(document)).toMatchObject(record);
    expect(await whoSees(document)).toEqual(seen);
    expect(await whoWasTold(document)).toEqual(seen.map(Number));
    expect(await set(document, fields())).toEqual(UNCHANGED);
    expect(await set(document, { audience: 'company' })).toEqual(DONE);
    expect(await recordOf(document)).toMatchObject({ audience: 'company', shareholder_ids: [], share_class_ids: [] });
    expect([await whoSees(document), await whoWasTold(document)]).toEqual([
      [false, false, false],
      [0, 0, 0],
    ]);
  });
  it('counts the very same holders in another order as unchanged, and one more as a change', async () => {
    const document = await paper();
    await set(document, { shareholder_ids: [idOf(ada), idOf(grace)] });
    expect(await set(document, { shareholder_ids: [idOf(grace), idOf(ada)] })).toEqual(UNCHANGED);
    expect(await set(document, { shareholder_ids: [idOf(grace), idOf(ada), idOf(max)] })).toEqual(DONE);
    expect((await recordOf(document)).shareholder_ids).toHaveLength(3);
  });
  it('tells only those who newly see a document, each once, and nobody who loses it', async () => {
    const document = await paper({ shareholder_id: idOf(ada) });
    const mails = () => server.sql('select account_id from notice where record_id = $1', [document.id]);
    expect(await mails()).toHaveLength(1);
    await set(document, { audience: 'all_holders' });
    const told = (await mails()).length;
    expect(await whoWasTold(document)).toEqual([1, 1, 0]);
    await set(document, { shareholder_ids: [idOf(grace)] });
    await set(document, { audience: 'all_holders' });
    expect(await mails()).toHaveLength(told);
    await set(document, { shareholder_ids: [idOf(ada), idOf(max)] });
    expect(await mails()).toHaveLength(told + 1);
    expect(await whoWasTold(document)).toEqual([1, 0, 1]);
  });
  it('ends a link that was made before, and the portfolio no longer counts what is hidden', async () => {
    const document = await paper({ shareholder_id: idOf(ada) }, 'last letter.pdf');
    const latest = async () => (await ada!.person.get('/api/portfolio')).text.includes('last letter.pdf');
    expect(await latest()).toBe(true);
    const { url } = (await ada!.person.post(`/api/documents/${String(document.id)}/link`, {})).body;
    await set(document, { shareholder_id: idOf(grace) });
    expect((await anyone(server).get(String(url))).status).toBe(404);
    expect(await latest()).toBe(false);
  });
  it('says in the history from whom to whom, to the company alone', async () => {
    const document = await paper({ shareholder_id: idOf(ada) });
    const all = [ada, grace, max].map(idOf);
    await set(document, { type: 'agreement', shareholder_ids: [...all, String(ours!.one.record.id)] });
    await set(document, { share_class_ids: [common!.id, preferred!.id] });
    await set(document, { audience: 'company' });
    await set(document, { audience: 'all_holders' });
    const told = [
      'from the company only to all holders',
      'from holders of Ordinary and Preference to the company only',
      'from Ada Lovelace, DOCMARK-ONE First DOCMARK-ONE Last, Grace Lovelace and 1 other to holders of Ordinary and Preference',
      'from Ada Lovelace to Ada Lovelace, DOCMARK-ONE First DOCMARK-ONE Last, Grace Lovelace and 1 other',
    ].map((words) => `changed who sees minutes.pdf ${words}`);
    for (const by of [ours!.owner, staff!, viewer!])
      expect(await historyOf(document, by)).toEqual(expect.arrayContaining(told));
    expect(await historyOf(document)).toHaveLength(6);
    const shown = await historyOf(document, grace!.person);
    expect(shown).toEqual([expect.stringContaining('changed the type'), expect.stringContaining('uploaded')]);
    expect((await grace!.person.get('/api/dashboard')).text).not.toContain('changed who sees');
  });
});

describe('refused', () => {
  it.each<[string, () => Row, string, string]>([
    [
      'a class without ids',
      () => ({ audience: 'share_classes' }),
      'share_class_ids',
      'Choose at least one share class.',
    ],
    [
      'a class with none',
      () => ({ audience: 'class', share_class_ids: [] }),
      'share_class_ids',
      'Choose at least one share class.',
    ],
    [
      'holders without ids',
      () => ({ audience: 'shareholders' }),
      'shareholder_ids',
      'Choose at least one shareholder.',
    ],
    [
      'the company with ids',
      () => ({ audience: 'company', shareholder_ids: [idOf(ada)] }),
      'audience',
      'With this audience, others',
    ],
    [
      'all holders with ids',
      () => ({ audience: 'all_holders', share_class_ids: [common!.id] }),
      'audience',
      'With this audience, others',
    ],
    [
      'a class with holders',
      () => ({ audience: 'class', shareholder_id: idOf(ada) }),
      'share_class_ids',
      'Choose at least one share class.',
    ],
    [
      'both lists',
      () => ({ shareholder_ids: [idOf(ada)], share_class_ids: [common!.id] }),
      'share_class_ids',
      'Name shareholders or share classes, not both.',
    ],
    ['an empty list alone', () => ({ shareholder_ids: [] }), 'audience', 'Say who may see them.'],
    ['another audience', () => ({ audience: 'the world' }), 'audience', 'This must be one of: company,'],
    ['another type', () => ({ type: 'secret' }), 'type', 'This must be one of: certificate,'],
    ['no list', () => ({ audience: 'class', share_class_ids: 'x' }), 'share_class_ids', 'This must be a list.'],
    [
      'too many ids',
      () => ({ shareholder_ids: Array.from({ length: 1001 }, String) }),
      'shareholder_ids',
      'At most 1000 ids.',
    ],
    ['an unknown holder', () => ({ shareholder_ids: [idOf(ada), 'none'] }), 'shareholder_ids', 'Unknown shareholder.'],
    ['one unknown holder in a list', () => ({ shareholder_ids: ['none'] }), 'shareholder_ids', 'Unknown shareholder.'],
    ['one unknown holder', () => ({ shareholder_id: 'none' }), 'shareholder_id', 'Unknown shareholder.'],
    [
      'a holder of another company',
      () => ({ shareholder_id: String(theirs!.one.record.id) }),
      'shareholder_id',
      'Unknown shareholder.',
    ],
    ['an unknown class', () => ({ share_class_ids: [common!.id, 'none'] }), 'share_class_ids', 'Unknown share class.'],
    ['another field', () => ({ type: 'other', name: 'x' }), 'name', 'Unknown field: name.'],
    [
      'a column of its own',
      () => ({ only_administrators: true }),
      'only_administrators',
      'Unknown field: only_administrators.',
    ],
  ])('once for the whole call: %s', async (_what, fields, field, sentence) => {
    const [one, two] = [await paper(), await paper()];
    const reply = await change({ ids: [one.id, two.id], set: fields() });
    expect([reply.status, (reply.body.errors as Row[]).map((each) => each.field)]).toEqual([422, [field]]);
    expect(String((reply.body.errors as Row[])[0]!.message)).toContain(sentence);
    expect([await recordOf(one), await recordOf(two)]).toMatchObject(
      [one, two].map(() => ({ type: 'other', audience: 'company' })),
    );
  });
  it('more than 1,000 documents (422)', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `${index}`);
    expect(await change({ ids, set: { type: 'other' } })).toMatchObject({ status: 422, code: 'too_many' });
  });
  it('a document of another company, and one that is none, without stopping another', async () => {
    const [mine, foreign] = [await paper(), await given.document(theirs!.owner)];
    const { body } = await change({ ids: [foreign.id, mine.id, 'none'], set: { audience: 'all_holders' } });
    const refused = [foreign.id, 'none'].map((id) => ({ id, code: 'not_found', detail: 'Not found.' }));
    expect(body).toEqual({ done: 1, unchanged: 0, refused });
    expect((await theirs!.owner.get(`/api/documents/${String(foreign.id)}`)).body.audience).toBe('company');
  });
  it('a form that the holder signed, of which only administrators know', async () => {
    const form = (await ours!.owner.get('/api/documents/')).rows.find(({ name }) => String(name).startsWith('W-9'))!;
    for (const fields of [{ type: 'other' }, { audience: 'all_holders' }, { audience: 'company', type: 'agreement' }])
      expect(await set(form, fields)).toEqual({
        done: 0,
        unchanged: 0,
        refused: [{ id: form.id, code: 'signed_form', detail: expect.stringContaining('Leave it out') }],
      });
    expect(await set(form, { type: 'tax_form', shareholder_id: form.shareholder_id })).toEqual(UNCHANGED);
    const asStaff = (await change({ ids: [form.id], set: { type: 'other' } }, staff)).body;
    expect(asStaff.refused).toMatchObject([{ code: 'not_found' }]);
    expect(await recordOf(form)).toMatchObject({ type: 'tax_form', audience: 'shareholder' });
  });
  it('a viewer and a shareholder (403), and nobody is told why a document is not theirs', async () => {
    const document = await paper({ shareholder_id: idOf(ada) });
    for (const by of [viewer!, ada!.person]) {
      expect((await change({ ids: [document.id], set: { type: 'agreement' } }, by)).status).toBe(403);
      expect((await change({ ids: [document.id], set: { type: 'agreement' }, dry_run: true }, by)).status).toBe(403);
    }
    expect((await recordOf(document)).type).toBe('other');
  });
  it('the login changes no other column of a document', async () => {
    const columns = await server.sql<{ column: string }>(
      `select distinct column_name as column from information_schema.column_privileges
       where table_name = 'document' and privilege_type = 'UPDATE' and grantee <> (select tableowner from pg_tables where tablename = 'document')
       order by 1`,
    );
    expect(columns.map(({ column }) => column)).toEqual(['audience', 'shareholder_id', 'type']);
  });
});
