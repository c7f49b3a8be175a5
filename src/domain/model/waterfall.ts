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
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { compare, fraction, isBelow, minus, over, plus, sumOf, times, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

export interface PreferredClass {
  id: string;
  as_converted_shares: Fraction;
  preference: Fraction;
  /** 0 is paid first; equal ranks share. */
  rank: number;
  participating: boolean;
  /** Of a participating class, preference and participation together; null without a cap. */
  total_cap: Fraction | null;
  /** Of a SAFE with a discount, what that adds to its money: paid after all preferences. Kept, like these, unless it converts. */
  discount_gain?: Fraction;
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
  /** The classes that convert, by id. */
  convert: string[];
}

export interface Breakpoint {
  proceeds: Fraction;
  /** What happens from there on. */
  reasons: { id: string; what: 'preference_paid' | 'discount_paid' | 'cap_reached' | 'converts' | 'exercises' }[];
}

type What = Breakpoint['reasons'][number]['what'];

/** A straight line over L from `from` on, until the next one of its claim begins. */
interface Piece {
  from: Fraction;
  fixed: Fraction;
  slope: Fraction;
  what: What | null;
}

/** A broken line over L. Its first piece begins at 0. */
interface Claim {
  id: string;
  pieces: Piece[];
}

/** All claims together. */
type Segment = Omit<Piece, 'what'>;

const heightAt = ({ fixed, slope }: Segment, level: Fraction): Fraction => plus(fixed, times(slope, level));

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
    ...common.map(({ id, shares }): Claim => ({ id, pieces: [piece(NOTHING, NOTHING, shares)] })),
    ...options.map(({ id, shares, strike }): Claim => ({
      id,
      pieces: [
        ...(strike.n === 0n ? [] : [piece(NOTHING, NOTHING, NOTHING)]),
        piece(strike, negative(times(shares, strike)), shares, 'exercises'),
      ],
    })),
  ];
  const segments = segmentsOf(claims);
  const preferences = sumOf(classes.map(keptOf));
  const ladder = ladderOf(classes);
  return {
    breakpoints: breakpointsOf(claims, segments, ladder),
    at: (proceeds) => {
      if (isBelow(proceeds, preferences)) return short(terms, ladder, proceeds);
      const per_common_share = levelOf(segments, proceeds);
      return {
        payout: claims.map(({ id, pieces }) => ({
          id,
          amount: heightAt(pieceAt(pieces, per_common_share), per_common_share),
        })),
        per_common_share,
        convert: classes
          .filter(({ as_converted_shares: shares, ...each }) => {
            const kept = each.participating ? each.total_cap : keptOf(each);
            return kept !== null && isBelow(kept, times(shares, per_common_share));
          })
          .map(({ id }) => id)
          .sort(),
      };
    },
  };
}

/** What it has without converting or sharing the rest. */
const keptOf = ({ preference, discount_gain = NOTHING }: Omit<PreferredClass, 'as_converted_shares'>): Fraction =>
  plus(preference, discount_gain);

function claimOf(each: PreferredClass): Claim {
  const { id, as_converted_shares: shares, preference, participating, total_cap } = each;
  const kept = piece(NOTHING, keptOf(each), NOTHING);
  if (shares.n === 0n) return { id, pieces: [kept] };
  const converted = (from: Fraction) => piece(over(from, shares), NOTHING, shares, 'converts');
  if (!participating) return { id, pieces: [kept, converted(keptOf(each))] };
  const taking = piece(NOTHING, preference, shares);
  if (total_cap === null) return { id, pieces: [taking] };
  const capped = piece(over(minus(total_cap, preference), shares), total_cap, NOTHING, 'cap_reached');
  return { id, pieces: [taking, capped, converted(total_cap)] };
}

const piece = (from: Fraction, fixed: Fraction, slope: Fraction, what: What | null = null): Piece => ({
  from,
  fixed,
  slope,
  what,
});

const negative = ({ n, d }: Fraction): Fraction => ({ n: -n, d });

/** The last piece that begins at or below the level; where several begin at the same level, the last of them holds. */
const pieceAt = (pieces: readonly Piece[], level: Fraction): Piece =>
  pieces.findLast(({ from }) => !isBelow(level, from))!;

/** From where one piece takes over to where the next does, all claims together are one straight line. */
function segmentsOf(claims: readonly Claim[]): Segment[] {
  const changes = claims
    .flatMap(({ pieces }) =>
      pieces.map(({ from, fixed, slope }, index) => {
        const before = pieces[index - 1];
        return before
          ? { from, fixed: minus(fixed, before.fixed), slope: minus(slope, before.slope) }
          : { from, fixed, slope };
      }),
    )
    .sort((a, b) => compare(a.from, b.from));
  const segments: Segment[] = [{ from: NOTHING, fixed: NOTHING, slope: NOTHING }];
  for (const { from, fixed, slope } of changes) {
    const last = segments.at(-1)!;
    const next = { from, fixed: plus(last.fixed, fixed), slope: plus(last.slope, slope) };
    if (compare(from, last.from) === 0) segments[segments.length - 1] = next;
    else segments.push(next);
  }
  return segments;
}

