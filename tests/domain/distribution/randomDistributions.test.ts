// DISTRIBUTIONS=20000 DISTRIBUTIONS_SEED=7 tries more of them from another seed.
import { expect, it } from 'vitest';
import type { DistributionPreview } from '#src/domain/distribution/distribution.ts';
import { classAmounts } from '#src/domain/distribution/preferences.ts';
import { decimal, ONE } from '#src/domain/figures/decimal.ts';
import { compare, fraction, minus, sumOf, times, whole } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { classesOf, previewMadeUp, randomDistribution } from '#tests/support/distributions/randomDistribution.ts';
import type { MadeUpDistribution } from '#tests/support/distributions/randomDistribution.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { often } from '#tests/support/time/often.ts';

const RUNS = often('DISTRIBUTIONS', 500, 2000);
const SEED = Number(process.env.DISTRIBUTIONS_SEED ?? 20_261_126);

const cents = (money: string) => decimal(money) / (ONE / 100n);
const sum = (rows: DistributionPreview['rows'], name: 'gross' | 'tax' | 'net') =>
  rows.reduce((total, row) => total + cents(row[name]), 0n);

/** What each row would be without rounding, in cents. */
function exactCents(made: MadeUpDistribution, { rows }: DistributionPreview): Fraction[] {
  const shares = new Map<string, bigint>();
  for (const row of rows) shares.set(row.share_class_id, (shares.get(row.share_class_id) ?? 0n) + decimal(row.shares));
  const amount = 'total' in made.amount ? made.amount.total : made.amount.per_share;
  const declared = fraction(decimal(amount), ONE);
  const { per_share } = classAmounts(
    classesOf(made),
    shares,
    'total' in made.amount ? { total: declared } : { per_share: declared },
    made.record_date,
  );
  return rows.map((row) => times(per_share.get(row.share_class_id)!, fraction(decimal(row.shares) * 100n, ONE)));
}

function checkPot(made: MadeUpDistribution, preview: DistributionPreview, pot: string) {
  const exact = exactCents(made, preview);
  expect(sum(preview.rows, 'gross')).toBe(cents(pot));
  expect(compare(sumOf(exact), whole(cents(pot)))).toBe(0);
  // The largest remainders are rounded up, ties to the smaller id.
  const parts = exact.map((each, index) => {
    const floor = each.n / each.d;
    return { remainder: minus(each, whole(floor)), isUp: cents(preview.rows[index]!.gross) - floor };
  });
  expect(parts.every(({ isUp }) => isUp === 0n || isUp === 1n)).toBe(true);
  const byRemainder = parts
    .map(({ remainder, isUp }, index) => ({ remainder, isUp, index }))
    .sort((a, b) => compare(b.remainder, a.remainder) || a.index - b.index);
  const ups = byRemainder.map(({ isUp }) => isUp);
  expect(ups).toEqual(ups.toSorted().reverse());
}

function checkPerShare(made: MadeUpDistribution, preview: DistributionPreview) {
  const exact = exactCents(made, preview);
  const halfUp = exact.map(({ n, d }) => (2n * n + d) / (2n * d));
  expect(preview.rows.map((row) => cents(row.gross))).toEqual(halfUp);
}

/** Nobody is paid out of turn: what comes later in the order is paid only when what comes first is paid whole. */
function checkOrder({ steps }: DistributionPreview) {
  for (const [index, step] of steps.entries()) {
    if (step.due === null || cents(step.paid) === cents(step.due)) continue;
    expect(cents(step.paid)).toBeLessThan(cents(step.due));
    expect(steps.slice(index + 1).every(({ paid }) => cents(paid) === 0n)).toBe(true);
  }
}

it(`${RUNS} made-up distributions from seed ${SEED} pay to the cent what they say, in order, and nobody twice`, () => {
  console.log(`Distributions from seed ${SEED}`);
  const kinds = { pot: 0, perShare: 0, withheld: 0, preferred: 0 };
  for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
    const made = randomDistribution(seed);
    const preview = previewMadeUp(made);
    const { rows } = preview;
    const keys = rows.map((row) => `${row.shareholder_id} ${row.share_class_id}`);
    expect([seed, new Set(keys).size]).toEqual([seed, keys.length]);
    for (const name of ['gross', 'tax', 'net'] as const)
      expect([seed, name, cents(preview[`total_${name}`])]).toEqual([seed, name, sum(rows, name)]);
    for (const row of rows) {
      expect(cents(row.gross)).toBe(cents(row.tax) + cents(row.net));
      const tax = cents(row.gross) * decimal(row.withholding_rate);
      expect([seed, cents(row.tax)]).toEqual([seed, (2n * tax + ONE) / (2n * ONE)]);
    }
    if ('total' in made.amount) checkPot(made, preview, made.amount.total);
    else checkPerShare(made, preview);
    checkOrder(preview);
    expect([seed, previewMadeUp({ ...made, holdings: randomOf(seed).shuffled(made.holdings) })]).toEqual([
      seed,
      preview,
    ]);
    kinds['total' in made.amount ? 'pot' : 'perShare'] += 1;
    if (cents(preview.total_tax) > 0n) kinds.withheld += 1;
    if (preview.steps.some(({ kind }) => kind !== 'rest')) kinds.preferred += 1;
  }
  // The generator reaches what the rules tell apart.
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(RUNS / 10);
});
