// Drafts say what they need of the charter and of the plans before they are posted, and offer to authorise it.
//
// 8,000,000 common of 11,000,000 authorized, and a pool of 1,000,000: 2,000,000 are free. The SAFE has 10 % before the money: 10,000,000
// shares, 2.00 a share. It becomes 1,000,000, the fund buys 2,500,000, the pool grows by 500,000.
// Needed of common: 8,000,000 + 3,500,000 for conversion + 1,500,000 in the pool.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const AS_OF = '2025-01-31';
let owner: Person;
let common: Row;
let plan: Row;

beforeEach(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '11000000' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-02', quantity: '8000000' });
  plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000', date: '2024-01-02' });
  await given.convertible(owner, { amount: '500000', date: '2024-02-01', terms: { post_money_cap: '5000000' } });
});

const seriesA = {
  kind: 'round',
  name: 'Series A',
  class_name: 'Series A',
  pre_money: 21_000_000,
  method: 'percent_ownership',
  investors: [{ name: 'Harbor Fund', amount: 5_000_000 }],
  pool: { increase: 500_000 },
  converts: 'all',
};
const short = {
  share_class: 'Common',
  authorized: '11000000',
  needed: '13000000',
  missing: '2000000',
  outstanding: '8000000',
  kept_for_conversion: '3500000',
  kept_for_options: '0',
  kept_for_warrants: '0',
  kept_in_pool: '1500000',
};

async function drafted(steps: Row[]): Promise<Row> {
  const made = await given.scenario(owner, { name: 'A', as_of: AS_OF, steps });
  const reply = await owner.post(`/api/scenarios/${String(made.id)}/drafts`, {});
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return reply.body;
}
const draftsOf = (answer: Row) => answer.drafts as { id: string; kind: string; summary: string }[];
const waiting = async () =>
  ((await owner.get('/api/dashboard/')).body.decisions as { kind: string; rows: Row[] }[]).filter(({ kind }) =>
    ['charter_short', 'pool_short'].includes(kind),
  );

