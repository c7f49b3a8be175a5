// One round by every door: the stateless call, a scenario, its drafts posted, and the ledger's own round agree to the share. The
// 10,000 made-up rounds of tests/domain/model/oneRound.test.ts compare the rules; these go through HTTP and into the ledger.
import { expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { madeUpRound, percentOff, ROUND_DAY, writtenRound } from '#tests/support/rounds/madeUpRound.ts';
import type { MadeUpConvertible, MadeUpRound } from '#tests/support/rounds/madeUpRound.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { often } from '#tests/support/time/often.ts';

const server = useTestServer();
const SEED = Number(process.env['MODEL_SEED'] ?? 20261127);

function madeUp(seed: number): MadeUpRound {
  const random = randomOf(seed);
  return madeUpRound(random, { convertibles: [1, 4], leastPool: 1, discount: percentOff(random) });
}

async function company({ shares, pool, convertibles }: MadeUpRound) {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '900000000' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2022-01-02', quantity: String(shares) });
  const plan = await given.equityPlan(owner, {
    share_class_ids: [common.id],
    reserved: String(pool),
    date: '2022-01-02',
  });
  const ids: string[] = [];
  for (const each of convertibles) ids.push(String((await given.convertible(owner, issued(each))).id));
  return { owner, common, plan, ids };
}

const issued = ({ amount, cap, isPost, discount, interest }: MadeUpConvertible): Row => ({
  kind: interest === null ? 'SAFE' : 'NOTE',
  amount: String(amount),
  date: interest?.from ?? '2024-02-01',
  terms: {
    ...(cap === null ? {} : { [isPost ? 'post_money_cap' : 'pre_money_cap']: String(cap) }),
    ...(discount === null ? {} : { discount }),
    ...(interest === null
      ? {}
      : {
          interest: {
            rate: interest.rate,
            day_count: interest.day_count,
            ...(interest.compounding === 'SIMPLE'
              ? { compounding: 'SIMPLE' }
              : { compounding: 'COMPOUNDING', accrual_period: interest.compounding }),
          },
        }),
  },
});

/** All that the doors must agree on: the price, each conversion's shares in the order of the convertibles, and what is new. */
interface Figures {
  price: string;
  converted: string[];
  new_shares: string;
  pool_increase: string;
  total: string;
}

async function stateless(owner: Person, made: MadeUpRound): Promise<Figures> {
  const reply = await owner.post('/api/model/round', writtenRound(made));
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  const { rounded } = reply.body as { rounded: Row };
  const conversions = rounded.conversions as Record<string, Row>;
  return {
    price: String(rounded.price),
    converted: made.convertibles.map((_each, index) => String(conversions[`i${index}`]!.shares)),
    new_shares: String(rounded.new_shares),
    pool_increase: String(rounded.pool_increase),
    total: String(rounded.total),
  };
}

const scenarioOf = (owner: Person, made: MadeUpRound) =>
  given.scenario(owner, {
    name: 'A made-up round',
    as_of: ROUND_DAY,
    steps: [
      {
        kind: 'round',
        name: 'Series A',
        class_name: 'Series A',
        pre_money: made.pre_money,
        method: made.method,
        pool: made.grown,
        investors: [{ name: 'Harbor Fund', amount: made.new_money }],
        converts: 'all',
      },
    ],
  });

/** The ledger's own round, previewed. It is told the pool's increase: it has no target. */
async function inRound(
  made: MadeUpRound,
  { owner, common, plan, ids }: Awaited<ReturnType<typeof company>>,
  pool_increase: string,
) {
  const fund = await given.shareholder(owner, { first_name: 'Harbor', last_name: 'Again' });
  const preferred = await given.shareClass(owner, {
    name: 'Series B',
    class_type: 'PREFERRED',
    authorized_shares: '900000000',
    converts_to_share_class_id: common.id,
  });
  return owner.post('/api/convertibles/convert-in-round', {
    date: ROUND_DAY,
    share_class_id: preferred.id,
    pre_money: String(made.pre_money),
    pricing_method: made.method,
    ...(pool_increase === '0' ? {} : { pool_increase: { equity_plan_id: plan.id, quantity: pool_increase } }),
    convertibles: ids.map((id) => ({ id })),
    investors: [{ shareholder_id: fund.id, amount: String(made.new_money) }],
    converts_into: 'round_class',
    dry_run: true,
  });
}

type Held = { shareholder_id: string | null; name: string; total: string };
/** Whose shares they are, of every holder who has some. */
const held = (rows: readonly Held[]) =>
  rows
    .filter(({ shareholder_id, total }) => shareholder_id !== null && total !== '0')
    .map(({ name, total }) => `${name}: ${total}`)
    .sort();

it.each(Array.from({ length: often('FOUR_DOORS', 6, 150) }, (_each, index) => SEED + index))(
  'a made-up round is the same by every door, also after posting: seed %i',
  async (seed) => {
    server.setClock('2025-02-01');
    const made = madeUp(seed);
    const books = await company(made);
    const { owner, ids } = books;
    const expected = { made, ...(await stateless(owner, made)) };
    const scenario = await scenarioOf(owner, made);
    const run = (await owner.post(`/api/scenarios/${String(scenario.id)}/run`, {})).body as unknown as RunAnswer;
    const { round, total, rows } = run.tables.at(-1)!;
    const sharesOf = (all: readonly { id: string; shares: string }[]) =>
      ids.map((id) => all.find((each) => each.id === id)!.shares);
    expect({
      made,
      price: round!.price,
      converted: sharesOf(round!.conversions),
      new_shares: round!.new_shares,
      pool_increase: round!.pool_increase,
      total,
    }).toEqual(expected);

    const { pool_increase } = expected;
    const ledger = await inRound(made, books, pool_increase);
    expect([seed, ledger.status, ledger.text]).toEqual([seed, 200, ledger.text]);
    expect({
      made,
      price: ledger.body.price_per_share,
      converted: sharesOf(ledger.body.conversions as { id: string; shares: string }[]),
      new_shares: ledger.body.new_shares,
      pool_increase,
      total: ledger.body.total_after,
    }).toEqual(expected);

    const drafts = await owner.post(`/api/scenarios/${String(scenario.id)}/drafts`, {});
    expect([seed, drafts.text, Array.isArray(drafts.body.drafts)]).toEqual([seed, drafts.text, true]);
    const posted = await owner.post('/api/drafts/post', { ids: (drafts.body.drafts as Row[]).map(({ id }) => id) });
    expect([seed, posted.status, posted.text]).toEqual([seed, 200, posted.text]);
    const table = (await owner.get(`/api/cap-table/?basis=fully_diluted&as_of=${ROUND_DAY}`)).body;
    expect([seed, table.total]).toEqual([seed, expected.total]);
    expect([seed, held(table.rows as Held[])]).toEqual([seed, held(rows)]);
  },
);

it('a price that rounds to nothing is refused by every door with the same words, at the valuation', async () => {
  server.setClock('2025-02-01');
  // 100 / 18,000,000; by this method, what converts does not count.
  const safe = { amount: 10_000, cap: null, isPost: false, discount: null, interest: null };
  const made: MadeUpRound = {
    shares: 17_000_000,
    pool: 1_000_000,
    pre_money: 100,
    new_money: 5000,
    method: 'pre_money',
    grown: null,
    convertibles: [safe],
  };
  const books = await company(made);
  const { owner } = books;
  const scenario = await scenarioOf(owner, made);
  const sentence = 'At this valuation a share would cost nothing.';
  const refused = (field: string) => ({ code: 'no_price', detail: sentence, errors: [{ field, message: sentence }] });
  const stateless = await owner.post('/api/model/round', writtenRound(made));
  const run = await owner.post(`/api/scenarios/${String(scenario.id)}/run`, {});
  const ledger = await inRound(made, books, '0');
  expect([stateless, run, ledger].map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(stateless.body).toMatchObject(refused('pre_money'));
  expect(run.body).toMatchObject(refused('steps.0.pre_money'));
  expect(ledger.body).toMatchObject(refused('pre_money'));
});
