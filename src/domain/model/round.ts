// A priced round in exact fractions: the price, the pool and every conversion depend on one another and are solved together.
// Formulas and conventions: docs/modelling.md.
import { AppError } from '../errors.ts';
import { compare, isBelow, larger, minus, ONE, over, plus, sumOf, times, ZERO } from './fraction.ts';
import type { Fraction } from './fraction.ts';

/**
 * The shares that the pre-money valuation is divided by. percent_ownership: all shares before the new money, conversions and the
 * enlarged pool included; pre_money: the same without the conversions; dollars_invested: as percent_ownership, with the converted
 * money added to the valuation.
 */
export const ROUND_METHODS = ['percent_ownership', 'pre_money', 'dollars_invested'] as const;
export type RoundMethod = (typeof ROUND_METHODS)[number];

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

export const BINDINGS = ['cap', 'discount', 'round', 'percent'] as const;
export type Binding = (typeof BINDINGS)[number];

export interface Conversion {
  id: string;
  shares: Fraction;
  binding: Binding;
  /** The instrument whose terms are used: its own, or a later one's of mfn. */
  terms_of: string;
}

export interface SolvedRound {
  price: Fraction;
  /** All shares after the round. */
  total: Fraction;
  pool_after: Fraction;
  new_shares: Fraction;
  /** What a post-money cap is divided by. */
  post_money_base: Fraction;
  /** What a pre-money cap is divided by. */
  pre_money_base: Fraction;
  /** In the order given. */
  conversions: Conversion[];
}

/** A straight line over T, all shares after the round. */
interface Line {
  fixed: Fraction;
  slope: Fraction;
}

const flat = (fixed: Fraction): Line => ({ fixed, slope: ZERO });
const add = (a: Line, b: Line): Line => ({ fixed: plus(a.fixed, b.fixed), slope: plus(a.slope, b.slope) });
const scaled = ({ fixed, slope }: Line, by: Fraction): Line => ({ fixed: times(fixed, by), slope: times(slope, by) });
const less = (a: Line, b: Line): Line => add(a, scaled(b, { n: -1n, d: 1n }));
const at = ({ fixed, slope }: Line, total: Fraction): Fraction => plus(fixed, times(slope, total));

interface Way {
  line: Line;
  binding: Binding;
  terms_of: string;
}

/**
 * Everything is a straight line over T, and what converts the larger of several; so what is left for the instruments less what
 * they take, g(T), bends only downwards and has at most one root where it still rises. From below, each step solves the lines that
 * hold there and never passes the root; each instrument changes its line at most once for each line that it has.
 *
 * Refuses (422): no_answer, with the reason.
 */
export function solveRound(terms: RoundTerms): SolvedRound {
  const { outstanding_fully_diluted: before, unallocated_pool, instruments, pool } = terms;
  if (compare(plus(before, unallocated_pool), ZERO) <= 0)
    throw noAnswer('outstanding_fully_diluted', 'Nobody holds shares before the round, so it has no price.');
  refuseTerms(terms);
  const pools: Line[] =
    pool !== null && 'target' in pool
      ? [flat(unallocated_pool), { fixed: ZERO, slope: pool.target }]
      : [flat(plus(unallocated_pool, pool?.increase ?? ZERO))];
  // Of a pool that is topped up the larger one holds: it leaves less, so its total is the larger one.
  const { total, piece } = pools
    .map((each) => {
      const made = pieceWith(terms, each);
      return { piece: made, total: rootOf(made) };
    })
    .reduce((a, b) => (isBelow(a.total, b.total) ? b : a));
  const conversions = instruments.map(({ id }, index): Conversion => {
    const way = largest(piece.ways[index]!, total);
    return { id, shares: at(way.line, total), binding: way.binding, terms_of: way.terms_of };
  });
  const perMoney = at(piece.perMoney, total);
  if (compare(perMoney, ZERO) <= 0) throw noAnswer('pre_money', 'At this valuation a share would cost nothing.');
  return {
    price: over(ONE, perMoney),
    total,
    pool_after: at(piece.pool, total),
    new_shares: times(terms.new_money, perMoney),
    post_money_base: at(piece.postBase, total),
    pre_money_base: at(piece.preBase, total),
    conversions,
  };
}

interface Piece {
  pool: Line;
  /** Shares for one unit of money: one over the price. */
  perMoney: Line;
  postBase: Line;
  preBase: Line;
  /** What is left for the instruments. */
  left: Line;
  /** Of each instrument, what it may convert by. The first of several that give the same counts. */
  ways: Way[][];
}

function pieceWith(terms: RoundTerms, pool: Line): Piece {
  const { outstanding_fully_diluted: before, unallocated_pool, new_money, instruments } = terms;
  const perMoney = perMoneyOf(terms, pool);
  const left = less(less({ fixed: { n: -before.n, d: before.d }, slope: ONE }, pool), scaled(perMoney, new_money));
  const postBase = add(left, flat(plus(before, unallocated_pool)));
  const preBase = add(pool, flat(before));
  const byId = new Map(instruments.map((each) => [each.id, each]));
  const bases = { perMoney, postBase, preBase };
  const ways = instruments.map((each) => {
    if (each.type !== 'mfn') return waysOf(each, each.amount, bases);
    const taken = each.better_of.flatMap((id) => waysOf(byId.get(id)!, each.amount, bases));
    return [...taken, { line: scaled(perMoney, each.amount), binding: 'round' as const, terms_of: each.id }];
  });
  return { pool, perMoney, postBase, preBase, left, ways };
}

