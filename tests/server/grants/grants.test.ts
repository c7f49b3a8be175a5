import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { listUrl } from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
let plan: Row;
let holder: Row;
beforeAll(async () => {
  server.setClock('2026-01-15');
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner, { name: 'Common', prefix: 'CS-' });
  plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id], reserved: '100000' });
  holder = await given.shareholder(owner);
});
const grant = (extra: Row = {}) => given.grant(owner, { shareholder_id: holder.id, equity_plan_id: plan.id, ...extra });
const post = (extra: Row = {}) =>
  owner.post('/api/grants/', {
    shareholder_id: holder.id,
    equity_plan_id: plan.id,
    share_class_id: shareClass.id,
    compensation_type: 'OPTION_NSO',
    quantity: '1000',
    exercise_price: '0.50',
    date: '2024-01-01',
    ...extra,
  });
const read = async (of: Row, day = '') =>
  (await owner.get(`/api/grants/${String(of.id)}${day && `?as_of=${day}`}`)).body;
const verb = (of: Row, name: string, body: Row) => owner.post(`/api/grants/${String(of.id)}/${name}`, body);
const pool = async () => (await owner.get(`/api/equity-plans/${String(plan.id)}`)).body;
const figures = ({ outstanding, exercised, vested, unvested, status }: Row) => ({
  outstanding,
  exercised,
  vested,
  unvested,
  status,
});
const done = async (reply: Promise<Reply>) => {
  const { status, text, body } = await reply;
  expect([status, text]).toEqual([200, text]);
  return body;
};