describe('a round that needs more common stock for its conversion and its pool', () => {
  it('says so before it is posted, and its drafts authorise it', async () => {
    const answer = await drafted([seriesA]);
    expect(answer.charter).toMatchObject({ classes: [short], plans: [] });
    const authorise = draftsOf(answer).filter(({ kind }) => kind === 'authorize');
    expect(authorise.map(({ summary }) => summary)).toEqual([
      'Authorize more of Common: 13,000,000, 2,000,000 more than 11,000,000',
    ]);
    const ids = draftsOf(answer).map(({ id }) => id);
    expect((await owner.post('/api/drafts/check', { ids })).body.charter).toEqual({ classes: [], plans: [] });
    const posted = await owner.post('/api/drafts/post', { ids });
    expect([posted.status, posted.body.charter]).toEqual([200, { classes: [], plans: [] }]);
    const page = (await owner.get(`/api/share-classes/${String(common.id)}`)).body;
    expect(page).toMatchObject({ authorized_shares: '13000000', free: '0', short: null });
    const trail = await owner.get(`/api/audit/?filter=${encodeURIComponent(JSON.stringify({ action: 'authorize' }))}`);
    expect(trail.rows).toMatchObject([{ resource: 'share-classes', resource_id: common.id }]);
    expect(await waiting()).toEqual([]);
  });

  it('is posted without it with a warning, which stays open until it is cured', async () => {
    const answer = await drafted([seriesA]);
    const ids = draftsOf(answer).flatMap(({ id, kind }) => (kind === 'authorize' ? [] : [id]));
    expect((await owner.post('/api/drafts/check', { ids })).body.charter).toMatchObject({ classes: [short] });
    const posted = await owner.post('/api/drafts/post', { ids });
    expect([posted.status, posted.body.charter]).toMatchObject([200, { classes: [short], plans: [] }]);
    expect(await waiting()).toMatchObject([{ kind: 'charter_short', rows: [{ ...short, id: common.id }] }]);
    const cure = { authorized_shares: '13000000', date: AS_OF, reason: 'Amended charter.' };
    expect((await owner.post(`/api/share-classes/${String(common.id)}/authorize`, cure)).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  it('of which a part was posted is checked with what is left', async () => {
    const answer = await drafted([seriesA]);
    const first = draftsOf(answer).filter(({ kind }) => ['shareholder', 'share_class', 'reserve'].includes(kind));
    const idsOf = (all: { id: string }[]) => all.map(({ id }) => id);
    expect((await owner.post('/api/drafts/post', { ids: idsOf(first) })).status).toBe(200);
    const left = draftsOf(answer).filter((each) => !first.includes(each) && each.kind !== 'authorize');
    expect((await owner.post('/api/drafts/check', { ids: idsOf(left) })).body.charter).toMatchObject({
      classes: [short],
    });
  });
});

describe('a round of a class with too few shares', () => {
  it('has the authorized shares of its own class among its drafts', async () => {
    const a = { name: 'Series A', class_type: 'PREFERRED', prefix: 'PA-', authorized_shares: '2000000' };
    const preferred = await given.shareClass(owner, { ...a, liquidation_preference_multiple: '1' });
    const answer = await drafted([{ ...seriesA, pool: null, pre_money: 20_000_000, converts: [] }]);
    const own = draftsOf(answer).find(({ summary }) => summary.startsWith('Authorize more of Series A'));
    expect(own?.kind).toBe('authorize');
    const ids = draftsOf(answer).map(({ id }) => id);
    const refused = await owner.post('/api/drafts/post', { ids: ids.filter((id) => id !== own!.id) });
    expect(refused.code).toBe('over_authorized');
    expect((await owner.post('/api/drafts/post', { ids })).status).toBe(200);
    const page = (await owner.get(`/api/share-classes/${String(preferred.id)}`)).body;
    expect([page.outstanding, page.authorized_shares]).toEqual([page.authorized_shares, page.outstanding]);
  });
});

describe('a pool that a draft would take below zero', () => {
  const grant = async () => {
    const ann = await given.shareholder(owner);
    return { kind: 'grant', quantity: 400_000, strike: '1', shareholder_id: ann.id, name: 'Ann' };
  };

  it('is shown with its figures, and its reserve is among the drafts', async () => {
    // Granted after the day of the scenario, when it was still available.
    await given.grant(owner, {
      equity_plan_id: plan.id,
      share_class_id: common.id,
      quantity: '900000',
      date: '2025-03-01',
    });
    const answer = await drafted([await grant()]);
    expect(answer.charter).toMatchObject({
      plans: [{ equity_plan_id: plan.id, reserved: '1000000', needed: '1300000', missing: '300000' }],
    });
    const reserve = draftsOf(answer).filter(({ kind }) => kind === 'reserve');
    expect(reserve.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Change the reserve of .* to 1,300,000, 300,000 more than would be reserved$/),
    ]);
    const posted = await owner.post('/api/drafts/post', { ids: draftsOf(answer).map(({ id }) => id) });
    expect([posted.status, posted.text]).toEqual([200, posted.text]);
    expect(posted.body.charter).toEqual({ classes: [], plans: [] });
  });
});

it('what would fall short is read by viewers, and of another company is not found', async () => {
  const answer = await drafted([seriesA]);
  const ids = draftsOf(answer).map(({ id }) => id);
  const viewer = await givenMember(server, owner, 'viewer');
  expect((await viewer.post('/api/drafts/check', { ids })).status).toBe(200);
  const stranger = await signUpCompany(server);
  expect((await stranger.post('/api/drafts/check', { ids })).status).toBe(404);
});

describe('what falls short since the drafts were made', () => {
  const small = { ...seriesA, pre_money: 20_000_000, pool: null, investors: [{ name: 'F', amount: 100_000 }] };

  it('is offered as drafts in the check, and is cured once they are added', async () => {
    const answer = await drafted([small]);
    expect(answer.charter).toEqual({ classes: [], plans: [] });
    const ids = draftsOf(answer).map(({ id }) => id);
    expect((await owner.post('/api/drafts/check', { ids })).body.cures).toEqual([]);
    expect((await owner.post('/api/drafts/cures', { ids })).code).toBe('nothing_short');
    await given.certificate(owner, { share_class_id: common.id, issue_date: '2025-02-10', quantity: '1900000' });
    const { charter, cures } = (await owner.post('/api/drafts/check', { ids })).body as { charter: Row; cures: Row[] };
    expect(charter.classes).toMatchObject([{ share_class: 'Common', authorized: '11000000' }]);
    expect(cures.map(({ kind, summary }) => [kind, summary])).toEqual([
      ['authorize', expect.stringMatching(/^Authorize more of Common: /)],
    ]);
    const added = await owner.post('/api/drafts/cures', { ids });
    expect([added.status, added.text]).toEqual([201, added.text]);
    // Asked once more with the same drafts, nothing is drafted twice.
    expect((await owner.post('/api/drafts/cures', { ids })).code).toBe('nothing_short');
    const all = [...ids, ...(added.body.ids as string[])];
    expect((await owner.post('/api/drafts/check', { ids: all })).body).toMatchObject({
      charter: { classes: [], plans: [] },
      cures: [],
    });
    const posted = await owner.post('/api/drafts/post', { ids: all });
    expect([posted.status, posted.text]).toEqual([200, posted.text]);
    expect(posted.body.charter).toEqual({ classes: [], plans: [] });
  });

  it('has no cures where the drafts are overtaken: posting refuses them, and so does the call, with the same code', async () => {
    const ids = draftsOf(await drafted([small])).map(({ id }) => id);
    await given.certificate(owner, { share_class_id: common.id, issue_date: AS_OF, quantity: '1900000' });
    const { charter, cures } = (await owner.post('/api/drafts/check', { ids })).body as { charter: Row; cures: Row[] };
    expect(charter.classes).toMatchObject([{ share_class: 'Common' }]);
    expect(cures).toEqual([]);
    for (const agreed of [{}, { accept_overtaken: true }]) {
      const refused = await owner.post('/api/drafts/cures', { ids, ...agreed });
      const posting = await owner.post('/api/drafts/post', { ids, ...agreed });
      expect([refused.status, refused.code, refused.body.detail]).toEqual([
        409,
        'scenario_overtaken',
        posting.body.detail,
      ]);
      expect(posting.code).toBe('scenario_overtaken');
    }
    expect((await owner.get('/api/drafts/')).rows).toHaveLength(ids.length);
  });

  it('has none for drafts of several scenarios of which one is overtaken', async () => {
    const first = draftsOf(await drafted([small])).map(({ id }) => id);
    await given.certificate(owner, { share_class_id: common.id, issue_date: AS_OF, quantity: '1900000' });
    const second = draftsOf(await drafted([{ ...small, converts: [] }])).map(({ id }) => id);
    const ids = [...first, ...second];
    expect((await owner.post('/api/drafts/check', { ids })).body.cures).toEqual([]);
    expect((await owner.post('/api/drafts/cures', { ids })).code).toBe('scenario_overtaken');
  });

  it('has cures of what is left of drafts posted in part where it is posted as it was agreed', async () => {
    const [first, ...left] = draftsOf(await drafted([small])).map(({ id }) => id);
    expect((await owner.post('/api/drafts/post', { ids: [first] })).status).toBe(200);
    await given.certificate(owner, { share_class_id: common.id, issue_date: AS_OF, quantity: '1900000' });
    const check = async (agreed: Row) =>
      (await owner.post('/api/drafts/check', { ids: left, ...agreed })).body.cures as Row[];
    expect(await check({})).toEqual([]);
    expect((await owner.post('/api/drafts/cures', { ids: left })).code).toBe('scenario_overtaken');
    const agreed = { accept_overtaken: true };
    expect((await check(agreed)).map(({ kind }) => kind)).toEqual(['authorize']);
    const added = await owner.post('/api/drafts/cures', { ids: left, ...agreed });
    expect([added.status, added.text]).toEqual([201, added.text]);
    const all = [...left, ...(added.body.ids as string[])];
    const posted = await owner.post('/api/drafts/post', { ids: all, ...agreed });
    expect([posted.status, posted.text]).toEqual([200, posted.text]);
  });
});
