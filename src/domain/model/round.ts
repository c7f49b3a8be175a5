// A priced round in exact fractions: the price, the pool and every conversion depend on one another and are solved together.
// Formulas and conventions: docs/modelling.md.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { compare, isBelow, minus, ONE, over, plus, sumOf, times, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { noPrice } from '../round/roundingRule.ts';
import { refuseTerms } from './roundTerms.ts';
import type { Instrument, PricingMethod, RoundTerms } from './roundTerms.ts';

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

const flat = (fixed: Fraction): Line => ({ fixed, slope: NOTHING });
const add = (a: Line, b: Line): Line => ({ fixed: plus(a.fixed, b.fixed), slope: plus(a.slope, b.slope) });
const scaled = ({ fixed, slope }: Line, by: Fraction): Line => ({ fixed: times(fixed, by), slope: times(slope, by) });
const less = (a: Line, b: Line): Line => add(a, scaled(b, { n: -1n, d: 1n }));
const at = ({ fixed, slope }: Line, total: Fraction): Fraction => plus(fixed, times(slope, total));

/** What every conversion is a multiple of: the shares for one unit of money, and what the caps are divided by. */
interface Bases<T> {
  perMoney: T;
  postBase: T;
  preBase: T;
}
const BASES = ['perMoney', 'postBase', 'preBase'] as const satisfies (keyof Bases<unknown>)[];

/** So many times a base. */
interface Way {
  base: keyof Bases<unknown>;
  by: Fraction;
  binding: Binding;
}

/** What one unit of the amount (of a fixed part: all of it) converts into: the largest of several ways. */
interface Offer {
  ways: Way[];
  amount: Fraction;
  /** Of mfn: the places of the instruments whose ways it may take. */
  others: number[];
}

interface Taken {
  way: Way;
  /** The place of the instrument whose way it is. */
  of: number;
}

/**
 * Everything is a straight line over T, and what converts the largest of several; so what is left for the instruments less what
 * they take bends only downwards over T and has at most one root where it still rises. From below, each step solves the lines that
 * hold there and never passes the root; each instrument changes its line at most once for each line that it has.
 *
 * Refuses (422): invalid_fields, no_answer, no_price, with the reason.
 */
export function solveRound(terms: RoundTerms): SolvedRound {
  refuseTerms(terms);
  const { unallocated_pool, pool, instruments } = terms;
  const offers = offersOf(instruments);
  const withPool = (line: Line) => solveWith(terms, offers, line);
  if (pool === null || 'increase' in pool) return withPool(flat(plus(unallocated_pool, pool?.increase ?? NOTHING)));
  // Of the target and the pool as it is, the larger one holds: it leaves less, so its total is the larger one.
  const targeted = withPool({ fixed: NOTHING, slope: pool.target });
  return isBelow(targeted.pool_after, unallocated_pool) ? withPool(flat(unallocated_pool)) : targeted;
}

function offersOf(instruments: readonly Instrument[]): Offer[] {
  const places = new Map(instruments.map(({ id }, place) => [id, place]));
  return instruments.map((each) => offerOf(each, places));
}

function offerOf(
  { type, amount, cap, discount, percent, better_of }: Instrument,
  places: ReadonlyMap<string, number>,
): Offer {
  if (type === 'fixed_pct')
    return { ways: [{ base: 'postBase', by: percent!, binding: 'percent' }], amount: ONE, others: [] };
  if (type === 'mfn') return { ways: [AT_THE_PRICE], amount, others: better_of.map((id) => places.get(id)!) };
  const ways: Way[] = [];
  if (type === 'post_cap' || type === 'pre_cap')
    ways.push({ base: type === 'post_cap' ? 'postBase' : 'preBase', by: over(ONE, cap!), binding: 'cap' });
  const by = over(ONE, minus(ONE, discount));
  ways.push(discount.n === 0n ? AT_THE_PRICE : { base: 'perMoney', by, binding: 'discount' });
  return { ways, amount, others: [] };
}

const AT_THE_PRICE: Way = { base: 'perMoney', by: ONE, binding: 'round' };

function solveWith(terms: RoundTerms, offers: readonly Offer[], pool: Line): SolvedRound {
  const { outstanding_fully_diluted: before, unallocated_pool, pre_money, method, new_money, instruments } = terms;
  const pricing = { valuation: pre_money, method };
  const { total, taken, bases } = balanced({ before, unallocated_pool, new_money, pricing, instruments }, offers, pool);
  if (bases.perMoney.n <= 0n) throw noPrice();
  return {
    price: over(ONE, bases.perMoney),
    total,
    pool_after: at(pool, total),
    new_shares: times(new_money, bases.perMoney),
    post_money_base: bases.postBase,
    pre_money_base: bases.preBase,
    conversions: instruments.map(({ id }, place) => {
      const { way, of } = taken[place]!;
      const shares = times(times(way.by, offers[place]!.amount), bases[way.base]);
      return { id, shares, binding: way.binding, terms_of: instruments[of]!.id };
    }),
  };
}

/** What a price follows from: given, or a valuation and what it is divided by. */
type Pricing = { price: Fraction } | { valuation: Fraction; method: PricingMethod };

interface Priced {
  before: Fraction;
  unallocated_pool: Fraction;
  new_money: Fraction;
  pricing: Pricing;
  instruments: readonly Instrument[];
}

