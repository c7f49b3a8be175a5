// An exit: debt and costs are paid first, the rest by the waterfall (../waterfall.ts), per class and per holder.
//
// Convertibles that have not converted are claims too: notes before everything else, SAFEs with the first of the preferred, each for
// its money or for what its cap would give, whichever is more.
import { decimalOf, figureOf } from '../figures.ts';
import type { Figure } from '../figures.ts';
import {
  compare,
  fraction,
  isBelow,
  larger,
  minus,
  ONE as WHOLE,
  over,
  plus,
  sumOf,
  times,
  whole,
  ZERO,
} from '../fraction.ts';
import type { Fraction } from '../fraction.ts';
import { waterfallOf } from '../waterfall.ts';
import type { Breakpoint, ExitTerms, Payout, PreferredClass } from '../waterfall.ts';
import { AppError } from '../../errors.ts';
import { formatDecimal } from '../../figures/decimal.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { amountOf, exactly, fault } from './input.ts';
import type { OpenConvertible, ScenarioState } from './state.ts';
import type { ExitStep } from './steps.ts';

export interface ExitFigures {
  proceeds: string;
  /** After costs and debt. */
  net: string;
  /** By class, by convertible, and `options` and `warrants` after their strikes are paid. */
  payout: Record<string, Figure>;
  /** To the cent, of the holders that are shown. */
  by_holder: Record<string, string>;
  per_common_share: Figure;
  convert: string[];
  /** Of the net proceeds: what happens from there on. */
  breakpoints: { proceeds: Figure; reasons: Breakpoint['reasons'] }[];
  /** Straight between its points. */
  curve: { proceeds: string; payout: Record<string, string>; by_holder: Record<string, string> }[];
}

/** Refuses (422): the fields at fault, no_answer. */
export function exitStep(state: ScenarioState, step: ExitStep): ExitFigures {
  const proceeds = exactly(amountOf(step.proceeds, 'proceeds'));
  const first = plus(exactly(amountOf(step.costs ?? 0, 'costs')), exactly(amountOf(step.debt ?? 0, 'debt')));
  const net = larger(minus(proceeds, first), ZERO);
  const { terms, groups } = termsOf(state);
  if (terms.classes.length === 0 && terms.common.length === 0) throw fault('', 'Nobody holds shares to be paid for.');
  const waterfall = waterfallOf(terms);
  const paid = waterfall.at(net);
  return {
    proceeds: decimalOf(proceeds, 10),
    net: decimalOf(net, 10),
    payout: mapped(grouped(paid, groups), figureOf),
    by_holder: mapped(byHolder(state, paid), (amount) => decimalOf(amount, 2)),
    per_common_share: figureOf(paid.per_common_share),
    convert: paid.convert,
    breakpoints: waterfall.breakpoints.map(({ proceeds: at, reasons }) => ({ proceeds: figureOf(at), reasons })),
    curve: curveOf(waterfall.breakpoints, net).map((at) => {
      const there = waterfall.at(at);
      const cents = (amounts: ReadonlyMap<string, Fraction>) => mapped(amounts, (amount) => decimalOf(amount, 2));
      return {
        proceeds: decimalOf(at, 2),
        payout: cents(grouped(there, groups)),
        by_holder: cents(byHolder(state, there)),
      };
    }),
  };
}

/** Each breakpoint, the net proceeds, and beyond all of them. */
function curveOf(breakpoints: readonly Breakpoint[], net: Fraction): Fraction[] {
  const last = breakpoints.at(-1)?.proceeds ?? ZERO;
  const end = times(larger(larger(last, net), WHOLE), fraction(3n, 2n));
  const all = [ZERO, ...breakpoints.map(({ proceeds }) => proceeds), net, end].sort(compare);
  return all.filter((each, index) => index === 0 || compare(each, all[index - 1]!) !== 0);
}

const mapped = <A, B>(all: ReadonlyMap<string, A>, work: (value: A) => B): Record<string, B> =>
  Object.fromEntries([...all].map(([id, value]) => [id, work(value)]));

/** Names options or warrants of one line to the waterfall, with their strike for the words of a breakpoint. */
const rightLine = (kind: string, index: number, strike: Decimal | null): string =>
  `${kind} ${index} ${formatDecimal(strike ?? 0n)}`;

interface Claims {
  terms: ExitTerms;
  /** By the id of an option line: `options` or `warrants`. */
  groups: ReadonlyMap<string, string>;
}

function termsOf(state: ScenarioState): Claims {
  const held = sharesByClass(state);
  const shares = (id: string) => exactly(held.get(id) ?? 0n);
  const ofClass = new Map(state.classes.map((each) => [each.id, each]));
  const groups = new Map<string, string>();
  const options = state.rights.flatMap(({ kind, class_id, quantity, count, strike }, index) => {
    const { kind: classKind, ratio } = ofClass.get(class_id ?? '') ?? { kind: 'COMMON' as const, ratio: null };
    const unit = classKind === 'PREFERRED' && ratio ? fraction(ratio.numerator, ratio.denominator) : WHOLE;
    const line = rightLine(kind, index, strike);
    groups.set(line, kind);
    const as_common = times(times(exactly(quantity), whole(count)), unit);
    return [{ id: line, shares: as_common, strike: over(exactly(strike ?? 0n), unit) }];
  });
  const preferred = state.classes
    .filter(({ kind }) => kind === 'PREFERRED')
    .map(({ id, ratio, preference, rank, participating, total_cap }): PreferredClass => ({
      id,
      as_converted_shares: times(shares(id), fraction(ratio.numerator, ratio.denominator)),
      preference,
      rank: rank + 1,
      participating,
      total_cap: participating ? total_cap : null,
    }))
    .filter(({ as_converted_shares, preference }) => as_converted_shares.n > 0n || preference.n > 0n);
  const common = state.classes
    .filter(({ id, kind }) => kind === 'COMMON' && held.has(id))
    .map(({ id }) => ({ id, shares: shares(id) }));
  const outstanding = sumOf([
    ...preferred.map(({ as_converted_shares }) => as_converted_shares),
    ...[...common, ...options].map((each) => each.shares),
  ]);
  return { terms: { classes: [...preferred, ...convertibleClaims(state, outstanding)], common, options }, groups };
}

