// Time to exercise after leaving: a window for every reason, of the grant, else of its plan, else the usual one; never until the
// grant's expiry only because nobody said anything.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ada, vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
beforeAll(async () => {
  server.setClock('2026-06-15');
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common' });
});
const months = (reason: string, period: number) => ({ reason, period, period_type: 'MONTHS' });
const planOf = (extra: Row = {}) => given.equityPlan(owner, { share_class_ids: [common.id], ...extra });
const vested = { vesting: undefined, expiration_date: '2034-01-01' };

/** The last day to exercise after leaving on 2026-01-31: as previewed, as recorded, and as the grant shows it. */
async function untilOf(reason: string, plan: Row, extra: Row = {}): Promise<unknown> {
  const holder = await given.shareholder(owner);
  const grant = await given.grant(owner, { ...vested, shareholder_id: holder.id, equity_plan_id: plan.id, ...extra });
  return leave(holder.id, grant.id, reason);
}
async function leave(holder: unknown, grant: unknown, reason: string): Promise<unknown> {
  const url = `/api/shareholders/${String(holder)}`;
  const previewed = (await owner.get(`${url}/termination?date=2026-01-31&reason=${reason}`)).body.grants as Row[];
  const recorded = (await owner.post(`${url}/terminate`, { date: '2026-01-31', reason })).body.grants as Row[];
  const shown = (await owner.get(`/api/grants/${String(grant)}`)).body.exercise_until;
  expect([previewed[0]!.exercise_until, recorded[0]!.exercise_until]).toEqual([shown, shown]);
  return shown;
}

const USUAL = [
  ['VOLUNTARY_OTHER', '2026-04-30'],
  ['VOLUNTARY_GOOD_CAUSE', '2026-04-30'],
  ['VOLUNTARY_RETIREMENT', '2026-04-30'],
  ['INVOLUNTARY_OTHER', '2026-04-30'],
  ['INVOLUNTARY_DEATH', '2027-01-31'],
  ['INVOLUNTARY_DISABILITY', '2027-01-31'],
  ['INVOLUNTARY_WITH_CAUSE', '2026-01-31'],
] as const;

describe('a grant about which nobody said anything', () => {
  it.each(USUAL)('has the usual window for %s', async (reason, day) => {
    expect(await untilOf(reason, await planOf())).toBe(day);
  });

  it('says before a dismissal for cause that there is no time afterwards, and not before the others', async () => {
    const holder = await given.shareholder(owner);
    await given.grant(owner, { ...vested, shareholder_id: holder.id, equity_plan_id: (await planOf()).id });
    const said = async (reason: string) => {
      const url = `/api/shareholders/${String(holder.id)}/termination?date=2026-01-31&reason=${reason}`;
      return ((await owner.get(url)).body.grants as Row[])[0]!.remark;
    };
    expect(await said('INVOLUNTARY_WITH_CAUSE')).toMatch(/until that day only/);
    expect(await said('VOLUNTARY_OTHER')).toBeNull();
  });

  it('has it written out, for every reason', async () => {
    const grant = await given.grant(owner, { ...vested, equity_plan_id: (await planOf()).id });
    const { exercise_windows: shown } = (await owner.get(`/api/grants/${String(grant.id)}`)).body;
    expect(shown).toEqual([
      { ...months('VOLUNTARY_OTHER', 3), source: 'grant' },
      { ...months('VOLUNTARY_GOOD_CAUSE', 3), source: 'grant' },
      { ...months('VOLUNTARY_RETIREMENT', 3), source: 'grant' },
      { ...months('INVOLUNTARY_OTHER', 3), source: 'grant' },
      { ...months('INVOLUNTARY_DEATH', 12), source: 'grant' },
      { ...months('INVOLUNTARY_DISABILITY', 12), source: 'grant' },
      { reason: 'INVOLUNTARY_WITH_CAUSE', period: 0, period_type: 'DAYS', source: 'grant' },
    ]);
  });

  it('of units has none: what has vested of them is owed', async () => {
    const holder = await given.shareholder(owner);
    const grant = await given.grant(owner, {
      ...vested,
      shareholder_id: holder.id,
      equity_plan_id: (await planOf()).id,
      compensation_type: 'RSU',
      exercise_price: undefined,
      expiration_date: undefined,
    });
    expect(await leave(holder.id, grant.id, 'INVOLUNTARY_WITH_CAUSE')).toBeNull();
    expect((await owner.get(`/api/grants/${String(grant.id)}`)).body.exercise_windows).toEqual([]);
  });
});

