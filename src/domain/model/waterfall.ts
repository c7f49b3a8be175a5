// Who gets what of an exit, in exact fractions.
//
// Let L be what a share of common stock gets. Above its preference every claim is a rising broken line over L: a class that does not
// participate gets the larger of its preference and w·L, a participating one its preference and w·L up to its cap, or w·L if that is
// more; options get what L is above their strike. The lines add up to one that rises, so there is one L at which they add up to the
// proceeds, and no search: a class converts where w·L is more than what it would keep.
//
// That is an equilibrium of the game in which each class decides for itself. Whoever converts gets more than it could keep. Whoever
// keeps h ≥ w·L and would convert moves L to L′: if L′ ≤ L, it gets w·L′ ≤ h; if L′ > L, the others together get no less than before,
// so w·L′ ≤ h too. Tests search every combination of decisions for up to 12 classes. Below the sum of the preferences L is 0, and
// ranks are paid in order, a rank that is short by its claims.
import { AppError } from '../errors.ts';
import { compare, fraction, isBelow, minus, over, plus, smaller, sumOf, times, ZERO } from './fraction.ts';
import type { Fraction } from './fraction.ts';

export interface PreferredClass {
  id: string;
  as_converted_shares: Fraction;
  preference: Fraction;
  /** 0 is paid first; equal ranks share. */
  rank: number;
  participating: boolean;
  /** Of a participating class, preference and participation together; null without a cap. */
  total_cap: Fraction | null;
}

export interface ExitTerms {
  classes: readonly PreferredClass[];
  common: readonly { id: string; shares: Fraction }[];
  options: readonly { id: string; shares: Fraction; strike: Fraction }[];
}

export interface Payout {
  /** In the order of classes, common and options. */
  payout: { id: string; amount: Fraction }[];
  per_common_share: Fraction;
  /** The classes that convert, in the order given. */
  convert: string[];
}

export interface Breakpoint {
  proceeds: Fraction;
  /** What happens from there on. */
  reasons: { id: string; what: 'preference_paid' | 'cap_reached' | 'converts' | 'exercises' }[];
}

/** A broken line over L: its height at 0, and where its slope changes. */
interface Claim {
  id: string;
  base: Fraction;
  bends: { at: Fraction; slope: Fraction; what: 'cap_reached' | 'converts' | 'exercises' | null }[];
}

interface Segment {
  from: Fraction;
  /** Of all claims together, at `from`. */
  height: Fraction;
  slope: Fraction;
}

/** Computed once for any number of proceeds. */
export interface Waterfall {
  breakpoints: Breakpoint[];
  /** In: proceeds net of costs and debt, not below 0. */
  at: (proceeds: Fraction) => Payout;
}

/** Refuses (422): invalid_fields, no_answer. */
export function waterfallOf(terms: ExitTerms): Waterfall {
  refuseTerms(terms);
  const { classes, common, options } = terms;
  const claims = [
    ...classes.map(claimOf),
    ...common.map(({ id, shares }): Claim => ({ id, base: ZERO, bends: [{ at: ZERO, slope: shares, what: null }] })),
    ...options.map(({ id, shares, strike }): Claim => ({
      id,
      base: ZERO,
      bends: [{ at: strike, slope: shares, what: 'exercises' }],
    })),
  ];
  const segments = segmentsOf(claims);
  const preferences = sumOf(classes.map(({ preference }) => preference));
  const ladder = ladderOf(classes);
  return {
    breakpoints: breakpointsOf(claims, segments, ladder),
    at: (proceeds) => {
      if (isBelow(proceeds, preferences)) return short(terms, ladder, proceeds);
      const per_common_share = levelOf(segments, proceeds);
      return {
        payout: claims.map((claim) => ({ id: claim.id, amount: heightOf(claim, per_common_share) })),
        per_common_share,
        convert: classes
          .filter(({ as_converted_shares: shares, ...each }) => {
            const kept = each.participating ? each.total_cap : each.preference;
            return kept !== null && isBelow(kept, times(shares, per_common_share));
          })
          .map(({ id }) => id),
      };
    },
  };
}

function claimOf({ id, as_converted_shares: shares, preference, participating, total_cap }: PreferredClass): Claim {
  const bends: Claim['bends'] = [];
  if (shares.n === 0n) return { id, base: preference, bends };
  if (!participating) bends.push({ at: over(preference, shares), slope: shares, what: 'converts' });
  else {
    bends.push({ at: ZERO, slope: shares, what: null });
    if (total_cap !== null) {
      bends.push({ at: over(minus(total_cap, preference), shares), slope: ZERO, what: 'cap_reached' });
      bends.push({ at: over(total_cap, shares), slope: shares, what: 'converts' });
    }
  }
  return { id, base: preference, bends };
}

function heightOf({ base, bends }: Claim, level: Fraction): Fraction {
  let height = base;
  for (const [index, { at, slope }] of bends.entries()) {
    if (!isBelow(at, level)) break;
    const end = bends[index + 1]?.at;
    const until = end === undefined ? level : smaller(end, level);
    height = plus(height, times(slope, minus(until, at)));
  }
  return height;
}

