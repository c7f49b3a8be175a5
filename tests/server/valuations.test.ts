import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../server/db/database.ts';
import { givenCertificate, givenShareClass, givenShareholder } from '../support/givens.ts';
import { givenMember, signUpCompany, signUpShareholder } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  shareClass = await givenShareClass(owner, { name: 'Common' });
});
const record = (extra: Row = {}) =>
  owner.post('/api/valuations/', {
    share_class_id: shareClass.id,
    price_per_share: '1.1234567891',
    effective_date: '2024-03-31',
    provider: 'Valuers LLC',
    ...extra,
  });

describe('a valuation', () => {
  it('is kept exactly, of its class and from its day', async () => {
    const reply = await record();
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { share_class: 'Common', price_per_share: '1.1234567891', valuation_type: '409A', currency: 'USD' },
    ]);
  });
  it.each([
    ['without a price', { price_per_share: undefined }],
    ['without a day', { effective_date: undefined }],
    ['of a class nobody knows', { share_class_id: 'none' }],
    ['of a kind the format does not know', { valuation_type: 'other' }],
  ])('is refused %s', async (_what, extra) => {
    expect((await record(extra)).status).toBe(422);
  });
  it('is corrected by an edit and may be taken away', async () => {
    const { body } = await record();
    const url = `/api/valuations/${String(body.id)}`;
    const edited = await owner.put(url, { ...body, price_per_share: '2' });
    expect([edited.status, edited.body.price_per_share]).toEqual([200, '2']);
    expect((await owner.put(url, body)).status).toBe(409);
    const staff = await givenMember(server, owner, 'staff');
    expect((await staff.delete(url)).status).toBe(403);
    expect((await owner.delete(url)).status).toBe(204);
  });
  it('is shown to a holder of that class, and to no holder of another', async () => {
    const other = await givenShareClass(owner);
    const [of, without] = [await givenShareholder(owner), await givenShareholder(owner)];
    await givenCertificate(owner, { shareholder_id: of.id, share_class_id: shareClass.id });
    await givenCertificate(owner, { shareholder_id: without.id, share_class_id: other.id });
    const seen = async (holder: Row) =>
      (await (await signUpShareholder(server, owner, holder)).get('/api/valuations/')).rows.length;
    expect([await seen(of), await seen(without)]).toEqual([(await owner.get('/api/valuations/')).rows.length, 0]);
  });
});

describe('a legend', () => {
  it('is kept once, edited, and taken away while no certificate carries it', async () => {
    const made = await owner.post('/api/legends/', { name: 'Rule 144', text: 'Not registered.' });
    expect(made.status).toBe(201);
    const url = `/api/legends/${String(made.body.id)}`;
    expect((await owner.put(url, { ...made.body, text: 'Not registered at all.' })).body.text).toBe(
      'Not registered at all.',
    );
    expect((await owner.delete(url)).status).toBe(204);
    expect((await owner.post('/api/legends/', { name: 'No text' })).status).toBe(422);
  });
});