describe('a plan', () => {
  it('has windows for its grants, which a grant may have otherwise', async () => {
    const plan = await planOf({ exercise_windows: [months('VOLUNTARY_OTHER', 6), months('INVOLUNTARY_DEATH', 24)] });
    const shown = (await owner.get(`/api/equity-plans/${String(plan.id)}`)).body.exercise_windows as Row[];
    expect(shown.map(({ reason, period, source }) => [reason, period, source])).toEqual([
      ['VOLUNTARY_OTHER', 6, 'plan'],
      ['VOLUNTARY_GOOD_CAUSE', 3, 'usual'],
      ['VOLUNTARY_RETIREMENT', 6, 'usual'],
      ['INVOLUNTARY_OTHER', 3, 'usual'],
      ['INVOLUNTARY_DEATH', 24, 'plan'],
      ['INVOLUNTARY_DISABILITY', 12, 'usual'],
      ['INVOLUNTARY_WITH_CAUSE', 0, 'usual'],
    ]);
    expect(await untilOf('VOLUNTARY_OTHER', plan)).toBe('2026-07-31');
    expect(await untilOf('INVOLUNTARY_DEATH', plan)).toBe('2028-01-31');
    const own = { termination_exercise_windows: [months('INVOLUNTARY_DEATH', 6)] };
    expect(await untilOf('INVOLUNTARY_DEATH', plan, own)).toBe('2026-07-31');
  });

  it('keeps them when something else is edited, and changes them by an edit', async () => {
    const plan = await planOf({ exercise_windows: [months('VOLUNTARY_OTHER', 6)] });
    const url = `/api/equity-plans/${String(plan.id)}`;
    const read = async () => (await owner.get(url)).body;
    const edit = async (extra: Row) => {
      const { name, reserved, date, version, share_class_ids } = await read();
      const reply = await owner.put(url, { name, reserved, date, version, share_class_ids, ...extra });
      expect([reply.status, reply.text]).toEqual([200, reply.text]);
      return ((await read()).exercise_windows as Row[])[0]!.period;
    };
    expect(await edit({ name: 'Renamed plan' })).toBe(6);
    expect(await edit({ exercise_windows: [months('VOLUNTARY_OTHER', 9)] })).toBe(9);
    // Sent back as it was read, it says no more than before.
    expect((await owner.put(url, await read())).status).toBe(200);
    const sources = ((await read()).exercise_windows as Row[]).map(({ source }) => source);
    expect(sources.filter((source) => source === 'plan')).toHaveLength(1);
    const twice = { exercise_windows: [months('VOLUNTARY_OTHER', 1), months('VOLUNTARY_OTHER', 2)] };
    const { name, reserved, date, version, share_class_ids } = await read();
    expect((await owner.put(url, { name, reserved, date, version, share_class_ids, ...twice })).status).toBe(422);
  });

  it('warns of a window that is longer for cause than for leaving', async () => {
    const wrong = [months('VOLUNTARY_OTHER', 3), months('INVOLUNTARY_WITH_CAUSE', 6)];
    const plan = await planOf({ exercise_windows: wrong });
    const warning = expect.stringContaining('longer for cause');
    expect((await owner.get(`/api/equity-plans/${String(plan.id)}`)).body.window_warnings).toEqual([warning]);
    const grant = await given.grant(owner, { ...vested, equity_plan_id: plan.id });
    expect((await owner.get(`/api/grants/${String(grant.id)}`)).body.window_warnings).toEqual([warning]);
  });
});

it('brings in the windows of a package, and says which ones its grants leave out', async () => {
  const company = await signUpCompany(server);
  const grant = (id: string, windows: Row[]) => ({
    object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
    id: `issue-${id}`,
    security_id: id,
    custom_id: id,
    date: '2024-01-01',
    stakeholder_id: 'ada',
    security_law_exemptions: [],
    stock_class_id: 'common',
    compensation_type: 'OPTION_NSO',
    quantity: '1000',
    exercise_price: { amount: '1', currency: 'USD' },
    expiration_date: '2034-01-01',
    termination_exercise_windows: windows,
  });
  const left = {
    object_type: 'CE_STAKEHOLDER_STATUS',
    id: 'left',
    date: '2026-01-31',
    stakeholder_id: 'ada',
    new_status: 'TERMINATION_INVOLUNTARY_WITH_CAUSE',
  };
  const silent = grant('opt-1', []);
  const told = grant('opt-2', [months('INVOLUNTARY_WITH_CAUSE', 1), months('VOLUNTARY_OTHER', 6)]);
  const files = packageFiles([vendorIssuer, ada, vendorClass(), silent, told, left], {
    ocf_version: '1.2.1-alpha+main',
  });
  const reply = await importZip(company, await zipOf(files), 'accept_findings=true');
  expect([reply.status, reply.text]).toMatchObject([200, expect.stringContaining('"applied":true')]);
  const read = async (id: string) => (await company.get(`/api/grants/${id}`)).body;
  expect([(await read('opt-1')).exercise_until, (await read('opt-2')).exercise_until]).toEqual([
    '2026-01-31',
    '2026-02-28',
  ]);
  const shown = (await read('opt-2')).exercise_windows as Row[];
  expect(shown.map(({ reason, period, source }) => [reason, period, source])).toContainEqual([
    'VOLUNTARY_RETIREMENT',
    6,
    'usual',
  ]);
  expect(shown).toHaveLength(7);
});
