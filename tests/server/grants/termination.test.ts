import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let plan: Row;
beforeAll(async () => {
  server.setClock('2026-06-15');
  owner = await signUpCompany(server);
  const shareClass = await given.shareClass(owner, { name: 'Common' });
  plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
});
const windows = [
  { reason: 'VOLUNTARY_OTHER', period: 3, period_type: 'MONTHS' },
  { reason: 'INVOLUNTARY_DEATH', period: 1, period_type: 'YEARS' },
];
const grantTo = (holder: Row, extra: Row = {}) =>
  given.grant(owner, {
    shareholder_id: holder.id,
    equity_plan_id: plan.id,
    termination_exercise_windows: windows,
    ...extra,
  });
const terminate = (holder: Row, extra: Row = {}) =>
  owner.post(`/api/shareholders/${String(holder.id)}/terminate`, {
    date: '2026-01-01',
    reason: 'VOLUNTARY_OTHER',
    ...extra,
  });
const preview = async (holder: Row, day = '2026-01-01') =>
  (await owner.get(`/api/shareholders/${String(holder.id)}/termination?date=${day}`)).body;
const grantsOf = async (holder: Row) =>
  (await owner.get(`/api/grants/?filter=${encodeURIComponent(JSON.stringify({ shareholder_id: holder.id }))}`)).rows;
const available = async () => Number((await owner.get(`/api/equity-plans/${String(plan.id)}`)).body.available);

describe('the end of service', () => {
  it('gives the unvested half of a grant back to the pool after two of four years, and keeps the rest', async () => {
    const holder = await given.shareholder(owner);
    await grantTo(holder);
    const before = await available();
    const reply = await terminate(holder);
    expect([reply.status, reply.body.grants]).toMatchObject([
      200,
      [{ outstanding: '1000', lapses: '500', keeps: '500', exercise_until: '2026-04-01' }],
    ]);
    expect((await available()) - before).toBe(500);
    expect(await grantsOf(holder)).toMatchObject([
      {
        granted: '1000',
        vested: '500',
        unvested: '0',
        cancelled_total: '500',
        outstanding: '500',
        exercise_until: '2026-04-01',
      },
    ]);
  });
  it('leaves what has vested exercisable until the last day of its window', async () => {
    const holder = await given.shareholder(owner);
    await grantTo(holder);
    await terminate(holder);
    const kept = (await grantsOf(holder)).find(({ outstanding }) => outstanding === '500')!;
    const exercise = (date: string) => owner.post(`/api/grants/${String(kept.id)}/exercise`, { quantity: '100', date });
    expect((await exercise('2026-04-02')).code).toBe('expired');
    expect((await exercise('2026-04-01')).status).toBe(200);
    expect((await owner.get(`/api/grants/${String(kept.id)}`)).body.status).toBe('expired');
  });
  it('opens the window for the reason given', async () => {
    const holder = await given.shareholder(owner);
    await grantTo(holder);
    expect((await terminate(holder, { reason: 'INVOLUNTARY_DEATH' })).body.grants).toMatchObject([
      { exercise_until: '2027-01-01' },
    ]);
  });
  it('before the cliff takes the whole grant; a vested grant is kept, and expires when its window ends', async () => {
    const holder = await given.shareholder(owner);
    await grantTo(holder, {
      date: '2025-06-01',
      vesting: { vesting_start: '2025-06-01', months: 48, cliff_months: 12 },
    });
    await grantTo(holder, { vesting: undefined, quantity: '70' });
    const { grants } = (await terminate(holder, { reason: 'Left for a competitor' })).body as { grants: Row[] };
    expect(grants.map(({ lapses, keeps }) => [lapses, keeps]).sort()).toEqual([
      ['0', '70'],
      ['1000', '0'],
    ]);
    expect((await grantsOf(holder)).map(({ status }) => status).sort()).toEqual(['cancelled', 'expired']);
  });
  it('can be previewed, which writes nothing', async () => {
    const holder = await given.shareholder(owner);
    await grantTo(holder);
    expect((await preview(holder)).grants).toMatchObject([{ lapses: '500', keeps: '500' }]);
    expect((await preview(holder, '2027-01-01')).grants).toMatchObject([{ lapses: '250', keeps: '750' }]);
    expect(await grantsOf(holder)).toMatchObject([{ status: 'active', outstanding: '1000' }]);
    expect((await owner.get(`/api/shareholders/${String(holder.id)}/termination?date=x`)).status).toBe(422);
  });
  it('takes into account what was exercised before', async () => {
    const holder = await given.shareholder(owner);
    const made = await grantTo(holder);
    await owner.post(`/api/grants/${String(made.id)}/exercise`, { quantity: '200', date: '2025-06-01' });
    expect((await terminate(holder)).body.grants).toMatchObject([{ outstanding: '800', lapses: '500', keeps: '300' }]);
  });
  it('lists unvested stock from an early exercise for repurchase', async () => {
    const holder = await given.shareholder(owner);
    const made = await grantTo(holder, { early_exercisable: true });
    const bought = await owner.post(`/api/grants/${String(made.id)}/exercise`, { quantity: '600', date: '2024-02-01' });
    const [certificate] = bought.body.resulting as [Row];
    expect((await terminate(holder)).body).toMatchObject({
      grants: [{ outstanding: '400', lapses: '400', keeps: '0' }],
      repurchasable: [{ certificate_id: certificate.id, quantity: '100' }],
    });
  });
  it('states on the page of the grant why it lapsed', async () => {
    const endedWith = async (reason: string) => {
      const holder = await given.shareholder(owner);
      const grant = await grantTo(holder);
      await terminate(holder, { reason });
      return ((await owner.get(`/api/grants/${String(grant.id)}`)).body.ended as Row).reason;
    };
    expect(await endedWith('VOLUNTARY_OTHER')).toBe('End of service: Left');
    expect(await endedWith('Left for a competitor')).toBe('End of service: Left for a competitor');
  });
  it('can be recorded once, and needs a reason', async () => {
    const holder = await given.shareholder(owner);
    expect((await terminate(holder, { reason: ' ' })).status).toBe(422);
    expect((await terminate(holder)).status).toBe(200);
    expect(await terminate(holder)).toMatchObject({ status: 409, code: 'already_terminated' });
  });
  it('cannot be recorded by a viewer', async () => {
    const holder = await given.shareholder(owner);
    const viewer = await givenMember(server, owner, 'viewer');
    const url = `/api/shareholders/${String(holder.id)}`;
    expect((await viewer.post(`${url}/terminate`, {})).status).toBe(403);
    expect((await viewer.get(`${url}/termination?date=2026-01-01`)).status).toBe(200);
  });
});

