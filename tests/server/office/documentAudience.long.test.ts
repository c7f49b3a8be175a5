// Who can see a document: tested without an account, as a second holder, as a holder who sold, and as another company.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { multipart, PDF } from '#tests/support/given.ts';
import { anyone, enter, invitationTo, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let preferred: Row;
let [ofCommon, ofPreferred, ofOptions, ofNothing]: Person[] = [];
const records = new Map<Person, Row>();
let soldCertificate: Row;

beforeAll(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common' });
  preferred = await given.shareClass(owner, { name: 'Series A' });
  const person = async () => {
    const record = await given.shareholder(owner);
    const holder = await signUpShareholder(server, owner, record);
    records.set(holder, record);
    return holder;
  };
  [ofCommon, ofPreferred, ofOptions, ofNothing] = [await person(), await person(), await person(), await person()];
  const idOf = (holder: Person | undefined) => records.get(holder!)!.id;
  soldCertificate = await given.certificate(owner, { shareholder_id: idOf(ofCommon), share_class_id: common.id });
  await given.certificate(owner, { shareholder_id: idOf(ofPreferred), share_class_id: preferred.id });
  await given.grant(owner, { shareholder_id: idOf(ofOptions) });
});

const shown = async (fields: Record<string, string | readonly string[]>, name = 'notice.pdf') =>
  given.document(owner, { name, fields });
const sees = async (person: Person, { id }: Row) => {
  const url = `/api/documents/${String(id)}`;
  const listed = (await person.get('/api/documents/')).rows.some((row) => row.id === id);
  const answers = [
    listed,
    (await person.get(url)).status === 200,
    (await person.get(`${url}/download`)).status === 200,
    (await person.post(`${url}/link`, {})).status < 300,
    (await person.get('/api/documents/export.csv')).text.includes(String(id)),
    (await person.get('/api/dashboard')).text.includes(String(id)),
  ];
  // All answers must agree; otherwise they are returned one by one.
  return new Set(answers).size === 1 ? answers[0] : answers;
};
const all = () => [ofCommon!, ofPreferred!, ofOptions!, ofNothing!];
const whoSees = (document: Row) => Promise.all(all().map((person) => sees(person, document)));

