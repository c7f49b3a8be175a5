// An exit with convertibles that have not converted: each gets its money, or what it would convert into, whichever is more.
//
// A post-money cap is divided by the shares that share in the exit: the stock, the options, and what converts. Whoever takes money
// instead of converting is not counted, a preferred class that keeps its preference neither (Y Combinator's post-money SAFE,
// "Liquidity Capitalization"). So who converts decides how many shares each converts into, and the other way round. From "all
// convert" those are taken out who would rather keep, until nobody would. What is left holds for all proceeds down to the first at
// which another one would rather keep, and so on: a few stretches, each an ordinary waterfall. It is the largest group in which
// nobody would choose otherwise, but for narrow bands near a class's own threshold (docs/decisions/scenarios-and-models.md).
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import {
  compare,
  isBelow,
  larger,
  minus,
  ONE,
  over,
  plus,
  sumOf,
  times,
  NOTHING,
} from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import type { Instrument } from '../roundTerms.ts';
import { waterfallOf } from '../waterfall.ts';
import type { Breakpoint, ExitTerms, PreferredClass, Waterfall } from '../waterfall.ts';

export interface ExitConvertible {
  terms: Instrument;
  rank: number;
}

export interface WaterfallWithConvertibles extends Waterfall {
  /** Proceeds beyond which amounts jump, because another one is counted. */
  jumps: Fraction[];
}

/** Who converts beyond these proceeds, and the waterfall while nobody else does. */
interface Stretch {
  beyond: Fraction;
  converting: ReadonlySet<string>;
  waterfall: Waterfall;
}

/** In: the exit without the convertibles. Refuses (422): invalid_fields, no_answer. */
export function waterfallWith(terms: ExitTerms, convertibles: readonly ExitConvertible[]): WaterfallWithConvertibles {
  const claims = convertibles.map(({ terms: each, rank }) => claimOf(taken(each, convertibles), each, rank));
  if (!isBelow(sumOf(claims.map(({ part }) => part)), ONE)) throw sellsAll();
  if (claims.every(({ part, multiple }) => part.n === 0n && multiple.n === 0n)) {
    const classes = [...terms.classes, ...claims.map((each) => lineOf(each, NOTHING))];
    return { ...waterfallOf({ ...terms, classes }), jumps: [] };
  }
  const stretches = stretchesOf(terms, claims);
  return {
    breakpoints: breakpointsOf(stretches),
    jumps: stretches.slice(1).map(({ beyond }) => beyond),
    at: (proceeds) =>
      stretches.findLast(({ beyond }, index) => index === 0 || isBelow(beyond, proceeds))!.waterfall.at(proceeds),
  };
}

interface Claim {
  id: string;
  money: Fraction;
  /** What a discount adds to the money: money / (1 − discount) at the price of the exit. */
  gain: Fraction;
  rank: number;
  /** Of all shares that share in the exit: money / post-money cap, or a fixed part. */
  part: Fraction;
  /** Of all shares without what converts: money / pre-money cap. */
  multiple: Fraction;
}

/** Of an MFN, the instrument whose terms it takes: the lowest cap, of two the one after the money; without one the largest discount. */
function taken(each: Instrument, convertibles: readonly ExitConvertible[]): Instrument {
  if (each.type !== 'mfn') return each;
  const later = convertibles.flatMap(({ terms }) => (each.better_of.includes(terms.id) ? [terms] : []));
  const [lowest] = later
    .filter(({ cap }) => cap !== null)
    .sort((a, b) => compare(a.cap!, b.cap!) || (a.type === 'post_cap' ? -1 : 1));
  const [cheapest] = [...later].sort((a, b) => compare(b.discount, a.discount));
  return lowest ?? cheapest ?? each;
}

function claimOf({ type, cap, discount, percent }: Instrument, { id, amount: money }: Instrument, rank: number): Claim {
  const byCap = cap ? over(money, cap) : NOTHING;
  return {
    id,
    money,
    gain: minus(over(money, minus(ONE, discount)), money),
    rank,
    part: type === 'post_cap' ? byCap : type === 'fixed_pct' && percent ? percent : NOTHING,
    multiple: type === 'pre_cap' ? byCap : NOTHING,
  };
}

const lineOf = ({ id, money, gain, rank }: Claim, as_converted_shares: Fraction): PreferredClass => ({
  id,
  as_converted_shares,
  preference: money,
  discount_gain: gain,
  rank,
  participating: false,
  total_cap: null,
});