/** All shares where what is left for the instruments is what they take; the bases there, and the way that each instrument takes. */
function balanced(priced: Priced, offers: readonly Offer[], pool: Line) {
  const { before, unallocated_pool, new_money } = priced;
  const perMoney = perMoneyOf(priced, pool);
  const left = less(less({ fixed: { n: -before.n, d: before.d }, slope: ONE }, pool), scaled(perMoney, new_money));
  const lines = {
    perMoney,
    postBase: add(left, flat(plus(before, unallocated_pool))),
    preBase: add(pool, flat(before)),
  };
  const { total, taken } = rootOf(left, lines, offers);
  return { total, taken, bases: basesAt(lines, total) };
}

function perMoneyOf({ before, new_money, pricing, instruments }: Priced, pool: Line): Line {
  if ('price' in pricing) return flat(over(ONE, pricing.price));
  const { valuation, method } = pricing;
  if (method === 'pre_money_before_increase') return flat(over(before, valuation));
  if (method === 'pre_money') return scaled(add(pool, flat(before)), over(ONE, valuation));
  const converted = method === 'dollars_invested' ? sumOf(instruments.map(({ amount }) => amount)) : NOTHING;
  return { fixed: NOTHING, slope: over(ONE, plus(plus(valuation, new_money), converted)) };
}

/**
 * What the ledger's own round begins with (../round/pricedRound.ts): the table with everything that converts, without the pool's
 * increase and the new money, which changes neither; and how many shares one unit of money buys. `fully_diluted`: the table with its
 * pool. Refuses (422): no_answer at `instruments`, where the terms sell the whole company.
 */
export function solveBase({
  fully_diluted,
  pool_increase,
  pricing,
  instruments,
}: Pick<Priced, 'pricing' | 'instruments'> & { fully_diluted: Fraction; pool_increase: Fraction }): {
  base: Fraction;
  perMoney: Fraction;
} {
  const priced = { before: fully_diluted, unallocated_pool: NOTHING, new_money: NOTHING, pricing, instruments };
  const { postBase, perMoney } = balanced(priced, offersOf(instruments), flat(pool_increase)).bases;
  return { base: postBase, perMoney };
}

const eachBase = <A, B>({ perMoney, postBase, preBase }: Bases<A>, of: (one: A) => B): Bases<B> => ({
  perMoney: of(perMoney),
  postBase: of(postBase),
  preBase: of(preBase),
});
const basesAt = (lines: Bases<Line>, total: Fraction) => eachBase(lines, (line) => at(line, total));

/** The total at which what is left equals what converts, and the way that each takes there. Refuses (422): no_answer. */
function rootOf(left: Line, lines: Bases<Line>, offers: readonly Offer[]): { total: Fraction; taken: Taken[] } {
  // Where T is large, the steepest lines hold. If what is left does not outgrow them, the terms sell the whole company.
  const steepest = takenBy(
    offers,
    eachBase(lines, ({ slope }) => slope),
  );
  if (gapOf(left, lines, offers, steepest).slope.n <= 0n) throw sellsCompany();
  for (let total = NOTHING; ;) {
    const taken = takenBy(offers, basesAt(lines, total));
    const { fixed, slope } = gapOf(left, lines, offers, taken);
    const next = over({ n: -fixed.n, d: fixed.d }, slope);
    if (!isBelow(total, next)) return { total, taken };
    total = next;
  }
}

/** What is left less what converts: the multiples of each base are added up before they meet its long numbers. */
function gapOf(left: Line, lines: Bases<Line>, offers: readonly Offer[], taken: readonly Taken[]): Line {
  const parts: Bases<Fraction[]> = { perMoney: [], postBase: [], preBase: [] };
  for (const [place, { way }] of taken.entries()) parts[way.base].push(times(way.by, offers[place]!.amount));
  return BASES.reduce((gap, base) => less(gap, scaled(lines[base], sumOf(parts[base]))), left);
}

/** The way that gives each one most; of several that give the same, a cap comes first, then a discount. */
function takenBy(offers: readonly Offer[], bases: Bases<Fraction>): Taken[] {
  const worth = ({ base, by }: Way) => times(by, bases[base]);
  const own = offers.map(({ ways }) => {
    const [first, second] = ways;
    return second && isBelow(worth(first!), worth(second)) ? second : first!;
  });
  if (offers.every(({ others }) => others.length === 0)) return own.map((way, of) => ({ way, of }));
  const worths = own.map(worth);
  const order = (a: number, b: number) =>
    compare(worths[b]!, worths[a]!) || BINDINGS.indexOf(own[a]!.binding) - BINDINGS.indexOf(own[b]!.binding);
  const rank = new Map(
    own
      .map((_way, place) => place)
      .sort(order)
      .map((place, index) => [place, index]),
  );
  return offers.map(({ others }, place) => {
    const of = others.reduce((best, other) => (rank.get(other)! < rank.get(best)! ? other : best), place);
    return { way: own[of]!, of };
  });
}

const noAnswer = (field: string, sentence: string) =>
  new AppError('no_answer', sentence, { status: 422, fields: { [field]: sentence } });

const sellsCompany = () =>
  noAnswer(
    'instruments',
    say`These terms together sell the whole company: raise a cap, lower a discount or the pool, or leave one out.`,
  );
