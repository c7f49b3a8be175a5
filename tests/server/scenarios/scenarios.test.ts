// Scenarios through HTTP: saved with their versions, run on the ledger and on a typed start, compared.
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompareAnswer, RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { WrittenState } from '#src/domain/model/scenario/startState.ts';
import { readState } from '#src/domain/model/scenario/startState.ts';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const AS_OF = '2025-01-31';
let owner: Person;
let ids: Record<'ann' | 'bob' | 'common' | 'plan', string>;

beforeAll(async () => {
  owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000' });
  const [ann, bob] = [await given.shareholder(owner), await given.shareholder(owner)];
  const of = { share_class_id: common.id, issue_date: '2024-01-02' };
  await given.certificate(owner, { ...of, shareholder_id: ann.id, quantity: '5000000' });
  await given.certificate(owner, { ...of, shareholder_id: bob.id, quantity: '3000000' });
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
  await given.grant(owner, {
    shareholder_id: bob.id,
    equity_plan_id: plan.id,
    share_class_id: common.id,
    quantity: '200000',
  });
  await given.convertible(owner, { shareholder_id: ann.id, convertible_number: 'SAFE-7' });
  ids = { ann: String(ann.id), bob: String(bob.id), common: String(common.id), plan: String(plan.id) };
});

const seed = {
  kind: 'round',
  name: 'Seed',
  class_name: 'Series Seed',
  pre_money: 12_000_000,
  method: 'percent_ownership',
  investors: [{ name: 'Harbor Fund', amount: 3_000_000 }],
  pool: { target: '0.1' },
  converts: 'all',
};

async function scenario(extra: Row = {}): Promise<Row> {
  const reply = await owner.post('/api/scenarios/', { name: 'Next round', as_of: AS_OF, steps: [seed], ...extra });
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return reply.body;
}
const fieldsOf = ({ body }: { body: Row }) => (body.errors as { field: string }[]).map(({ field }) => field);
const address = ({ id }: Row) => `/api/scenarios/${String(id)}`;
const run = async (made: Row, body: Row = {}, by = owner) => {
  const reply = await by.post(`${address(made)}/run`, body);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body as unknown as RunAnswer;
};

