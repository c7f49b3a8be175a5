import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { multipart, PDF } from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner, { name: 'Common' });
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
  it('is kept exactly, for its class and from its day', async () => {
    const reply = await record();
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { share_class: 'Common', price_per_share: '1.1234567891', valuation_type: '409A', currency: 'USD' },
    ]);
  });
  it.each([
    ['without a price', { price_per_share: undefined }],
    ['without a day', { effective_date: undefined }],
    ['of an unknown class', { share_class_id: 'none' }],
    ['of an unknown kind', { valuation_type: 'other' }],
  ])('is refused %s', async (_what, extra) => {
    expect((await record(extra)).status).toBe(422);
  });
  it('can be corrected by an edit, and deleted by the owner but not by staff', async () => {
    const { body } = await record();
    const url = `/api/valuations/${String(body.id)}`;
    const edited = await owner.put(url, { ...body, price_per_share: '2' });
    expect([edited.status, edited.body.price_per_share]).toEqual([200, '2']);
    expect((await owner.put(url, body)).status).toBe(409);
    const staff = await givenMember(server, owner, 'staff');
    expect((await staff.delete(url)).status).toBe(403);
    expect((await owner.delete(url)).status).toBe(204);
  });
  it('is shown to a holder of its class, and to no holder of another', async () => {
    const other = await given.shareClass(owner);
    const [of, without] = [await given.shareholder(owner), await given.shareholder(owner)];
    await given.certificate(owner, { shareholder_id: of.id, share_class_id: shareClass.id });
    await given.certificate(owner, { shareholder_id: without.id, share_class_id: other.id });
    const seen = async (holder: Row) =>
      (await (await signUpShareholder(server, owner, holder)).get('/api/valuations/')).rows.length;
    expect([await seen(of), await seen(without)]).toEqual([(await owner.get('/api/valuations/')).rows.length, 0]);
  });
});

describe('a valuation before a split', () => {
  it('is shown and compared at its price after the split, beside the recorded price', async () => {
    const company = await signUpCompany(server);
    const common = await given.shareClass(company);
    const holder = await given.shareholder(company);
    await given.certificate(company, { share_class_id: common.id, shareholder_id: holder.id });
    const recorded = { share_class_id: common.id, price_per_share: '0.25', effective_date: '2024-02-01' };
    const { body } = await company.post('/api/valuations/', recorded);
    expect(body).toMatchObject({ price_per_share: '0.25', price_today: '0.25' });
    const ratio = { numerator: '3', denominator: '2', date: '2024-06-30' };
    expect((await company.post(`/api/share-classes/${String(common.id)}/split`, ratio)).status).toBe(200);
    const after = { price_per_share: '0.25', price_today: '0.1667' };
    expect((await company.get('/api/valuations/')).rows).toMatchObject([after]);
    const own = await signUpShareholder(server, company, holder);
    expect((await own.get('/api/valuations/')).rows).toMatchObject([after]);
    const plan = await given.equityPlan(company, { share_class_ids: [common.id] });
    const granted = { equity_plan_id: plan.id, date: '2024-07-01', vesting: null };
    const fair = await given.grant(company, { ...granted, exercise_price: '0.1667' });
    expect((await company.get(`/api/grants/${String(fair.id)}`)).body.price_warnings).toEqual([]);
    const low = await given.grant(company, { ...granted, exercise_price: '0.16' });
    expect((await company.get(`/api/grants/${String(low.id)}`)).body.price_warnings).toEqual([
      'Below the latest valuation: the holder may owe tax when it vests.',
    ]);
    const unit = await given.grant(company, { ...granted, compensation_type: 'RSU', exercise_price: null });
    await company.post(`/api/grants/${String(unit.id)}/release`, { quantity: '10', date: '2024-08-01' });
    const stock = (await company.get('/api/certificates/')).rows.find(({ quantity }) => quantity === '10');
    expect(stock).toMatchObject({ price_per_share: '0.1667' });
  });
});

describe('a grant priced by a valuation', () => {
  it('warns when the valuation is older than twelve months, when a round was sold since, and when there is none', async () => {
    const company = await signUpCompany(server);
    const common = await given.shareClass(company);
    const series = await given.shareClass(company, { class_type: 'PREFERRED', price_per_share: '2' });
    const plan = await given.equityPlan(company, { share_class_ids: [common.id] });
    const warnings = async (date: string) => {
      const grant = await given.grant(company, {
        equity_plan_id: plan.id,
        date,
        exercise_price: '0.25',
        vesting: null,
      });
      return (await company.get(`/api/grants/${String(grant.id)}`)).body.price_warnings;
    };
    expect(await warnings('2024-01-15')).toEqual([
      expect.stringContaining('No 409A valuation on record for 2024-01-15'),
    ]);
    await company.post('/api/valuations/', {
      share_class_id: common.id,
      price_per_share: '0.25',
      effective_date: '2024-02-01',
    });
    expect(await warnings('2025-02-01')).toEqual([]);
    expect(await warnings('2025-02-02')).toEqual([
      'The valuation of 2024-02-01 counted until 2025-02-01; the grant is dated 2025-02-02.',
    ]);
    await given.certificate(company, { share_class_id: series.id, issue_date: '2024-09-01' });
    expect(await warnings('2024-08-31')).toEqual([]);
    expect(await warnings('2024-09-01')).toEqual([
      'Preferred stock was sold on 2024-09-01, after the valuation of 2024-02-01. Get a new valuation.',
    ]);
  });
  it('has a valuation that takes its report as a document', async () => {
    const { body: valuation } = await record();
    const upload = (valuation_id: string) => {
      const { body, options } = multipart({ name: '409A.pdf', bytes: PDF }, { valuation_id });
      return owner.post('/api/documents/upload', body, options);
    };
    const report = await upload(String(valuation.id));
    expect(report.status).toBe(201);
    expect((await owner.get(`/api/valuations/${String(valuation.id)}`)).body.document_ids).toEqual([report.body.id]);
    expect([(await upload('none')).status]).toEqual([422]);
  });
});

describe('a legend', () => {
  it('can be created, edited, and deleted while no certificate carries it', async () => {
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