describe('a grant', () => {
  it('vests by its schedule, on any day asked for', async () => {
    const made = await grant();
    expect(made).toMatchObject({
      quantity: '1000',
      exercise_price: '0.5',
      vesting_start: '2024-01-01',
      share_class: 'Common',
    });
    const vested = async (day: string) => (await read(made, day)).vested;
    expect(
      await Promise.all(['2024-12-31', '2025-01-01', '2025-02-01', '2027-12-31', '2028-01-01'].map(vested)),
    ).toEqual(['0', '250', '271', '979', '1000']);
    expect(figures(await read(made, '2025-01-01'))).toEqual({
      outstanding: '1000',
      exercised: '0',
      vested: '250',
      unvested: '750',
      status: 'active',
    });
  });
  it('shows its schedule day by day, and shares its vesting terms with other grants', async () => {
    const [one, two] = [await grant(), await grant()];
    const { schedule } = (await read(one)) as { schedule: { tranches: Row[]; name: string } };
    expect(schedule.tranches).toHaveLength(37);
    expect(schedule.tranches[0]).toEqual({ date: '2025-01-01', quantity: '250', vested: '250' });
    expect(schedule.name).toBe('4 years, 1-year cliff');
    expect(two.vesting_terms_id).toBe(one.vesting_terms_id);
  });
  it('without a schedule has vested at once', async () => {
    const made = await post({ date: '2024-05-05' });
    expect([made.status, figures(await read(made.body))]).toMatchObject([201, { vested: '1000', unvested: '0' }]);
  });
  it('with an existing schedule starts on its own day, or on the day given', async () => {
    const { vesting_terms_id } = await grant();
    const own = await post({ vesting_terms_id });
    const chosen = await post({ vesting_terms_id, vesting_start: '2023-06-15' });
    expect([own.body.vesting_start, chosen.body.vesting_start]).toEqual(['2024-01-01', '2023-06-15']);
  });
  it('takes its quantity from the pool, and gets a number of its kind', async () => {
    const before = await pool();
    const made = await grant({ quantity: '500' });
    const units = await post({ compensation_type: 'RSU', exercise_price: undefined, quantity: '100' });
    expect(made.grant_number).toMatch(/^OPT-\d+$/);
    expect(units.body.grant_number).toMatch(/^RSU-\d+$/);
    const after = await pool();
    expect(Number(before.available) - Number(after.available)).toBe(600);
    expect(Number(after.outstanding) - Number(before.outstanding)).toBe(600);
  });
  it.each([
    ['an option without a price', { exercise_price: undefined }],
    ['a unit with a price', { compensation_type: 'RSU' }],
    ['a right without a price', { compensation_type: 'SSAR', exercise_price: undefined }],
    ['an unknown kind', { compensation_type: 'SHARES' }],
    ['a quantity of zero', { quantity: '0' }],
    ['a fraction', { quantity: '0.5' }],
    ['an unknown holder', { shareholder_id: 'none' }],
    ['an unknown plan', { equity_plan_id: 'none' }],
    ['an unknown schedule', { vesting_terms_id: 'none' }],
    ['two schedules', { vesting_terms_id: 'x', vesting: { vesting_start: '2024-01-01', months: 48 } }],
    ['a cliff after the end', { vesting: { vesting_start: '2024-01-01', months: 12, cliff_months: 13 } }],
    ['an expiry before its day', { expiration_date: '2023-12-31' }],
    ['no day', { date: '2024-02-30' }],
    ['a wrong exemption', { security_law_exemptions: [{ description: 'Rule 701' }] }],
    ['an unknown field', { strike: '1' }],
  ])('is refused for %s', async (_what, extra) => {
    const before = (await pool()).outstanding;
    expect((await post(extra)).status).toBe(422);
    expect((await pool()).outstanding).toBe(before);
  });
  it('is refused for a class its plan does not grant from', async () => {
    const other = await given.shareClass(owner);
    const reply = await post({ share_class_id: other.id });
    expect([reply.status, reply.body.errors]).toMatchObject([422, [{ field: 'share_class_id' }]]);
  });
  it('keeps its legal details', async () => {
    const filed = {
      consideration_text: 'Services',
      board_approval_date: '2023-12-20',
      stockholder_approval_date: '2023-12-21',
      security_law_exemptions: [{ description: 'Rule 701', jurisdiction: 'US' }],
    };
    const made = await post(filed);
    expect(await read(made.body)).toMatchObject(filed);
  });
  it('is sorted and filtered exactly by what has vested', async () => {
    const company = await signUpCompany(server);
    const own = await given.equityPlan(company);
    for (const quantity of ['90', '1000', '200'])
      await given.grant(company, { equity_plan_id: own.id, quantity, vesting: undefined });
    const vested = async (query: Parameters<typeof listUrl>[1]) =>
      (await company.get(listUrl('/api/grants/', query))).rows.map((row) => row.vested);
    expect(await vested({ sort: ['vested', 'ASC'] })).toEqual(['90', '200', '1000']);
    expect(await vested({ sort: ['vested', 'DESC'], range: [1, 1] })).toEqual(['200']);
    expect(await vested({ sort: ['vested', 'ASC'], filter: { vested_gte: '200' } })).toEqual(['200', '1000']);
    const reply = await company.get(listUrl('/api/grants/', { range: [0, 0], filter: { vested_lte: '200' } }));
    expect([reply.rows.length, reply.headers['content-range']]).toEqual([1, 'grants 0-0/2']);
    expect((await company.get('/api/grants/?as_of=2023-12-31')).rows).toEqual([]);
  });
});