describe('a run', () => {
  it('begins with the cap table of its day', async () => {
    const { tables } = await run(await scenario());
    const table = (await owner.get(`/api/cap-table/?as_of=${AS_OF}&basis=fully_diluted`)).body as Row;
    const rows = (table.rows as Row[]).map(({ shareholder_id, total, percent }) => ({
      shareholder_id,
      total,
      percent,
    }));
    expect(tables[0]!.total).toBe(table.total);
    expect(tables[0]!.rows.map(({ shareholder_id, total, percent }) => ({ shareholder_id, total, percent }))).toEqual(
      rows,
    );
  });

  it('is the round that the ledger would record', async () => {
    const { tables } = await run(await scenario());
    const { round } = tables[1]!;
    const preferred = await given.shareClass(owner, {
      name: 'Series Preview',
      class_type: 'PREFERRED',
      authorized_shares: '50000000',
    });
    const [safe] = (await owner.get('/api/convertibles/')).rows;
    const preview = await owner.post('/api/convertibles/convert-in-round', {
      date: AS_OF,
      share_class_id: preferred.id,
      pre_money: '12000000',
      pricing_method: 'percent_ownership',
      pool_increase: { equity_plan_id: ids.plan, quantity: round!.pool_increase },
      convertibles: [{ id: safe!.id }],
      investors: [{ shareholder_id: ids.bob, amount: '3000000' }],
      dry_run: true,
    });
    expect(preview.body).toMatchObject({
      price_per_share: round!.price,
      new_shares: round!.new_shares,
      total_after: tables[1]!.total,
      pre_money: round!.pre_money,
      post_money: round!.post_money,
    });
    expect((preview.body.conversions as Row[]).map(({ id, shares, price }) => ({ id, shares, price }))).toEqual(
      round!.conversions.map(({ id, shares, price }) => ({ id, shares, price })),
    );
    await owner.delete(`/api/share-classes/${String(preferred.id)}`);
  });

  it('on a page is the same as on the server, with holders who are not shown in groups', async () => {
    const steps = [
      seed,
      { kind: 'split', share_class_id: ids.common, numerator: 3, denominator: 2 },
      { kind: 'exit', proceeds: 40_000_000 },
    ];
    const made = await scenario({ steps });
    const answer = await run(made);
    const start = (await owner.get(`${address(made)}/start?holders=1`)).body as unknown as WrittenState;
    expect(start.others).toBe(1);
    const named = await owner.get(`${address(made)}/start?holders=1&named=${ids.ann},${ids.bob},nobody`);
    expect((named.body.holders as Row[]).map(({ id }) => id)).toEqual(expect.arrayContaining([ids.ann, ids.bob]));
    expect(named.body.others).toBe(0);
    const here = runScenario(readState(start), steps as Step[], start.others);
    expect(here.tables.map(({ total }) => total)).toEqual(answer.tables.map(({ total }) => total));
    const ann = (tables: RunAnswer['tables']) =>
      tables.map(({ rows }) => rows.find((row) => row.shareholder_id === ids.ann)!.total);
    expect(ann(here.tables)).toEqual(ann(answer.tables));
    expect(here.waterfalls[0]!.payout).toEqual(answer.waterfalls[0]!.payout);
    expect(here.waterfalls[0]!.by_holder[ids.ann]).toBe(answer.waterfalls[0]!.by_holder[ids.ann]);
  });

  it('of a typed start needs no ledger', async () => {
    const start = {
      holders: [{ id: 'a', name: 'A' }],
      classes: [{ id: 'c', name: 'C', kind: 'COMMON' }],
      holdings: [{ holder: 'a', class: 'c', shares: 1_000_000 }],
    };
    const made = await scenario({ as_of: undefined, start, steps: [{ kind: 'exit', proceeds: 10, debt: 4 }] });
    expect((await owner.get(address(made))).body).toMatchObject({ as_of: null, start });
    expect((await run(made)).waterfalls[0]).toMatchObject({ net: '6', by_holder: { a: '6' } });
    expect((await owner.get(`${address(made)}/start`)).status).toBe(409);
  });

  it('names the step and the field at fault', async () => {
    const made = await scenario({ steps: [seed, { ...seed, pool: { target: 1 } }] });
    const reply = await owner.post(`${address(made)}/run`, {});
    expect(reply.status).toBe(422);
    expect(fieldsOf(reply)).toEqual(['steps.1.pool.target']);
  });

  it('says what came after it, and starts again', async () => {
    const made = await scenario();
    expect((await run(made)).overtaken).toBeNull();
    await given.certificate(owner, {
      shareholder_id: ids.bob,
      share_class_id: ids.common,
      quantity: '10',
      issue_date: '2025-02-01',
    });
    expect((await run(made)).overtaken).toBeNull();
    await given.certificate(owner, {
      shareholder_id: ids.bob,
      share_class_id: ids.common,
      quantity: '10',
      issue_date: AS_OF,
    });
    expect((await run(made)).overtaken).toMatchObject({ entries: 1 });
    const again = await owner.post(`${address(made)}/start-again`, {});
    expect(again.body.as_of).toBe(server.deps.now().toISOString().slice(0, 10));
    expect((await run(made)).overtaken).toBeNull();
  });
});