/** The lowest L at which all claims together are the proceeds. Refuses (422): no_answer where nobody takes the rest. */
function levelOf(segments: readonly Segment[], proceeds: Fraction): Fraction {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isBelow(heightAt(segments[middle]!, segments[middle]!.from), proceeds)) low = middle;
    else high = middle - 1;
  }
  const { from, fixed, slope } = segments[low]!;
  if (!isBelow(heightAt(segments[low]!, from), proceeds)) return from;
  if (slope.n === 0n)
    throw noAnswer('common', say`Nobody shares what is left after the preferences. Add the common stock.`);
  return over(minus(proceeds, fixed), slope);
}

interface Rung {
  owed: { id: string; amount: Fraction }[];
  what: 'preference_paid' | 'discount_paid';
  /** What this rank and those before it are owed together. */
  until: Fraction;
  own: Fraction;
}

function ladderOf(classes: readonly PreferredClass[]): Rung[] {
  const ranks = [...new Set(classes.map(({ rank }) => rank))].sort((a, b) => a - b);
  let until = NOTHING;
  const rung = (what: Rung['what'], owed: Rung['owed']): Rung => {
    const own = sumOf(owed.map(({ amount }) => amount));
    until = plus(until, own);
    return { owed, what, until, own };
  };
  const ladder = ranks.map((rank) => {
    const those = classes.filter((each) => each.rank === rank);
    return rung(
      'preference_paid',
      those.map(({ id, preference }) => ({ id, amount: preference })),
    );
  });
  const gains = classes.flatMap(({ id, discount_gain }) => (discount_gain ? [{ id, amount: discount_gain }] : []));
  return gains.length === 0 ? ladder : [...ladder, rung('discount_paid', gains)];
}

/** Proceeds that do not cover the preferences. */
function short({ classes, common, options }: ExitTerms, ladder: readonly Rung[], proceeds: Fraction): Payout {
  const paid = new Map<string, Fraction>();
  for (const { owed, until, own } of ladder) {
    const left = minus(proceeds, minus(until, own));
    const part = left.n <= 0n || own.n === 0n ? NOTHING : isBelow(left, own) ? over(left, own) : fraction(1n, 1n);
    for (const { id, amount } of owed) paid.set(id, plus(paid.get(id) ?? NOTHING, times(amount, part)));
  }
  return {
    payout: [
      ...classes.map(({ id }) => ({ id, amount: paid.get(id)! })),
      ...[...common, ...options].map(({ id }) => ({ id, amount: NOTHING })),
    ],
    per_common_share: NOTHING,
    convert: [],
  };
}

function breakpointsOf(claims: readonly Claim[], segments: readonly Segment[], ladder: readonly Rung[]): Breakpoint[] {
  const found = new Map<string, Breakpoint>();
  const note = (proceeds: Fraction, reason: Breakpoint['reasons'][number]) => {
    const key = `${proceeds.n}/${proceeds.d}`;
    const known = found.get(key);
    if (known) known.reasons.push(reason);
    else found.set(key, { proceeds, reasons: [reason] });
  };
  for (const { owed, what, until, own } of ladder) if (own.n > 0n) for (const { id } of owed) note(until, { id, what });
  for (const { id, pieces } of claims)
    for (const { from, what } of pieces)
      if (what !== null && from.n > 0n) note(heightAt(segmentAt(segments, from), from), { id, what });
  return [...found.values()].sort((a, b) => compare(a.proceeds, b.proceeds));
}

const segmentAt = (segments: readonly Segment[], level: Fraction): Segment => {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isBelow(level, segments[middle]!.from)) high = middle - 1;
    else low = middle;
  }
  return segments[low]!;
};

/** Refuses (422): each term at fault, at its field. */
function refuseTerms({ classes, common, options }: ExitTerms): void {
  const faults: Record<string, string> = {};
  const ids = new Set<string>();
  const once = (id: string, field: string) => {
    if (ids.has(id)) faults[field] = say`Two lines have this id.`;
    ids.add(id);
  };
  const notBelow = (value: Fraction, field: string) => {
    if (value.n < 0n) faults[field] = say`This must not be less than zero.`;
  };
  for (const [index, each] of classes.entries()) {
    const at = `classes.${index}`;
    once(each.id, `${at}.id`);
    notBelow(each.as_converted_shares, `${at}.as_converted_shares`);
    notBelow(each.preference, `${at}.preference`);
    if (each.total_cap !== null && !each.participating)
      faults[`${at}.total_cap`] = say`A cap is for a class that participates.`;
    else if (each.total_cap !== null && isBelow(each.total_cap, each.preference))
      faults[`${at}.total_cap`] = say`The cap is of preference and participation together: at least the preference.`;
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