function perMoneyOf(
  { outstanding_fully_diluted: before, pre_money, new_money, method, instruments }: RoundTerms,
  pool: Line,
): Line {
  if (method === 'pre_money') return scaled(add(pool, flat(before)), over(ONE, pre_money));
  const converted = method === 'dollars_invested' ? sumOf(instruments.map(({ amount }) => amount)) : ZERO;
  return { fixed: ZERO, slope: over(ONE, plus(plus(pre_money, new_money), converted)) };
}

function waysOf(
  { id, type, cap, discount, percent }: Instrument,
  amount: Fraction,
  { perMoney, postBase, preBase }: Pick<Piece, 'perMoney' | 'postBase' | 'preBase'>,
): Way[] {
  if (type === 'fixed_pct') return [{ line: scaled(postBase, percent!), binding: 'percent', terms_of: id }];
  const atPrice: Way = {
    line: scaled(perMoney, over(amount, minus(ONE, discount))),
    binding: discount.n === 0n ? 'round' : 'discount',
    terms_of: id,
  };
  if (type !== 'post_cap' && type !== 'pre_cap') return [atPrice];
  const base = type === 'post_cap' ? postBase : preBase;
  return [{ line: scaled(base, over(amount, cap!)), binding: 'cap', terms_of: id }, atPrice];
}

const largest = (ways: readonly Way[], total: Fraction): Way =>
  ways.reduce((a, b) => (isBelow(at(a.line, total), at(b.line, total)) ? b : a));

/** The total at which what is left equals what converts. Refuses (422): sells_whole_company. */
function rootOf({ left, ways }: Piece): Fraction {
  // Where T is large, the steepest lines hold. If what is left does not outgrow them, the terms sell the whole company.
  const steepest = ways.map((each) => each.map(({ line }) => line.slope).reduce(larger));
  if (compare(minus(left.slope, sumOf(steepest)), ZERO) <= 0) throw sellsCompany();
  for (let total = ZERO; ;) {
    const chosen = ways.map((each) => largest(each, total).line);
    const gap = less(left, { fixed: sumOf(chosen.map(({ fixed }) => fixed)), slope: sumOf(chosen.map(({ slope }) => slope)) });
    const next = over({ n: -gap.fixed.n, d: gap.fixed.d }, gap.slope);
    if (!isBelow(total, next)) return total;
    total = next;
  }
}

/** Refuses (422): each term at fault, at its field. */
function refuseTerms({ pre_money, new_money, pool, instruments }: RoundTerms): void {
  const faults: Record<string, string> = {};
  if (compare(pre_money, ZERO) <= 0) faults['pre_money'] = 'This must be more than zero.';
  if (compare(new_money, ZERO) < 0) faults['new_money'] = 'This must not be less than zero.';
  if (pool !== null && 'target' in pool && (pool.target.n < 0n || !isBelow(pool.target, ONE)))
    faults['pool.target'] = 'A pool is a part of the company: at least 0 and less than 1, such as 0.1.';
  if (pool !== null && 'increase' in pool && pool.increase.n < 0n)
    faults['pool.increase'] = 'This must not be less than zero.';
  const ids = new Set<string>();
  const order = new Map(instruments.map(({ id, type }) => [id, type]));
  for (const [index, each] of instruments.entries()) {
    const fault = instrumentFault(each, order) ?? (ids.has(each.id) ? ['id', 'Two instruments have this id.'] : null);
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
  if (amount.n < 0n || (amount.n === 0n && type !== 'fixed_pct')) return ['amount', 'This must be more than zero.'];
  if (discount.n < 0n || !isBelow(discount, ONE))
    return ['discount', 'A discount is at least 0 and less than 1, such as 0.2 for 20 per cent.'];
  if (type === 'fixed_pct')
    return percent !== null && percent.n > 0n && isBelow(percent, ONE)
      ? null
      : ['pct', 'This is a part of the company: more than 0 and less than 1, such as 0.07.'];
  if (type === 'post_cap' || type === 'pre_cap')
    return cap !== null && isBelow(amount, cap)
      ? null
      : ['cap', 'The cap must be above the amount: otherwise these terms sell the whole company.'];
  if (type !== 'mfn') return null;
  for (const other of better_of) {
    const found = types.get(other);
    if (found === undefined || other === id) return ['better_of', `There is no other instrument “${other}”.`];
    if (found === 'mfn' || found === 'fixed_pct')
      return ['better_of', `“${other}” has no terms of its own to take: name those with a cap or a discount.`];
  }
  return null;
}

const noAnswer = (field: string, sentence: string) =>
  new AppError('no_answer', sentence, { status: 422, fields: { [field]: sentence } });

const sellsCompany = () =>
  noAnswer(
    'instruments',
    'These terms together sell the whole company: raise a cap, lower a discount or the pool, or leave one out.',
  );