describe('what is saved', () => {
  it('keeps each version, and refuses an edit of an older one', async () => {
    const made = await scenario({ name: 'First' });
    const saved = await owner.put(address(made), { name: 'Second', steps: [], version: 1 });
    expect(saved.body).toMatchObject({ name: 'Second', version: 2 });
    expect((await owner.put(address(made), { name: 'Third', version: 1 })).status).toBe(409);
    const page = (await owner.get(address(made))).body;
    expect(page).toMatchObject({ name: 'Second', steps: [], as_of: AS_OF });
    expect((page.versions as Row[]).map(({ version }) => version)).toEqual([2, 1]);
    expect((await owner.put(address(made), page)).status).toBe(200);
  });

  it('lists what each version changed, and shows and starts an earlier one', async () => {
    const made = await scenario({ name: 'First', steps: [] });
    await owner.put(address(made), { steps: [seed], version: 1 });
    await owner.put(address(made), { name: 'Second', steps: [{ ...seed, pre_money: 9_000_000 }], version: 2 });
    await owner.put(address(made), { as_of: '2024-12-31', version: 3 });
    const start = { holders: [], classes: [], holdings: [] };
    await owner.put(address(made), { start, steps: [], version: 4 });
    const page = (await owner.get(address(made))).body;
    expect((page.versions as Row[]).map(({ what }) => what)).toEqual([
      'The typed start changed; 1 step removed',
      'Starts from the ledger on 2024-12-31',
      'Renamed to “Second”; step 1 changed',
      '1 step added',
      'Created',
    ]);
    const third = (await owner.get(`${address(made)}/versions/3`)).body;
    expect(third).toMatchObject({
      version: 3,
      name: 'Second',
      as_of: AS_OF,
      start: null,
      steps: [{ pre_money: 9_000_000 }],
    });
    expect((await owner.get(`${address(made)}/start?version=3`)).body.as_of).toBe(AS_OF);
    for (const version of ['6', '0', 'x']) {
      expect((await owner.get(`${address(made)}/versions/${version}`)).status).toBe(404);
    }
    // Taken back: a new version, and nothing is lost.
    const { name, as_of, steps } = third;
    const back = await owner.put(address(made), { name, as_of, start: null, steps, version: 5 });
    expect(back.body).toMatchObject({ name: 'Second', as_of: AS_OF, version: 6 });
    expect((await owner.get(`${address(made)}/versions/5`)).body).toMatchObject({ as_of: null, start });
    expect((await run(back.body)).tables).toHaveLength(2);
  });

  it('that was posted is duplicated without what is in the ledger', async () => {
    const exit = { kind: 'exit', proceeds: 10_000_000 };
    const other = await signUpCompany(server);
    const stock = await given.shareClass(other, { name: 'Common', authorized_shares: '100000000' });
    await given.certificate(other, { share_class_id: stock.id, quantity: '1000000', issue_date: '2024-01-02' });
    const made = await given.scenario(other, { as_of: AS_OF, steps: [seed, exit] });
    const drafts = (await other.post(`${address(made)}/drafts`, {})).body.drafts as Row[];
    expect((await other.post('/api/drafts/post', { ids: drafts.map(({ id }) => id) })).status).toBe(200);
    const copy = (await other.post(`${address(made)}/duplicate`, {})).body;
    expect(copy.steps).toEqual([exit]);
    const { waterfalls } = (await other.post(`${address(copy)}/run`, {})).body as unknown as RunAnswer;
    expect(waterfalls).toHaveLength(1);
  });

  it('is duplicated and deleted', async () => {
    const made = await scenario({ name: 'One' });
    const copy = (await owner.post(`${address(made)}/duplicate`, {})).body;
    expect(copy).toMatchObject({ name: 'Copy of One', as_of: AS_OF, version: 1 });
    expect(copy.steps).toHaveLength(1);
    expect((await owner.delete(address(made))).status).toBe(204);
    expect((await owner.get(address(made))).status).toBe(404);
    expect((await run(copy)).tables).toHaveLength(2);
  });

  it.each<[string, Row, string]>([
    ['a day and a typed start', { as_of: AS_OF, start: { holders: [], classes: [], holdings: [] } }, 'as_of'],
    [
      'a start with two equal ids',
      {
        start: {
          holders: [
            { id: 'a', name: 'A' },
            { id: 'a', name: 'B' },
          ],
          classes: [],
          holdings: [],
        },
      },
      'start.holders.1.id',
    ],
    ['an unknown kind', { steps: [{ kind: 'merger' }] }, 'steps.0.kind'],
    ['an unknown method', { steps: [{ ...seed, method: 'by feel' }] }, 'steps.0.method'],
    ['a word for a number', { steps: [{ ...seed, pre_money: 'much' }] }, 'steps.0.pre_money'],
    ['an unknown field', { steps: [], colour: 'red' }, 'colour'],
    ['no name', { name: ' ' }, 'name'],
  ])('is not %s', async (_, extra, field) => {
    const reply = await owner.post('/api/scenarios/', { name: 'X', ...extra });
    expect(reply.status).toBe(422);
    expect(fieldsOf(reply)).toContain(field);
  });
});