/** A post-money cap is divided by everything with what converts, a pre-money cap by everything without. */
function convertibleClaims({ convertibles, classes }: ScenarioState, outstanding: Fraction): PreferredClass[] {
  const capped = convertibles.map(({ terms }) => ({ ...terms, ...capOf(terms, convertibles) }));
  const parts = capped.map(({ type, amount, cap, percent }) =>
    type === 'post_cap' && cap ? over(amount, cap) : type === 'fixed_pct' && percent ? percent : ZERO,
  );
  const sold = sumOf(parts);
  const pre = capped.map(({ type, amount, cap }) =>
    type === 'pre_cap' && cap ? times(over(amount, cap), outstanding) : ZERO,
  );
  if (!isBelow(sold, WHOLE))
    throw new AppError('no_answer', 'The caps together would sell the whole company.', {
      status: 422,
      fields: { '': 'The caps together would sell the whole company.' },
    });
  const base = over(plus(outstanding, sumOf(pre)), minus(WHOLE, sold));
  const first = classes
    .filter(({ kind }) => kind === 'PREFERRED')
    .reduce((least, { rank }) => Math.min(least, rank), 0);
  return convertibles.map(({ is_note, terms }, index) => ({
    id: terms.id,
    as_converted_shares: plus(times(parts[index]!, base), pre[index]!),
    preference: terms.amount,
    rank: is_note ? 0 : first + 1,
    participating: false,
    total_cap: null,
  }));
}

/** Of an MFN: the lowest cap that it may take; of two equal ones the one after the money, which gives more. */
function capOf(
  { type, cap, better_of }: OpenConvertible['terms'],
  all: readonly OpenConvertible[],
): Pick<OpenConvertible['terms'], 'type' | 'cap'> {
  if (type !== 'mfn') return { type, cap };
  const taken = all
    .filter(({ terms }) => better_of.includes(terms.id) && terms.cap !== null)
    .map(({ terms }) => terms)
    .sort((a, b) => compare(a.cap!, b.cap!) || (a.type === 'post_cap' ? -1 : 1));
  return taken[0] ? { type: taken[0].type, cap: taken[0].cap } : { type, cap };
}

function sharesByClass({ lots }: ScenarioState): Map<string, Decimal> {
  const held = new Map<string, Decimal>();
  for (const { class_id, quantity, count } of lots) held.set(class_id, (held.get(class_id) ?? 0n) + quantity * count);
  return held;
}

function grouped({ payout }: Payout, groups: ReadonlyMap<string, string>): Map<string, Fraction> {
  const sums = new Map<string, Fraction>();
  for (const { id, amount } of payout) {
    const name = groups.get(id) ?? id;
    sums.set(name, plus(sums.get(name) ?? ZERO, amount));
  }
  return sums;
}

/**
 * A class's payout by its shares. All of them over one denominator, which is found once for each payout and not for each holder: a
 * slider asks for hundreds of holders at each point of the curve.
 */
function byHolder(state: ScenarioState, { payout }: Payout): Map<string, Fraction> {
  const paid = new Map(payout.map(({ id, amount }) => [id, amount]));
  const held = sharesByClass(state);
  const perShare = new Map(
    [...held].map(
      ([id, shares]) => [id, shares === 0n ? ZERO : times(paid.get(id) ?? ZERO, fraction(1n, shares))] as const,
    ),
  );
  const others = [
    ...state.rights.map(({ holder, kind, strike }, index) => ({ holder, id: rightLine(kind, index, strike) })),
    ...state.convertibles.map(({ holder, terms }) => ({ holder, id: terms.id })),
  ].map(({ holder, id }) => ({ holder, amount: paid.get(id) ?? ZERO }));
  const d = [...perShare.values(), ...others.map(({ amount }) => amount)].reduce(commonDenominator, 1n);
  const units = new Map([...perShare].map(([id, each]) => [id, each.n * (d / each.d)]));
  const sums = new Map<string, bigint>();
  const give = (holder: string | null, n: bigint) => {
    if (holder !== null && state.holders.has(holder)) sums.set(holder, (sums.get(holder) ?? 0n) + n);
  };
  for (const { holder, class_id, quantity } of state.lots)
    if (holder !== null) give(holder, quantity * units.get(class_id)!);
  for (const { holder, amount } of others) give(holder, amount.n * (d / amount.d));
  return new Map([...sums].map(([holder, n]) => [holder, { n, d }]));
}

/** The least common one. */
const commonDenominator = (so_far: bigint, { d }: Fraction): bigint => so_far * fraction(d, so_far).n;