function segmentsOf(claims: readonly Claim[]): Segment[] {
  const changes = claims
    .flatMap(({ bends }) =>
      bends.map(({ at, slope }, index) => ({ at, change: minus(slope, bends[index - 1]?.slope ?? ZERO) })),
    )
    .sort((a, b) => compare(a.at, b.at));
  const segments: Segment[] = [{ from: ZERO, height: sumOf(claims.map(({ base }) => base)), slope: ZERO }];
  for (const { at, change } of changes) {
    const last = segments.at(-1)!;
    const slope = plus(last.slope, change);
    if (compare(at, last.from) === 0) last.slope = slope;
    else segments.push({ from: at, height: plus(last.height, times(last.slope, minus(at, last.from))), slope });
  }
  return segments;
}

/** The lowest L at which all claims together are the proceeds. Refuses (422): no_answer where nobody takes the rest. */
function levelOf(segments: readonly Segment[], proceeds: Fraction): Fraction {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isBelow(segments[middle]!.height, proceeds)) low = middle;
    else high = middle - 1;
  }
  const { from, height, slope } = segments[low]!;
  const rest = minus(proceeds, height);
  if (rest.n <= 0n) return from;
  if (slope.n === 0n)
    throw noAnswer('common', 'Nobody shares what is left after the preferences. Add the common stock.');
  return plus(from, over(rest, slope));
}

interface Rung {
  ids: string[];
  /** What this rank and those before it are owed together. */
  until: Fraction;
  own: Fraction;
}

function ladderOf(classes: readonly PreferredClass[]): Rung[] {
  const ranks = [...new Set(classes.map(({ rank }) => rank))].sort((a, b) => a - b);
  let until = ZERO;
  return ranks.map((rank) => {
    const those = classes.filter((each) => each.rank === rank);
    const own = sumOf(those.map(({ preference }) => preference));
    until = plus(until, own);
    return { ids: those.map(({ id }) => id), until, own };
  });
}

/** Proceeds that do not cover the preferences. */
function short({ classes, common, options }: ExitTerms, ladder: readonly Rung[], proceeds: Fraction): Payout {
  const paid = new Map<string, Fraction>();
  for (const { ids, until, own } of ladder) {
    const left = minus(proceeds, minus(until, own));
    const part = left.n <= 0n || own.n === 0n ? ZERO : isBelow(left, own) ? over(left, own) : fraction(1n, 1n);
    for (const id of ids) paid.set(id, part);
  }
  return {
    payout: [
      ...classes.map(({ id, preference }) => ({ id, amount: times(preference, paid.get(id)!) })),
      ...[...common, ...options].map(({ id }) => ({ id, amount: ZERO })),
    ],
    per_common_share: ZERO,
    convert: [],
  };
}

function breakpointsOf(claims: readonly Claim[], segments: readonly Segment[], ladder: readonly Rung[]): Breakpoint[] {
  const found: Breakpoint[] = [];
  const note = (proceeds: Fraction, reason: Breakpoint['reasons'][number]) => {
    const known = found.find((each) => compare(each.proceeds, proceeds) === 0);
    if (known) known.reasons.push(reason);
    else found.push({ proceeds, reasons: [reason] });
  };
  for (const { ids, until, own } of ladder)
    if (own.n > 0n) for (const id of ids) note(until, { id, what: 'preference_paid' });
  for (const { id, bends } of claims)
    for (const { at, what } of bends) {
      if (what === null || at.n === 0n) continue;
      note(segments.find(({ from }) => compare(from, at) === 0)!.height, { id, what });
    }
  return found.sort((a, b) => compare(a.proceeds, b.proceeds));
}

/** Refuses (422): each term at fault, at its field. */
function refuseTerms({ classes, common, options }: ExitTerms): void {
  const faults: Record<string, string> = {};
  const ids = new Set<string>();
  const once = (id: string, field: string) => {
    if (ids.has(id)) faults[field] = 'Two lines have this id.';
    ids.add(id);
  };
  const notBelow = (value: Fraction, field: string) => {
    if (value.n < 0n) faults[field] = 'This must not be less than zero.';
  };
  for (const [index, each] of classes.entries()) {
    const at = `classes.${index}`;
    once(each.id, `${at}.id`);
    notBelow(each.as_converted_shares, `${at}.as_converted_shares`);
    notBelow(each.preference, `${at}.preference`);
    if (each.total_cap !== null && !each.participating)
      faults[`${at}.total_cap`] = 'A cap is for a class that participates.';
    else if (each.total_cap !== null && isBelow(each.total_cap, each.preference))
      faults[`${at}.total_cap`] = 'The cap is of preference and participation together: at least the preference.';
  }
  for (const { id, shares } of common) {
    once(id, `common.${id}`);
    notBelow(shares, `common.${id}`);
  }
  for (const [index, { id, shares, strike }] of options.entries()) {
    once(id, `options.${index}.0`);
    notBelow(shares, `options.${index}.1`);
    notBelow(strike, `options.${index}.2`);
  }
  const [first] = Object.values(faults);
  if (first !== undefined) throw new AppError('invalid_fields', first, { status: 422, fields: faults });
}

const noAnswer = (field: string, sentence: string) =>
  new AppError('no_answer', sentence, { status: 422, fields: { [field]: sentence } });