describe('the pool', () => {
  it('is never exceeded: the refusal says what is left and what was asked for', async () => {
    const small = await given.equityPlan(owner, { share_class_ids: [shareClass.id], reserved: '1000' });
    await grant({ equity_plan_id: small.id, quantity: '900' });
    const reply = await post({ equity_plan_id: small.id, quantity: '200' });
    expect(reply.status).toBe(409);
    expect(String(reply.detail)).toMatch(/100.*200/);
    const adjust = (reserved: string) =>
      owner.post(`/api/equity-plans/${String(small.id)}/adjust`, { reserved, date: '2024-06-01', reason: 'Board' });
    expect((await adjust('899')).status).toBe(409);
    expect((await adjust('1100')).status).toBe(200);
    expect((await post({ equity_plan_id: small.id, quantity: '200', date: '2024-05-31' })).status).toBe(409);
    expect((await post({ equity_plan_id: small.id, quantity: '200', date: '2024-06-01' })).status).toBe(201);
  });
  it('is the same on the cap table as on the plan, whatever happened to its grants', async () => {
    const company = await signUpCompany(server);
    const own = await given.equityPlan(company, { reserved: '10000' });
    const give = (extra: Row = {}) => given.grant(company, { equity_plan_id: own.id, ...extra });
    const act = (of: Row, name: string, body: Row) => company.post(`/api/grants/${String(of.id)}/${name}`, body);
    await act(await give(), 'exercise', { quantity: '250', date: '2025-02-01' });
    await act(await give(), 'cancel', { quantity: '300', date: '2025-03-01', reason: 'x' });
    await act(await give({ compensation_type: 'RSU', exercise_price: undefined, vesting: undefined }), 'release', {
      quantity: '100',
      withheld: '40',
      date: '2025-03-01',
    });
    await act(await give(), 'cancel', { date: '2025-04-01', reason: 'x' });
    for (const day of ['2019-12-31', '2024-01-01', '2025-02-01', '2025-03-01', '2025-04-01']) {
      const table = (await company.get(`/api/cap-table/?basis=fully_diluted&as_of=${day}`)).body;
      const plans = (await company.get(`/api/equity-plans/?as_of=${day}`)).rows;
      expect([day, table.pool_available]).toEqual([day, plans[0]!.available]);
    }
    expect((await company.get('/api/equity-plans/')).rows).toMatchObject([
      { reserved: '10000', outstanding: '2350', exercised: '350', available: '7300' },
    ]);
  });
  it('gives grants made at the same time no more than there is', async () => {
    const small = await given.equityPlan(owner, { share_class_ids: [shareClass.id], reserved: '1000' });
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => post({ equity_plan_id: small.id, quantity: '300' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    const left = (await owner.get(`/api/equity-plans/${String(small.id)}`)).body;
    expect([left.available, left.outstanding]).toEqual(['100', '900']);
  });
});

describe('exercising', () => {
  it('is refused for what has not vested by that day, unless early exercise is allowed', async () => {
    const made = await grant();
    const exercise = (of: Row, date: string) => verb(of, 'exercise', { quantity: '251', date });
    const reply = await exercise(made, '2025-01-31');
    expect(reply.status).toBe(409);
    expect(String(reply.detail)).toMatch(/250/);
    expect((await exercise(made, '2025-02-01')).status).toBe(200);
    expect((await exercise(await grant({ early_exercisable: true }), '2024-02-01')).status).toBe(200);
  });
  it('gives a certificate with the next number, at the option’s price', async () => {
    const made = await grant();
    const before = await pool();
    const { resulting } = (await done(verb(made, 'exercise', { quantity: '100', date: '2025-06-01' }))) as {
      resulting: [Row];
    };
    expect(resulting).toMatchObject([
      { quantity: '100', price_per_share: '0.5', shareholder_id: holder.id, issue_date: '2025-06-01' },
    ]);
    expect(resulting[0].certificate_number).toMatch(/^CS-\d+$/);
    expect(figures(await read(made, '2025-06-01'))).toMatchObject({ outstanding: '900', exercised: '100' });
    expect(figures(await read(made, '2025-05-31'))).toMatchObject({ outstanding: '1000', exercised: '0' });
    const after = await pool();
    expect([Number(after.exercised) - Number(before.exercised), after.available]).toEqual([100, before.available]);
    expect((await read(made)).became).toMatchObject([{ id: resulting[0].id, resource: 'certificates' }]);
  });
  it('is refused for more than is left, for units, after the expiry, and before the grant', async () => {
    const made = await grant({ expiration_date: '2025-12-31', vesting: undefined });
    const refused = async (body: Row, of = made) => {
      const reply = await verb(of, 'exercise', { quantity: '10', date: '2025-06-01', ...body });
      return [reply.status, reply.code];
    };
    expect(await refused({ quantity: '1001' })).toEqual([409, 'not_enough_shares']);
    expect(await refused({ date: '2026-01-01' })).toEqual([409, 'expired']);
    expect(await refused({ date: '2023-12-31' })).toEqual([409, 'before_issue_date']);
    const units = (await post({ compensation_type: 'RSU', exercise_price: undefined })).body;
    expect(await refused({}, units)).toEqual([409, 'wrong_kind']);
    expect((await verb(made, 'exercise', { quantity: '1000', date: '2025-12-31' })).status).toBe(200);
    expect(await read(made)).toMatchObject({ status: 'exercised', outstanding: '0' });
    expect(await refused({})).toEqual([409, 'not_active']);
  });
  it('early gives stock that continues to vest', async () => {
    const made = await grant({ early_exercisable: true });
    const { resulting } = (await done(verb(made, 'exercise', { quantity: '500', date: '2024-02-01' }))) as {
      resulting: [Row];
    };
    const [issued] = await server.sql<{ ocf: Row }>(
      `select ocf from ledger_tx where security_id = $1 and object_type = 'TX_STOCK_ISSUANCE'`,
      [resulting[0].id],
    );
    const vestings = issued!.ocf.vestings as { date: string; amount: string }[];
    expect(vestings[0]).toEqual({ date: '2025-01-01', amount: '250' });
    expect(vestings.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(500);
  });
  it('gives fewer shares for a right settled in stock, and none for one settled in cash', async () => {
    const stock = (await post({ compensation_type: 'SSAR' })).body;
    expect((await verb(stock, 'exercise', { quantity: '100', date: '2025-01-01' })).status).toBe(422);
    const settled = { quantity: '100', shares_issued: '40', date: '2025-01-01' };
    expect((await done(verb(stock, 'exercise', settled))).resulting).toMatchObject([{ quantity: '40' }]);
    const cash = (await post({ compensation_type: 'CSAR' })).body;
    expect((await done(verb(cash, 'exercise', { quantity: '100', date: '2025-01-01' }))).resulting).toEqual([]);
    expect(await read(cash)).toMatchObject({ outstanding: '900', exercised: '100' });
  });
});

describe('releasing units', () => {
  it('is refused after their expiry, in the words for units', async () => {
    const unit = { compensation_type: 'RSU', exercise_price: undefined, expiration_date: '2025-12-31' };
    const units = (await post(unit)).body;
    const reply = await verb(units, 'release', { quantity: '10', date: '2026-01-01' });
    const number = String(units.grant_number);
    expect([reply.status, reply.detail]).toEqual([409, `${number} could be released until 2025-12-31.`]);
  });
  it('issues what is not withheld for tax, at the value of a share', async () => {
    await owner.post('/api/valuations/', {
      share_class_id: shareClass.id,
      price_per_share: '1.75',
      effective_date: '2024-12-31',
    });
    const units = (await post({ compensation_type: 'RSU', exercise_price: undefined })).body;
    const body = { quantity: '400', withheld: '150', date: '2025-03-01' };
    expect((await done(verb(units, 'release', body))).resulting).toMatchObject([
      { quantity: '250', price_per_share: '1.75' },
    ]);
    expect(await read(units)).toMatchObject({ outstanding: '600', exercised: '400' });
    expect((await verb(units, 'release', { ...body, withheld: '400' })).status).toBe(422);
    expect((await verb(await grant(), 'release', body)).code).toBe('wrong_kind');
  });
});

describe('cancelling', () => {
  it('the whole grant returns it to the pool', async () => {
    const made = await grant();
    const before = await pool();
    expect((await done(verb(made, 'cancel', { date: '2025-06-01', reason: 'Left' }))).balance).toBeNull();
    expect(await read(made)).toMatchObject({ status: 'cancelled', outstanding: '0', ended: { reason: 'Left' } });
    expect(Number((await pool()).available) - Number(before.available)).toBe(1000);
  });
  it('a part leaves a grant on the same terms, without the shares that would vest last', async () => {
    const made = await grant();
    await done(verb(made, 'exercise', { quantity: '100', date: '2025-02-01' }));
    const reply = await done(verb(made, 'cancel', { quantity: '300', date: '2025-06-01', reason: 'Part-time' }));
    const balance = reply.balance as Row;
    expect(balance).toMatchObject({ quantity: '600', exercise_price: '0.5', equity_plan_id: plan.id });
    const vested = async (day: string) => (await read(balance, day)).vested;
    expect(await vested('2025-06-01')).toBe(String(Number((await read(made, '2025-05-31')).vested) + 21));
    expect(await vested('2027-12-31')).toBe('700');
    expect((await read(balance)).came_from).toMatchObject([{ id: made.id, is_balance: true }]);
  });
  it('stops the vesting: what had vested and what was exercised stays, and never grows', async () => {
    const company = await signUpCompany(server);
    const whole = await given.grant(company);
    const used = await given.grant(company);
    const url = (of: Row) => `/api/grants/${String(of.id)}`;
    await done(company.post(`${url(used)}/exercise`, { quantity: '100', date: '2025-03-01' }));
    for (const each of [whole, used])
      await done(company.post(`${url(each)}/cancel`, { date: '2025-06-01', reason: 'Left' }));
    const on = async (of: Row, day: string) => figures((await company.get(`${url(of)}?as_of=${day}`)).body);
    expect(await on(whole, '2025-05-31')).toMatchObject({ vested: '333', unvested: '667', outstanding: '1000' });
    for (const day of ['2025-06-01', '2025-12-31', '2029-01-01']) {
      const ended = { vested: '354', unvested: '0', outstanding: '0', status: 'cancelled' };
      expect([day, await on(whole, day)]).toEqual([day, { ...ended, exercised: '0' }]);
      expect([day, await on(used, day)]).toEqual([day, { ...ended, exercised: '100', status: 'exercised' }]);
    }
    const { schedule } = (await company.get(url(whole))).body as { schedule: { tranches: Row[] } };
    expect(schedule.tranches.at(-1)).toMatchObject({ date: '2025-06-01', vested: '354' });
    const growing = await given.grant(company, { quantity: '900' });
    const byVested = async (direction: string) =>
      (await company.get(`/api/grants/?as_of=2027-01-01&sort=["vested","${direction}"]`)).rows.map(({ id }) => id);
    expect((await byVested('DESC'))[0]).toBe(growing.id);
    expect((await byVested('ASC'))[2]).toBe(growing.id);
  });
  it('leaves every outstanding share either vested or unvested, on every day', async () => {
    const company = await signUpCompany(server);
    const url = (of: Row) => `/api/grants/${String(of.id)}`;
    const lived = await given.grant(company);
    const early = await given.grant(company, { early_exercisable: true });
    await done(company.post(`${url(lived)}/exercise`, { quantity: '100', date: '2025-03-01' }));
    await done(company.post(`${url(early)}/exercise`, { quantity: '900', date: '2024-03-01' }));
    await done(company.post(`${url(lived)}/cancel`, { date: '2025-06-01', reason: 'Left' }));
    for (const day of [
      '2024-01-01',
      '2024-03-01',
      '2025-02-28',
      '2025-03-01',
      '2025-05-31',
      '2025-06-01',
      '2029-01-01',
    ])
      for (const row of (await company.get(`/api/grants/?as_of=${day}`)).rows)
        expect([day, Number(row.vested_outstanding) + Number(row.unvested_outstanding)]).toEqual([
          day,
          Number(row.outstanding),
        ]);
    const held = (await company.get(`${url(lived)}?as_of=2025-05-31`)).body;
    expect([held.vested, held.vested_outstanding, held.unvested]).toEqual(['333', '233', '667']);
  });
  it('returns nothing to a plan that retires shares, unless somebody returns them', async () => {
    const retiring = await given.equityPlan(owner, {
      share_class_ids: [shareClass.id],
      default_cancellation_behavior: 'RETIRE',
    });
    const made = await grant({ equity_plan_id: retiring.id });
    await done(verb(made, 'cancel', { date: '2025-06-01', reason: 'Left' }));
    const available = async () => (await owner.get(`/api/equity-plans/${String(retiring.id)}`)).body.available;
    expect(await available()).toBe('99000');
    const back = (extra: Row) =>
      owner.post(`/api/equity-plans/${String(retiring.id)}/return`, {
        security_id: made.id,
        quantity: '400',
        date: '2025-07-01',
        reason: 'By the board',
        ...extra,
      });
    expect(await back({ quantity: '1001' })).toMatchObject({ status: 409, code: 'too_many_returned' });
    expect(await back({ security_id: 'none' })).toMatchObject({ status: 409, code: 'not_of_plan' });
    expect((await back({})).body.available).toBe('99400');
    expect(await back({ quantity: '601' })).toMatchObject({ status: 409 });
  });
});

describe('changing a grant', () => {
  it('by acceleration vests the given number of shares, or all unvested shares', async () => {
    const made = await grant();
    await done(verb(made, 'accelerate', { quantity: '100', date: '2025-01-01', reason: 'Promotion' }));
    expect((await read(made, '2025-01-01')).vested).toBe('350');
    expect((await verb(made, 'accelerate', { quantity: '651', date: '2025-01-01', reason: 'x' })).status).toBe(409);
    await done(verb(made, 'accelerate', { date: '2025-01-02', reason: 'Change of control' }));
    expect((await read(made, '2025-01-02')).vested).toBe('1000');
    expect((await verb(made, 'accelerate', { date: '2025-01-03', reason: 'x' })).code).toBe('nothing_unvested');
  });
  it('by a new price counts from its day', async () => {
    const made = await grant();
    await done(verb(made, 'reprice', { exercise_price: '0.25', date: '2025-01-01', reason: 'Board consent' }));
    expect([(await read(made, '2024-12-31')).exercise_price, (await read(made)).exercise_price]).toEqual([
      '0.5',
      '0.25',
    ]);
    const units = (await post({ compensation_type: 'RSU', exercise_price: undefined })).body;
    expect((await verb(units, 'reprice', { exercise_price: '1', date: '2025-01-01' })).code).toBe('wrong_kind');
  });
  it('by a milestone its schedule does not have is refused', async () => {
    const body = { vesting_condition_id: 'none', date: '2025-01-01' };
    expect((await verb(await grant(), 'vesting-event', body)).status).toBe(422);
  });
});

describe('permissions for grants', () => {
  it('a holder sees their own grants with what has vested, and nobody else’s', async () => {
    const made = await grant({ quantity: '40' });
    const other = await given.shareholder(owner);
    const [own, stranger] = [
      await signUpShareholder(server, owner, holder),
      await signUpShareholder(server, owner, other),
    ];
    const seen = (await own.get(`/api/grants/${String(made.id)}?as_of=2025-01-01`)).body;
    expect(seen).toMatchObject({ vested: '10', schedule: { name: '4 years, 1-year cliff' } });
    expect((await stranger.get('/api/grants/')).rows).toEqual([]);
    expect((await stranger.get(`/api/grants/${String(made.id)}`)).status).toBe(404);
    const plans = (await own.get('/api/equity-plans/')).rows;
    expect(plans.find(({ id }) => id === plan.id)).toMatchObject({ reserved: null, available: null });
    expect((await own.post(`/api/grants/${String(made.id)}/exercise`, {})).status).toBe(403);
  });
  it('staff may grant, a viewer may not', async () => {
    const [staff, viewer] = [await givenMember(server, owner, 'staff'), await givenMember(server, owner, 'viewer')];
    expect((await staff.post('/api/grants/', {})).status).toBe(422);
    expect((await viewer.post('/api/grants/', {})).status).toBe(403);
  });
});
