// The terms of a round for the models, and what it cannot be solved with: each term at fault is named at its field.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { isBelow, ONE } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

/**
 * The shares that the pre-money valuation is divided by. percent_ownership: all shares before the new money, conversions and the
 * enlarged pool included; pre_money: the same without the conversions; dollars_invested: as percent_ownership, with the converted
 * money added to the valuation.
 */
export const ROUND_METHODS = ['percent_ownership', 'pre_money', 'dollars_invested'] as const;
export type RoundMethod = (typeof ROUND_METHODS)[number];

/** Those of the ledger's own round. pre_money_before_increase: the fully diluted table as it is, without the pool's increase. */
export const PRICING_METHODS = [
  'percent_ownership',
  'pre_money',
  'pre_money_before_increase',
  'dollars_invested',
] as const;
export type PricingMethod = (typeof PRICING_METHODS)[number];

export const INSTRUMENT_TYPES = ['post_cap', 'pre_cap', 'discount', 'round', 'fixed_pct', 'mfn'] as const;
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number];

export interface Instrument {
  id: string;
  type: InstrumentType;
  /** With its interest. */
  amount: Fraction;
  cap: Fraction | null;
  /** 1/5 for 20 per cent off. */
  discount: Fraction;
  /** The part of the company before the new money, of fixed_pct. */
  percent: Fraction | null;
  /** Of mfn: the later instruments whose terms it may take, whole, with its own amount. */
  better_of: readonly string[];
}

/** Unallocated pool: a part of all shares after the round, or so many more shares. */
export type PoolTerms = { target: Fraction } | { increase: Fraction } | null;

export interface RoundTerms {
  /** Without the unallocated pool. */
  outstanding_fully_diluted: Fraction;
  unallocated_pool: Fraction;
  pre_money: Fraction;
  new_money: Fraction;
  method: RoundMethod;
  pool: PoolTerms;
  instruments: readonly Instrument[];
}

/** Refuses (422): each term at fault, at its field. */
export function refuseTerms(terms: RoundTerms): void {
  const { outstanding_fully_diluted: before, unallocated_pool, pre_money, new_money, pool, instruments } = terms;
  const faults: Record<string, string> = {};
  const notBelow = say`This must not be less than zero.`;
  if (before.n < 0n) faults['outstanding_fully_diluted'] = notBelow;
  else if (before.n === 0n && unallocated_pool.n === 0n)
    faults['outstanding_fully_diluted'] = say`Nobody holds shares before the round, so it has no price.`;
  if (unallocated_pool.n < 0n) faults['unallocated_pool'] = notBelow;
  if (pre_money.n <= 0n) faults['pre_money'] = say`This must be more than zero.`;
  if (new_money.n < 0n) faults['new_money'] = notBelow;
  if (pool !== null && 'target' in pool && (pool.target.n < 0n || !isBelow(pool.target, ONE)))
    faults['pool.target'] = say`A pool is a part of the company: at least 0 and less than 1, such as 0.1.`;
  if (pool !== null && 'increase' in pool && pool.increase.n < 0n) faults['pool.increase'] = notBelow;
  const ids = new Set<string>();
  const order = new Map(instruments.map(({ id, type }) => [id, type]));
  for (const [index, each] of instruments.entries()) {
    const fault =
      instrumentFault(each, order) ?? (ids.has(each.id) ? ['id', say`Two instruments have this id.`] : null);
    ids.add(each.id);
    if (fault) faults[`instruments.${index}.${fault[0]}`] = fault[1];
  }
  const [first] = Object.values(faults);
  if (first !== undefined) throw new AppError('invalid_fields', first, { status: 422, fields: faults });
}

function instrumentFault(
  { id, type, amount, cap, discount, percent, better_of }: Instrument,
  types: ReadonlyMap<string, InstrumentType>,
): readonly [field: string, sentence: string] | null {
  if (amount.n < 0n || (amount.n === 0n && type !== 'fixed_pct')) return ['amount', say`This must be more than zero.`];
  if (discount.n < 0n || !isBelow(discount, ONE))
    return ['discount', say`A discount is at least 0 and less than 1, such as 0.2 for 20 per cent.`];
  if (type === 'fixed_pct')
    return percent !== null && percent.n > 0n && isBelow(percent, ONE)
      ? null
      : ['pct', say`This is a part of the company: more than 0 and less than 1, such as 0.07.`];
  if (type === 'post_cap' || type === 'pre_cap')
    return cap !== null && isBelow(amount, cap)
      ? null
      : ['cap', say`The cap must be above the amount: otherwise these terms sell the whole company.`];
  if (type !== 'mfn') return null;
  for (const other of better_of) {
    const found = types.get(other);
    if (found === undefined || other === id) return ['better_of', say`There is no other instrument “${other}”.`];
    if (found === 'mfn' || found === 'fixed_pct')
      return ['better_of', say`“${other}” has no terms of its own to take: name those with a cap or a discount.`];
  }
  return null;
}