describe('a document', () => {
  it('for the holders of a class is visible to those who hold its stock today, and to nobody else', async () => {
    const document = await shown({ share_class_ids: JSON.stringify([common.id]) }, 'notice to common.pdf');
    expect(document).toMatchObject({ audience: 'class', visible_to: 'Holders of Common' });
    expect(await whoSees(document)).toEqual([true, false, false, false]);
  });
  it.each<[string, () => Record<string, string | string[]>, boolean[]]>([
    [
      'of classes',
      () => ({ audience: 'share_classes', share_class_ids: [common.id, preferred.id].map(String) }),
      [true, true, false, false],
    ],
    [
      'of one class',
      () => ({ audience: 'share_classes', share_class_ids: String(common.id) }),
      [true, false, false, false],
    ],
    [
      'of people',
      () => ({
        audience: 'shareholders',
        shareholder_ids: [ofCommon, ofNothing].map((one) => String(records.get(one!)!.id)),
      }),
      [true, false, false, true],
    ],
    [
      'of one person',
      () => ({ audience: 'shareholders', shareholder_ids: [String(records.get(ofNothing!)!.id)] }),
      [false, false, false, true],
    ],
    ['of all holders', () => ({ audience: 'all_holders' }), [true, true, true, false]],
    ['of the company', () => ({ audience: 'company' }), [false, false, false, false]],
  ])('takes the audience %s in the words of the contract, and ids as repeated fields', async (_what, fields, seen) => {
    expect(await whoSees(await shown(fields()))).toEqual(seen);
  });
  it.each([
    ['two types', { document_type: ['other', 'tax_form'] }, 'document_type'],
    ['two audiences', { audience: ['company', 'all_holders'] }, 'audience'],
    ['all holders and some', { audience: 'all_holders', shareholder_ids: ['x'] }, 'audience'],
    ['an audience without its names', { audience: 'share_classes' }, 'share_class_ids'],
    ['an unknown word', { audience: 'staff' }, 'audience'],
  ])('with %s is refused, and nothing is stored', async (_what, fields, field) => {
    const { body, options } = multipart({ name: 'paper.pdf', bytes: PDF }, fields);
    const reply = await owner.post('/api/documents/upload', body, options);
    expect([reply.status, (reply.body.errors as { field: string }[]).map((each) => each.field)]).toEqual([
      422,
      [field],
    ]);
  });
  it('for the holders of two classes is visible to both', async () => {
    const document = await shown({ share_class_ids: JSON.stringify([common.id, preferred.id]) });
    expect(await whoSees(document)).toEqual([true, true, false, false]);
  });
  it('for all holders is visible to everybody who holds anything', async () => {
    const document = await shown({ audience: 'everyone' });
    expect(document).toMatchObject({ audience: 'everyone', visible_to: 'All holders' });
    expect(await whoSees(document)).toEqual([true, true, true, false]);
  });
  it('for several holders is visible to them, and they do not learn of each other', async () => {
    const ids = [ofCommon, ofNothing].map((holder) => records.get(holder!)!.id);
    const document = await shown({ shareholder_ids: JSON.stringify(ids) });
    expect(document).toMatchObject({ audience: 'shareholders', visible_to: '2 shareholders' });
    expect(await whoSees(document)).toEqual([true, false, false, true]);
    const url = `/api/documents/${String(document.id)}`;
    expect(((await owner.get(url)).body.shareholder_ids as string[]).toSorted()).toEqual(ids.toSorted());
    const own = (await ofCommon!.get(url)).body;
    expect(own).toMatchObject({ visible_to: 'Chosen shareholders', shareholder_ids: [ids[0]] });
  });
  it('without an audience is visible to the company only, and one for a holder to that holder', async () => {
    expect(await whoSees(await shown({}))).toEqual([false, false, false, false]);
    const own = await shown({ shareholder_id: String(records.get(ofPreferred!)!.id) });
    expect(own.audience).toBe('shareholder');
    expect(await whoSees(own)).toEqual([false, true, false, false]);
  });
  it('is never visible to another company or without an account', async () => {
    const document = await shown({ audience: 'everyone' });
    const other = await signUpCompany(server);
    expect(await sees(other, document)).toBe(false);
    expect((await anyone(server).get(`/api/documents/${String(document.id)}/download`)).status).toBe(401);
    const refused = await other.post(...uploadOf({ share_class_ids: JSON.stringify([common.id]) }));
    expect([refused.status, refused.code]).toEqual([422, 'unknown_reference']);
  });
  it('is never visible in another company to an account that holds shares in both', async () => {
    const [other, own] = [await signUpCompany(server), await given.shareholder(owner)];
    const ofBoth = await signUpShareholder(server, owner, own);
    await given.certificate(owner, { shareholder_id: own.id, share_class_id: common.id });
    const there = await given.shareholder(other, { email: own.email });
    await given.certificate(other, { shareholder_id: there.id });
    await other.post(`/api/shareholders/${String(there.id)}/invite`, {});
    const token = await invitationTo(server, String(own.email));
    expect((await ofBoth.post('/api/auth/accept-invite', { token })).status).toBe(200);
    const here = await shown({ audience: 'everyone' });
    const elsewhere = await given.document(other, { fields: { audience: 'everyone' } });
    for (const company of [owner, other]) {
      await enter(server, ofBoth, String(company.user.client_name));
      expect(await sees(ofBoth, here)).toBe(company === owner);
      expect(await sees(ofBoth, elsewhere)).toBe(company === other);
    }
  });
  it('is refused with an empty audience, with two at once, and with an invalid list', async () => {
    for (const [fields, field] of [
      [{ audience: 'class' }, 'share_class_ids'],
      [{ audience: 'shareholders' }, 'shareholder_ids'],
      [{ audience: 'everyone', share_class_ids: JSON.stringify([common.id]) }, 'audience'],
      [{ shareholder_ids: '["a"]', share_class_ids: '["b"]' }, 'share_class_ids'],
      [{ shareholder_ids: 'a,b' }, 'shareholder_ids'],
      [{ audience: 'the world' }, 'audience'],
    ] as const) {
      const reply = await owner.post(...uploadOf(fields));
      expect([fields, reply.status, Object.values(reply.body.errors as Row[])[0]?.field]).toEqual([fields, 422, field]);
    }
  });
  it('is listed on the page of each holder who can see it', async () => {
    const document = await shown({ share_class_ids: JSON.stringify([preferred.id]) });
    const idsOn = async (holder: Person) =>
      (await owner.get(`/api/shareholders/${String(records.get(holder)!.id)}`)).body.document_ids as string[];
    expect(await idsOn(ofPreferred!)).toContain(document.id);
    expect(await idsOn(ofNothing!)).not.toContain(document.id);
  });
  it('for a class is hidden from a holder who sold, also through an earlier link, and shown to the buyer', async () => {
    const document = await shown({ share_class_ids: JSON.stringify([common.id]) });
    const everyone = await shown({ audience: 'everyone' });
    const url = `/api/documents/${String(document.id)}`;
    const link = String((await ofCommon!.post(`${url}/link`, {})).body.url);
    const transfer = await owner.post(`/api/certificates/${String(soldCertificate.id)}/transfer`, {
      to_shareholder_id: records.get(ofNothing!)!.id,
      date: '2025-03-01',
    });
    expect(transfer.status).toBeLessThan(300);
    expect(await whoSees(document)).toEqual([false, false, false, true]);
    expect(await whoSees(everyone)).toEqual([false, true, true, true]);
    expect((await anyone(server).get(link)).status).toBe(404);
  });
  it('is deleted together with its audience', async () => {
    const document = await shown({ share_class_ids: JSON.stringify([preferred.id]) });
    expect((await owner.delete(`/api/documents/${String(document.id)}`)).status).toBeLessThan(300);
    expect(await sees(ofPreferred!, document)).toBe(false);
    expect(await server.sql('select 1 from document_class where document_id = $1', [document.id])).toEqual([]);
  });
});

function uploadOf(fields: Record<string, string>) {
  const { body, options } = multipart({ name: 'paper.pdf', bytes: PDF }, fields);
  return ['/api/documents/upload', body, options] as const;
}