describe('a reason in words', () => {
  it.each([
    ['Dismissed for cause', 'TERMINATION_INVOLUNTARY_WITH_CAUSE', '2026-01-01'],
    ['died', 'TERMINATION_INVOLUNTARY_DEATH', '2027-01-01'],
    ['Retirement', 'TERMINATION_VOLUNTARY_RETIREMENT', '2026-04-01'],
    ['She was laid off in the reorganisation', 'TERMINATION_INVOLUNTARY_OTHER', '2026-04-01'],
    ['Resigned', 'TERMINATION_VOLUNTARY_OTHER', '2026-04-01'],
  ])('that names one of them is that one: %s', async (reason, status, until) => {
    const holder = await given.shareholder(owner);
    await grantTo(holder);
    const ended = (await terminate(holder, { reason })).body as { transaction_id: string; grants: Row[] };
    const { ocf } = (await owner.get(`/api/transactions/${ended.transaction_id}`)).body;
    expect((ocf as Row).new_status).toBe(status);
    expect(ended.grants[0]!.exercise_until).toBe(until);
    expect(ended.grants[0]!.remark ?? '').not.toContain('names none');
  });
  it('that names none is kept, and every grant that keeps shares says which time counts', async () => {
    const holder = await given.shareholder(owner);
    await grantTo(holder);
    const ended = (await terminate(holder, { reason: 'By mutual consent' })).body as { grants: Row[] };
    expect(ended.grants[0]).toMatchObject({ exercise_until: '2026-04-01' });
    expect(ended.grants[0]!.remark).toMatch(/^“By mutual consent” names none of the reasons .* is that for “Left”\.$/);
  });
});
