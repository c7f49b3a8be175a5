// What a scenario becomes: drafts that are posted by the ordinary commands, and links that show it.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { anyone, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const AS_OF = '2025-01-31';
let owner: Person;
let common: Row;
let ann: Row;

beforeEach(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000' });
  ann = await given.shareholder(owner);
  const of = { share_class_id: common.id, issue_date: '2024-01-02' };
  await given.certificate(owner, { ...of, shareholder_id: ann.id, quantity: '5000001' });
  await given.certificate(owner, { ...of, quantity: '3000000' });
  await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
  await given.convertible(owner, { shareholder_id: ann.id });
});

const seed = {
  kind: 'round',
  name: 'Seed',
  class_name: 'Series Seed',
  pre_money: 12_000_000,
  method: 'percent_ownership',
  investors: [
    { name: 'Harbor Fund', amount: 3_000_000 },
    { name: 'Harbor Two', amount: '250000.50' },
  ],
  pool: { target: '0.1' },
  converts: 'all',
};
const safe = {
  kind: 'convertible',
  name: 'Angel',
  instrument: { id: 'A', type: 'post_cap', amount: 100_000, cap: 6_000_000 },
};

async function drafted(steps: Row[]): Promise<{ made: Row; drafts: Row[] }> {
  const made = await given.scenario(owner, { name: 'Seed', as_of: AS_OF, steps });
  const reply = await owner.post(`/api/scenarios/${String(made.id)}/drafts`, {});
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return { made, drafts: reply.body.drafts as Row[] };
}
const runOf = async ({ id }: Row) =>
  (await owner.post(`/api/scenarios/${String(id)}/run`, {})).body as unknown as RunAnswer;
const idsOf = (drafts: Row[]) => drafts.map(({ id }) => id);
const post = (ids: unknown[]) => owner.post('/api/drafts/post', { ids });

/** By name: new holders get an id of their own when they are posted. */
async function tables(made: Row) {
  const { tables: all } = await runOf(made);
  const table = (await owner.get(`/api/cap-table/?as_of=${AS_OF}&basis=fully_diluted`)).body as Row;
  const rows = (each: { name: unknown; total: unknown; percent: unknown }[]) =>
    each.filter(({ total }) => total !== '0').map(({ name, total, percent }) => ({ name, total, percent }));
  return {
    run: { total: all.at(-1)!.total, rows: rows(all.at(-1)!.rows) },
    ledger: { total: table.total, rows: rows(table.rows as never) },
  };
}