describe('comparing', () => {
  it('puts the ends of two scenarios side by side', async () => {
    const [one, two] = [
      await scenario({ name: 'A' }),
      await scenario({ name: 'B', steps: [{ ...seed, pre_money: 8_000_000 }] }),
    ];
    const { scenarios: found, rows } = (await owner.post('/api/scenarios/compare', { ids: [one.id, two.id] }))
      .body as Record<string, Row[]>;
    expect(found!.map(({ name }) => name)).toEqual(['A', 'B']);
    const harbor = rows!.find(({ name }) => name === 'Harbor Fund')!.figures as { percent: string }[];
    expect(Number(harbor[1]!.percent)).toBeGreaterThan(Number(harbor[0]!.percent));
    expect((await owner.post('/api/scenarios/compare', { ids: [one.id, one.id] })).status).toBe(422);
    expect((await owner.post('/api/scenarios/compare', { ids: [one.id] })).status).toBe(422);
  });
});

it('pays an exit at one price side by side, by class and by holder', async () => {
  const [one, two] = [
    await scenario({
      name: 'A',
      steps: [
        { ...seed, participating: true },
        { kind: 'exit', proceeds: 5 },
      ],
    }),
    await scenario({ name: 'B' }),
  ];
  const exit = { proceeds: '20000000', costs: 1_000_000, debt: 500_000 };
  const reply = await owner.post('/api/scenarios/compare', { ids: [one.id, two.id], exit });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  const answer = reply.body as unknown as CompareAnswer;
  expect(answer.scenarios.map(({ exit: at, waterfalls }) => [at!.net, waterfalls])).toEqual([
    ['18500000', []],
    ['18500000', []],
  ]);
  const paidTo = (name: string) => answer.exit_classes.find((row) => row.name === name)!.paid.map(Number);
  // The class that shares in the rest takes more of the same money.
  expect(paidTo('Series Seed')[0]).toBeGreaterThan(paidTo('Series Seed')[1]!);
  expect(paidTo('Common')[0]).toBeLessThan(paidTo('Common')[1]!);
  for (const rows of [answer.exit_classes, answer.exit_holders])
    for (const column of [0, 1])
      expect(rows.reduce((sum, { paid }) => sum + Number(paid[column]), 0)).toBeCloseTo(18_500_000, 1);
  // The same as a run of these steps with this exit.
  const alone = await run(await scenario({ steps: [seed, { kind: 'exit', ...exit }] }));
  expect(answer.exit_classes.map(({ id, paid }) => [id, Number(paid[1])])).toEqual(
    answer.exit_classes.map(({ id }) => [id, Number(alone.waterfalls[0]!.paid[id!])]),
  );
  for (const [wrong, field] of [
    [{ proceeds: -1 }, 'exit.proceeds'],
    [{ proceeds: 1, debt: 'much' }, 'exit.debt'],
    [{}, 'exit.proceeds'],
  ] as const) {
    const refused = await owner.post('/api/scenarios/compare', { ids: [one.id, two.id], exit: wrong });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [field]]);
  }
});

it('is the company’s alone: viewers read and run, others find nothing', async () => {
  const made = await scenario();
  const viewer = await givenMember(server, owner, 'viewer');
  expect((await run(made, {}, viewer)).tables).toHaveLength(2);
  expect((await viewer.post('/api/scenarios/', { name: 'Mine' })).status).toBe(403);
  expect((await viewer.put(address(made), { name: 'Mine' })).status).toBe(403);
  const stranger = await signUpCompany(server);
  for (const reply of [
    await stranger.get(address(made)),
    await stranger.post(`${address(made)}/run`, {}),
    await stranger.get(`${address(made)}/start`),
    await stranger.get(`${address(made)}/versions/1`),
    await stranger.post(`${address(made)}/duplicate`, {}),
    await stranger.put(address(made), { name: 'Mine' }),
    await stranger.delete(address(made)),
  ])
    expect(reply.status).toBe(404);
  const own = await stranger.post('/api/scenarios/', { name: 'Own' });
  expect((await stranger.post('/api/scenarios/compare', { ids: [own.body.id, made.id] })).status).toBe(404);
});
