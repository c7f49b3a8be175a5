import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner, { name: 'Common' });
});
const read = async (plan: Row, day = '') =>
  (await owner.get(`/api/equity-plans/${String(plan.id)}${day && `?as_of=${day}`}`)).body;
const adjust = (plan: Row, extra: Row = {}) =>
  owner.post(`/api/equity-plans/${String(plan.id)}/adjust`, {
    reserved: '250000',
    date: '2022-01-01',
    reason: 'Board consent',
    ...extra,
  });

describe('an equity plan', () => {
  it('is adopted with its classes and its reserve', async () => {
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id], reserved: '1000000' });
    expect(plan).toMatchObject({
      reserved: '1000000',
      outstanding: '0',
      exercised: '0',
      available: '1000000',
      share_classes: 'Common',
      date: '2020-01-01',
    });
    expect(await read(plan)).toMatchObject({
      share_class_ids: [shareClass.id],
      reserve: [{ date: '2020-01-01', reserved: '1000000', reason: 'Adopted' }],
      can_delete: true,
    });
  });
  it('reserves nothing before its adoption, and on each later day what was decided by then', async () => {
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    expect((await adjust(plan)).body).toMatchObject({ reserved: '250000', available: '250000' });
    const reserved = async (day: string) => (await read(plan, day)).reserved;
    expect([await reserved('2019-12-31'), await reserved('2021-12-31'), await reserved('2022-01-01')]).toEqual([
      '0',
      '100000',
      '250000',
    ]);
    expect(await read(plan)).toMatchObject({
      reserve: [
        { date: '2022-01-01', reserved: '250000', reason: 'Board consent' },
        { date: '2020-01-01', reserved: '100000', reason: 'Adopted' },
      ],
      can_delete: false,
    });
  });
  it('lists its adoption, splits and decisions about its reserve, each with its reason', async () => {
    const common = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000' });
    const ratio = { numerator: '3', denominator: '2', date: '2021-03-01' };
    expect((await owner.post(`/api/share-classes/${String(common.id)}/split`, ratio)).status).toBe(200);
    expect((await adjust(plan)).status).toBe(200);
    expect((await read(plan)).reserve).toEqual([
      { date: '2022-01-01', reserved: '250000', reason: 'Board consent' },
      { date: '2021-03-01', reserved: '1500', reason: '3-for-2 split' },
      { date: '2020-01-01', reserved: '1000', reason: 'Adopted' },
    ]);
  });
  it('is listed as of any day, and refuses a day that does not exist', async () => {
    expect((await owner.get('/api/equity-plans/?as_of=2021-05-05')).status).toBe(200);
    expect(await owner.get('/api/equity-plans/?as_of=2021-02-30')).toMatchObject({ status: 422 });
    expect(await owner.get('/api/share-classes/?as_of=2021-02-03')).toMatchObject({ status: 400 });
  });
  it.each([
    ['no class', { share_class_ids: [] }],
    ['an unknown class', { share_class_ids: ['none'] }],
    ['no name', { name: '' }],
    ['no reserve', { reserved: undefined }],
    ['a negative reserve', { reserved: '-1' }],
    ['no day', { date: undefined }],
    ['an unknown field', { colour: 'red' }],
    ['a computed field', { available: '5' }],
  ])('is refused with %s', async (_what, extra) => {
    const body = { name: 'X', share_class_ids: [shareClass.id], reserved: '5', date: '2024-01-01', ...extra };
    expect((await owner.post('/api/equity-plans/', body)).status).toBe(422);
  });
  it('issues nothing before its adoption, which cannot be moved after its first issue', async () => {
    const shareClass = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id], date: '2024-01-01' });
    const holder = await given.shareholder(owner);
    const to = {
      shareholder_id: holder.id,
      share_class_id: shareClass.id,
      equity_plan_id: plan.id,
      quantity: '10',
    };
    const option = { ...to, compensation_type: 'OPTION_NSO', exercise_price: '1' };
    const message = `${String(plan.name)} was adopted on 2024-01-01. Nothing can be issued from it before that day.`;
    const granted = await owner.post('/api/grants/', { ...option, date: '2023-12-31' });
    expect([granted.status, granted.body.errors]).toEqual([422, [{ field: 'date', message }]]);
    const issued = await owner.post('/api/certificates/', { ...to, issuance_type: 'RSA', issue_date: '2023-12-31' });
    expect([issued.status, issued.body.errors]).toEqual([422, [{ field: 'issue_date', message }]]);
    expect((await owner.post('/api/grants/', { ...option, date: '2024-01-01' })).status).toBe(201);
    const later = await owner.put(`/api/equity-plans/${String(plan.id)}`, {
      ...(await read(plan)),
      date: '2024-01-02',
    });
    expect([later.status, later.body.errors]).toMatchObject([422, [{ field: 'date' }]]);
  });
  it('must have a unique name', async () => {
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    const body = { name: String(plan.name).toUpperCase(), share_class_ids: [shareClass.id], reserved: '5' };
    expect(await owner.post('/api/equity-plans/', { ...body, date: '2024-01-01' })).toMatchObject({
      status: 409,
      code: 'plan_name_taken',
    });
  });
  it('can be edited and deleted, and an edit never changes its reserve', async () => {
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    const url = `/api/equity-plans/${String(plan.id)}`;
    const whole = await read(plan);
    const edited = await owner.put(url, { ...whole, default_cancellation_behavior: 'RETIRE' });
    expect([edited.status, edited.body.default_cancellation_behavior]).toEqual([200, 'RETIRE']);
    expect((await owner.put(url, whole)).status).toBe(409);
    expect((await owner.put(url, { ...edited.body, reserved: '7' })).status).toBe(422);
    expect((await owner.delete(url)).status).toBe(204);
    expect((await owner.get(url)).status).toBe(404);
  });
  it('can change what becomes of cancelled shares until something was issued from it', async () => {
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id], reserved: '1000' });
    const url = `/api/equity-plans/${String(plan.id)}`;
    expect(await read(plan)).toMatchObject({ cancellation_fixed: false });
    const grant = await given.grant(owner, {
      equity_plan_id: plan.id,
      quantity: '600',
      date: '2020-01-01',
      vesting: undefined,
    });
    const cancelled = { date: '2020-02-01', reason: 'Left' };
    expect((await owner.post(`/api/grants/${String(grant.id)}/cancel`, cancelled)).status).toBe(200);
    const { share_class_id } = grant;
    await given.grant(owner, {
      equity_plan_id: plan.id,
      share_class_id,
      quantity: '900',
      date: '2020-03-01',
      vesting: undefined,
    });
    const before = await read(plan, '2020-02-15');
    const whole = await read(plan);
    expect(whole).toMatchObject({ cancellation_fixed: true, available: '100' });
    const refused = await owner.put(url, { ...whole, default_cancellation_behavior: 'RETIRE' });
    const message = `2 grants and certificates were issued from ${String(plan.name)}, first ${String(grant.grant_number)} on 2020-01-01. Every cap table counts their cancelled shares by “Return to the pool”. This can no longer be changed. Adopt another plan.`;
    expect([refused.status, refused.code, refused.body.errors]).toEqual([
      409,
      'cancellation_fixed',
      [{ field: 'default_cancellation_behavior', message }],
    ]);
    expect(await read(plan, '2020-02-15')).toEqual(before);
    const same = { ...whole, name: `${String(plan.name)} II`, default_cancellation_behavior: 'RETURN_TO_POOL' };
    expect((await owner.put(url, same)).status).toBe(200);
  });
  it('cannot be deleted once its reserve was changed', async () => {
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    await adjust(plan);
    expect(await owner.delete(`/api/equity-plans/${String(plan.id)}`)).toMatchObject({
      status: 409,
      code: 'has_history',
    });
  });
  it('can be enlarged only with a reason, by staff too and not by a viewer', async () => {
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    expect((await adjust(plan, { reason: ' ' })).status).toBe(422);
    expect((await adjust(plan, { reserved: 'many' })).status).toBe(422);
    const [staff, viewer] = [await givenMember(server, owner, 'staff'), await givenMember(server, owner, 'viewer')];
    const body = { reserved: '250000', date: '2022-01-01', reason: 'Board consent' };
    const url = `/api/equity-plans/${String(plan.id)}/adjust`;
    expect(await staff.post(url, body)).toMatchObject({ status: 200, body: { reserved: '250000' } });
    expect((await viewer.post(url, body)).status).toBe(403);
    expect((await viewer.get('/api/equity-plans/')).rows.length).toBeGreaterThan(0);
  });
  it('prevents the deletion of a class it grants from', async () => {
    const used = await given.shareClass(owner);
    await given.equityPlan(owner, { share_class_ids: [used.id] });
    expect((await owner.delete(`/api/share-classes/${String(used.id)}`)).status).toBe(409);
  });
});