describe('drafts', () => {
  it('posted together make the cap table of the scenario', async () => {
    const { made, drafts } = await drafted([
      safe,
      seed,
      { kind: 'pool', quantity: 1000 },
      { kind: 'exit', proceeds: 1 },
    ]);
    expect(drafts.map(({ kind }) => kind)).toEqual([
      'shareholder',
      'shareholder',
      'shareholder',
      'share_class',
      // Ann's SAFE and the angel's convert at prices of their own.
      'share_class',
      'share_class',
      'reserve',
      'convertible',
      'conversion',
      'conversion',
      'certificate',
      'certificate',
    ]);
    const before = await runOf(made);
    const reply = await post(idsOf(drafts));
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    const { run, ledger } = await tables(made);
    expect(ledger).toEqual(run);
    const after = await runOf(made);
    expect(after.tables).toEqual(before.tables);
    expect(after).toMatchObject({ overtaken: null });
    expect(after.posted_at).not.toBeNull();
    expect((await owner.get(`/api/scenarios/${String(made.id)}`)).body.posted_at).toBe(after.posted_at);
  });

  it('stand in the audit trail each by itself, with what they wrote', async () => {
    const { drafts } = await drafted([safe, seed]);
    const posted = (await post(idsOf(drafts))).body.posted as { kind: string; result_id: string }[];
    const rowsOf = async (filter: Row) =>
      (await owner.get(`/api/audit/?filter=${encodeURIComponent(JSON.stringify(filter))}`)).rows;
    const made = posted.find(({ kind }) => kind === 'share_class')!;
    const [row] = await rowsOf({ resource: 'share-classes', resource_id: made.result_id });
    expect(row).toMatchObject({
      action: 'create',
      before: null,
      after: { name: 'Series Seed', class_type: 'PREFERRED' },
    });
    const converted = await rowsOf({ resource: 'convertibles', action: 'convert' });
    expect(converted.map(({ before, after }) => [before, after])).toContainEqual([
      expect.objectContaining({ status: 'outstanding' }),
      expect.objectContaining({ status: 'converted' }),
    ]);
  });

  it('of a warrant, and of an investor who keeps their part, make the cap table too', async () => {
    const warrant = { kind: 'warrant', name: 'Bank', share_class_id: common.id, quantity: 40_000, strike: '1.5' };
    const investors = [...seed.investors, { shareholder_id: ann.id, name: 'Ann', pro_rata: 'held' }];
    const { made, drafts } = await drafted([
      warrant,
      { ...seed, investors },
      { ...warrant, shareholder_id: ann.id, name: 'Ann', share_class_id: 'new:Series Seed' },
    ]);
    expect(drafts.filter(({ kind }) => kind === 'warrant').map(({ summary }) => summary)).toEqual([
      'Issue a warrant on 40,000 shares at 1.5 to Bank',
      expect.stringMatching(/^Issue a warrant on 40,000 shares at 1\.5 to /),
    ]);
    const reply = await post(idsOf(drafts));
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    const { run, ledger } = await tables(made);
    expect(ledger).toEqual(run);
  });

  it('of a posted scenario answer with rows of as many holders as are asked for', async () => {
    const { made, drafts } = await drafted([seed, { kind: 'exit', proceeds: 40_000_000 }]);
    expect((await post(idsOf(drafts))).status).toBe(200);
    const all = await runOf(made);
    const reply = await owner.post(`/api/scenarios/${String(made.id)}/run`, { holders: 1 });
    const few = reply.body as unknown as RunAnswer;
    // The largest, Ann whose SAFE converts, the investors, one row of the others, and the pool.
    expect(few.tables[1]!.rows.map(({ holders }) => holders)).toEqual([1, 1, 1, 1, 0]);
    expect(few.tables[0]!.rows.at(-2)!.name).toMatch(/other holder/);
    expect(few.tables.map(({ total }) => total)).toEqual(all.tables.map(({ total }) => total));
  });

  it('are posted one by one, each after what it needs', async () => {
    const { made, drafts } = await drafted([seed]);
    const certificate = drafts.find(({ kind }) => kind === 'certificate')!;
    const waits = await post([certificate.id]);
    expect(waits.code).toBe('draft_waits');
    for (const { id } of drafts) {
      expect((await runOf(made)).posted_at).toBeNull();
      expect((await post([id])).status).toBe(200);
    }
    const { run, ledger } = await tables(made);
    expect(ledger).toEqual(run);
    expect((await post([certificate.id])).code).toBe('already_posted');
    expect((await owner.delete(`/api/drafts/${String(certificate.id)}`)).status).toBe(409);
    expect((await owner.put(`/api/scenarios/${String(made.id)}`, { steps: [] })).status).toBe(409);
    expect((await owner.put(`/api/scenarios/${String(made.id)}`, { name: 'Done' })).status).toBe(200);
  });

  it('are refused together, and nothing is written, where one cannot be posted', async () => {
    const tooMany = {
      ...seed,
      class_name: 'Common',
      pool: null,
      pre_money: 1_000_000,
      investors: [{ name: 'Whale', amount: 50_000_000 }],
    };
    const { drafts } = await drafted([tooMany]);
    // Without the draft that authorizes more.
    const reply = await post(idsOf(drafts.filter(({ kind }) => kind !== 'authorize')));
    expect([reply.status, reply.code]).toEqual([409, 'over_authorized']);
    expect(reply.body.detail).toMatch(/^“Issue .* to Whale.*” cannot be posted: /);
    expect((await owner.get('/api/shareholders/')).rows.map(({ name }) => name)).not.toContain('Whale');
    expect((await owner.get('/api/drafts/')).rows.every(({ posted_at }) => posted_at === null)).toBe(true);
  });

  it('that are left are posted as they were agreed where the ledger changed in between, and only then', async () => {
    const { made, drafts } = await drafted([seed]);
    const [first, ...others] = idsOf(drafts);
    expect((await post([first!])).status).toBe(200);
    await given.certificate(owner, { share_class_id: common.id, quantity: '5', issue_date: AS_OF });
    const refused = await post(others);
    expect([refused.code, refused.text]).toEqual(['scenario_overtaken', expect.stringContaining('accept_overtaken')]);
    const reply = await owner.post('/api/drafts/post', { ids: others, accept_overtaken: true });
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    expect((await runOf(made)).posted_at).not.toBeNull();
    const fresh = await drafted([seed]);
    await given.certificate(owner, { share_class_id: common.id, quantity: '6', issue_date: AS_OF });
    const whole = await owner.post('/api/drafts/post', { ids: idsOf(fresh.drafts), accept_overtaken: true });
    expect(whole.code).toBe('scenario_overtaken');
  });

  it('of which some were posted and the others deleted say that it happened', async () => {
    const { made, drafts } = await drafted([seed]);
    const [first, ...others] = idsOf(drafts);
    expect((await post([first!])).status).toBe(200);
    for (const id of others) {
      expect((await runOf(made)).posted_at).toBeNull();
      expect((await owner.delete(`/api/drafts/${id}`)).status).toBe(204);
    }
    expect((await runOf(made)).posted_at).not.toBeNull();
  });

  it('are refused once the ledger changed under them, and are made again', async () => {
    const { made, drafts } = await drafted([seed]);
    await given.certificate(owner, { share_class_id: common.id, quantity: '5', issue_date: AS_OF });
    expect((await post(idsOf(drafts))).code).toBe('scenario_overtaken');
    const again = (await owner.post(`/api/scenarios/${String(made.id)}/drafts`, {})).body.drafts as Row[];
    expect((await post(idsOf(again))).status).toBe(200);
    const { run, ledger } = await tables(made);
    expect(ledger).toEqual(run);
  });

  it('are listed, shown with what is given to the command, and deleted', async () => {
    const { made, drafts } = await drafted([seed]);
    const listed = (
      await owner.get(`/api/drafts/?filter=${encodeURIComponent(JSON.stringify({ scenario_id: made.id }))}`)
    ).rows;
    expect(listed).toHaveLength(drafts.length);
    const certificate = drafts.find(({ kind }) => kind === 'certificate')!;
    const page = (await owner.get(`/api/drafts/${String(certificate.id)}`)).body;
    expect(page).toMatchObject({ scenario: 'Seed', body: { share_class_id: 'new:Series Seed', issue_date: AS_OF } });
    expect((await owner.delete(`/api/drafts/${String(certificate.id)}`)).status).toBe(204);
    expect((await owner.get('/api/drafts/')).rows).toHaveLength(drafts.length - 1);
    // A change of the model makes them drafts of another one.
    await owner.put(`/api/scenarios/${String(made.id)}`, { steps: [] });
    expect((await owner.get('/api/drafts/')).rows).toEqual([]);
  });

  it.each<[string, Row[], number, string]>([
    ['nothing but an exit', [{ kind: 'exit', proceeds: 1 }], 409, 'nothing_to_post'],
    ['no steps', [], 409, 'nothing_to_post'],
    ['a class that participates without a cap', [{ ...seed, participating: true }], 422, 'not_postable'],
    ['a grant to nobody', [{ kind: 'grant', quantity: 1 }], 422, 'not_postable'],
    [
      'terms that the ledger does not know',
      [{ ...safe, instrument: { id: 'F', type: 'fixed_pct', amount: 1, pct: 0.07 } }],
      422,
      'not_postable',
    ],
  ])('are not made of %s', async (_, steps, status, code) => {
    const made = await given.scenario(owner, { as_of: AS_OF, steps });
    const reply = await owner.post(`/api/scenarios/${String(made.id)}/drafts`, {});
    expect([reply.status, reply.code]).toEqual([status, code]);
  });

  it('of another company are not found', async () => {
    const { drafts } = await drafted([seed]);
    const stranger = await signUpCompany(server);
    expect((await stranger.post('/api/drafts/post', { ids: idsOf(drafts) })).status).toBe(404);
    expect((await stranger.delete(`/api/drafts/${String(drafts[0]!.id)}`)).status).toBe(404);
    expect((await stranger.get('/api/drafts/')).rows).toEqual([]);
  });
});

