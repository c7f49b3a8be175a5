// One round by every door: the stateless call, a scenario, its drafts posted, and the ledger's own round agree to the share. The
// 10,000 made-up rounds of tests/domain/model/oneRound.test.ts compare the rules; these go through HTTP and into the ledger.
import { expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { often } from '#tests/support/time/often.ts';

const server = useTestServer();
const DAY = '2025-01-31';
const SEED = Number(process.env['MODEL_SEED'] ?? 20261127);

interface MadeUp {
  shares: number;
  reserved: number;
  pre_money: number;
  new_money: number;
  safes: { amount: number; cap: number | null; isPost: boolean; discount: string | null }[];
}

function madeUp(seed: number): MadeUp {
  const random = randomOf(seed);
  return {
    shares: random.between(1_000_000, 20_000_000),
    reserved: random.between(1, 2_000_000),
    pre_money: random.between(20, 400) * 250_003,
    new_money: random.between(1, 200) * 50_001,
    safes: Array.from({ length: random.between(1, 4) }, () => {
      const amount = random.between(1, 40) * 12_501;
      const cap = random.chance(4) ? null : amount * 4 + random.between(1, 200) * 123_457;
      return {
        amount,
        cap,
        isPost: random.chance(2),
        discount: cap === null || random.chance(2) ? String(random.between(1, 35) / 100) : null,
      };
    }),
  };
}

async function company({ shares, reserved, safes }: MadeUp) {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '900000000' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-02', quantity: String(shares) });
  await given.equityPlan(owner, { share_class_ids: [common.id], reserved: String(reserved), date: '2024-01-02' });
  const convertibles: Row[] = [];
  for (const { amount, cap, isPost, discount } of safes)
    convertibles.push(
      await given.convertible(owner, {
        amount: String(amount),
        date: '2024-02-01',
        terms: {
          ...(cap === null ? {} : { [isPost ? 'post_money_cap' : 'pre_money_cap']: String(cap) }),
          ...(discount === null ? {} : { discount }),
        },
      }),
    );
  return { owner, common, convertibles };
}

/** All that the doors must agree on: price, each conversion's shares in the order of the SAFEs, new shares and the total. */
type Figures = { price: string; converted: string[]; new_shares: string; total: string };

const stateless = async (owner: Person, made: MadeUp): Promise<Figures> => {
  const reply = await owner.post('/api/model/round', {
    outstanding_fully_diluted: made.shares,
    unallocated_pool: made.reserved,
    pre_money: made.pre_money,
    new_money: made.new_money,
    method: 'percent_ownership',
    instruments: made.safes.map(({ amount, cap, isPost, discount }, index) => ({
      id: String(index),
      type: cap === null ? 'discount' : isPost ? 'post_cap' : 'pre_cap',
      amount,
      ...(cap === null ? {} : { cap }),
      ...(discount === null ? {} : { discount }),
    })),
  });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  const { rounded } = reply.body as { rounded: Row };
  const conversions = rounded.conversions as Record<string, Row>;
  return {
    price: String(rounded.price),
    converted: made.safes.map((_safe, index) => String(conversions[String(index)]!.shares)),
    new_shares: String(rounded.new_shares),
    total: String(rounded.total),
  };
};

it.each(Array.from({ length: often('FOUR_DOORS', 3, 60) }, (_each, index) => SEED + index))(
  'a made-up round is the same by every door, also after posting: seed %i',
  async (seed) => {
    server.setClock('2025-02-01');
    const made = madeUp(seed);
    const { owner, common, convertibles } = await company(made);
    const expected = await stateless(owner, made);
    const step = {
      kind: 'round',
      name: 'Series A',
      class_name: 'Series A',
      pre_money: made.pre_money,
      method: 'percent_ownership',
      investors: [{ name: 'Harbor Fund', amount: made.new_money }],
      converts: 'all',
    };
    const scenario = await given.scenario(owner, { name: `Round ${seed}`, as_of: DAY, steps: [step] });
    const run = (await owner.post(`/api/scenarios/${String(scenario.id)}/run`, {})).body as unknown as RunAnswer;
    const { round } = run.tables.at(-1)!;
    const sharesOf = (all: readonly { id: string; shares: string }[]) =>
      convertibles.map(({ id }) => all.find((each) => each.id === id)!.shares);
    const total = expected.total;
    expect({
      seed,
      price: round!.price,
      converted: sharesOf(round!.conversions),
      new_shares: round!.new_shares,
      total,
    }).toEqual({ seed, ...expected });

    const fund = await given.shareholder(owner, { first_name: 'Harbor', last_name: 'Again' });
    const preferred = await given.shareClass(owner, {
      name: 'Series B',
      class_type: 'PREFERRED',
      authorized_shares: '900000000',
      converts_to_share_class_id: common.id,
    });
    const ledger = await owner.post('/api/convertibles/convert-in-round', {
      date: DAY,
      share_class_id: preferred.id,
      pre_money: String(made.pre_money),
      convertibles: convertibles.map(({ id }) => ({ id })),
      investors: [{ shareholder_id: fund.id, amount: String(made.new_money) }],
      converts_into: 'round_class',
      dry_run: true,
    });
    expect([ledger.status, ledger.text]).toEqual([200, ledger.text]);
    expect({
      seed,
      price: ledger.body.price_per_share,
      converted: sharesOf(ledger.body.conversions as { id: string; shares: string }[]),
      new_shares: ledger.body.new_shares,
      total: ledger.body.total_after,
    }).toEqual({ seed, ...expected });

    const drafts = await owner.post(`/api/scenarios/${String(scenario.id)}/drafts`, {});
    const posted = await owner.post('/api/drafts/post', { ids: (drafts.body.drafts as Row[]).map(({ id }) => id) });
    expect([posted.status, posted.text]).toEqual([200, posted.text]);
    const table = (await owner.get(`/api/cap-table/?basis=fully_diluted&as_of=${DAY}`)).body;
    expect([seed, table.total]).toEqual([seed, expected.total]);
  },
);