/** From the lowest proceeds up. */
function stretchesOf(terms: ExitTerms, claims: readonly Claim[]): Stretch[] {
  let converting: ReadonlySet<string> = new Set([...terms.classes, ...claims].filter(chooses).map(({ id }) => id));
  const stretches: Stretch[] = [];
  for (;;) {
    const waterfall = waterfallOf(termsWith(terms, claims, converting));
    const beyond = lastConversion(waterfall, converting);
    stretches.unshift({ beyond, converting, waterfall });
    if (converting.size === 0) return stretches;
    converting = convertingAt(beyond, terms, claims, converting);
  }
}

/** Who would have something without converting. All others share in the exit at any proceeds, or have no shares. */
function chooses(each: PreferredClass | Claim): boolean {
  if ('money' in each) return each.money.n > 0n && (each.part.n > 0n || each.multiple.n > 0n);
  return !each.participating && each.preference.n > 0n && each.as_converted_shares.n > 0n;
}

/** The terms while exactly these convert; shares of the others are counted only where they share without converting. */
function termsWith(terms: ExitTerms, claims: readonly Claim[], converting: ReadonlySet<string>): ExitTerms {
  const classes = terms.classes.map((each) =>
    !chooses(each) || converting.has(each.id) ? each : { ...each, as_converted_shares: NOTHING },
  );
  const rest = sumOf([...terms.common, ...terms.options].map(({ shares }) => shares));
  const sharing = plus(rest, sumOf(classes.map(({ as_converted_shares }) => as_converted_shares)));
  const outstanding = plus(rest, sumOf(terms.classes.map(({ as_converted_shares }) => as_converted_shares)));
  const isCounted = (each: Claim) => !chooses(each) || converting.has(each.id);
  const now = claims.filter(isCounted);
  const all = over(
    plus(sharing, sumOf(now.map(({ multiple }) => times(multiple, outstanding)))),
    minus(ONE, sumOf(now.map(({ part }) => part))),
  );
  const lines = claims.map((each) =>
    lineOf(each, isCounted(each) ? plus(times(each.part, all), times(each.multiple, outstanding)) : NOTHING),
  );
  return { ...terms, classes: [...classes, ...lines] };
}

/** Beyond these proceeds all of them convert. */
function lastConversion({ breakpoints }: Waterfall, converting: ReadonlySet<string>): Fraction {
  return breakpoints
    .filter(({ reasons }) => reasons.some(({ id, what }) => what === 'converts' && converting.has(id)))
    .reduce((last, { proceeds }) => larger(last, proceeds), NOTHING);
}

/** Of those who would convert beyond these proceeds, who still does at them: fewer. */
function convertingAt(
  proceeds: Fraction,
  terms: ExitTerms,
  claims: readonly Claim[],
  from: ReadonlySet<string>,
): ReadonlySet<string> {
  let converting = from;
  for (;;) {
    const { convert } = waterfallOf(termsWith(terms, claims, converting)).at(proceeds);
    const stay = new Set(convert.filter((id) => converting.has(id)));
    if (stay.size === converting.size) return converting;
    converting = stay;
  }
}

/** Of each stretch its own, and at its beginning who converts from there on. */
function breakpointsOf(stretches: readonly Stretch[]): Breakpoint[] {
  return stretches.flatMap(({ beyond, converting, waterfall }, index): Breakpoint[] => {
    const until = stretches[index + 1]?.beyond;
    const own = waterfall.breakpoints
      .filter(({ proceeds }) => (index === 0 || isBelow(beyond, proceeds)) && (!until || isBelow(proceeds, until)))
      .map(({ proceeds, reasons }) => ({ proceeds, reasons: [...reasons] }));
    const below = stretches[index - 1];
    if (!below) return own;
    const also = below.waterfall.breakpoints.find(({ proceeds }) => compare(proceeds, beyond) === 0)?.reasons ?? [];
    const begun = [...converting]
      .filter((id) => !below.converting.has(id))
      .map((id): Breakpoint['reasons'][number] => ({ id, what: 'converts' }));
    return [{ proceeds: beyond, reasons: [...also, ...begun] }, ...own];
  });
}

const sellsAll = (): AppError => {
  const sentence = say`The caps together would sell the whole company.`;
  return new AppError('no_answer', sentence, { status: 422, fields: { '': sentence } });
};