describe('a link', () => {
  const stranger = () => anyone(server);
  let made: Row;
  beforeEach(async () => {
    made = await given.scenario(owner, { name: 'Offer A', as_of: AS_OF, steps: [seed] });
  });
  beforeAll(() => server.setClock('2026-01-10'));
  const share = async (days = 7) =>
    (await owner.post(`/api/scenarios/${String(made.id)}/share`, { expires_in_days: days })).body;
  const tokenOf = ({ url }: Row) => String(new URL(String(url)).searchParams.get('token'));
  const pathOf = (shared: Row) => `/api/shared-scenarios/${tokenOf(shared)}`;

  it('shows the result to a person without an account, as it was when it was shared', async () => {
    const shared = await share();
    await owner.put(`/api/scenarios/${String(made.id)}`, { steps: [] });
    const { status, body } = await stranger().get(pathOf(shared));
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Offer A', as_of: AS_OF, steps: [{ kind: 'round', name: 'Seed' }] });
    expect(body.tables).toHaveLength(2);
    expect(Object.keys(body).toSorted()).toEqual([
      'as_of',
      'company',
      'currency',
      'expires_at',
      'name',
      'notes',
      'shared_at',
      'steps',
      'tables',
      'waterfalls',
    ]);
  });

  it('ends on its day, when it is withdrawn, and with its scenario', async () => {
    const [one, two, three] = [await share(1), await share(30), await share(30)];
    expect((await stranger().get(pathOf(one))).status).toBe(200);
    server.setClock('2026-01-12');
    expect((await stranger().get(pathOf(one))).status).toBe(404);
    const withdraw = `/api/scenarios/${String(made.id)}/share/${String(two.share_id)}`;
    expect((await owner.delete(withdraw)).status).toBe(204);
    expect((await stranger().get(pathOf(two))).status).toBe(404);
    expect((await owner.delete(withdraw)).status).toBe(404);
    expect((await owner.get(`/api/scenarios/${String(made.id)}`)).body.shares).toHaveLength(3);
    await owner.delete(`/api/scenarios/${String(made.id)}`);
    expect((await stranger().get(pathOf(three))).status).toBe(404);
  });

  it('is not guessed, not listed, and is refused for other lengths', async () => {
    expect((await stranger().get('/api/shared-scenarios/none')).status).toBe(404);
    const shared = await share();
    const token = tokenOf(shared);
    expect((await owner.get(`/api/scenarios/${String(made.id)}`)).text).not.toContain(token);
    for (const days of [0, 366, 1.5, 'week'])
      expect((await owner.post(`/api/scenarios/${String(made.id)}/share`, { expires_in_days: days })).status).toBe(422);
  });
});
