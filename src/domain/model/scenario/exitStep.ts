// An exit: debt and costs are paid first, the rest by the waterfall (../waterfall.ts), per class and per holder.
//
// Convertibles that have not converted are claims too (convertibleExit.ts): notes before everything else, SAFEs with the first of
// the preferred.
import { decimalOf, figureOf } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { compare, fraction, larger, minus, ONE as WHOLE, over, plus, times, whole, ZERO } from '../fraction.ts';
import type { Fraction } from '../fraction.ts';
import type { Breakpoint, ExitTerms, Payout, PreferredClass } from '../waterfall.ts';
import { formatDecimal } from '../../figures/decimal.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { waterfallWith } from './convertibleExit.ts';
import type { ExitConvertible, WaterfallWithConvertibles } from './convertibleExit.ts';
import { amountOf, exactly, fault } from './input.ts';
import { firstRank } from './roundClass.ts';
import type { ScenarioState } from './state.ts';
import type { ExitStep } from './steps.ts';
import { wholeCents } from './wholeCents.ts';

export interface ExitFigures {
  proceeds: string;
  /** After costs and debt. */
  net: string;
  /** By class, by convertible, and `options` and `warrants` after their strikes are paid. */
  payout: Record<string, Figure>;
  /** Of the holders that are shown: cents, which add up to the net proceeds with those of the others. */
  by_holder: Record<string, string>;
  per_common_share: Figure;
  convert: string[];
  /** Of the net proceeds: what happens from there on. */
  breakpoints: { proceeds: Figure; reasons: Breakpoint['reasons'] }[];
  /** Straight between its points; cents, which add up to the proceeds. */
  curve: { proceeds: string; payout: Record<string, string>; by_holder: Record<string, string> }[];
}

/** Refuses (422): the fields at fault, no_answer. */
export function exitStep(state: ScenarioState, step: ExitStep): ExitFigures {
  const proceeds = exactly(amountOf(step.proceeds, 'proceeds'));
  const first = plus(exactly(amountOf(step.costs ?? 0, 'costs')), exactly(amountOf(step.debt ?? 0, 'debt')));
  const net = larger(minus(proceeds, first), ZERO);
  const { terms, groups } = termsOf(state);
  if (terms.classes.length + terms.common.length + state.convertibles.length === 0)
    throw fault('', 'Nobody holds shares to be paid for.');
  const waterfall = waterfallWith(terms, convertiblesOf(state));
  const paid = waterfall.at(net);
  return {
    proceeds: decimalOf(proceeds, 10),
    net: decimalOf(net, 10),
    payout: mapped(grouped(paid, groups), figureOf),
    by_holder: inCents(byHolder(state, paid), net),
    per_common_share: figureOf(paid.per_common_share),
    convert: paid.convert,
    breakpoints: waterfall.breakpoints.map(({ proceeds: at, reasons }) => ({ proceeds: figureOf(at), reasons })),
    curve: curveOf(waterfall, net).map((at) => {
      const there = waterfall.at(at);
      return {
        proceeds: decimalOf(at, 2),
        payout: inCents(grouped(there, groups), at),
        by_holder: inCents(byHolder(state, there), at),
      };
    }),
  };
}

const CENT = fraction(1n, 100n);

/** Each breakpoint, a cent beyond those where amounts jump, the net proceeds, and beyond all of them. */
function curveOf({ breakpoints, jumps }: WaterfallWithConvertibles, net: Fraction): Fraction[] {
  const last = breakpoints.at(-1)?.proceeds ?? ZERO;
  const end = times(larger(larger(last, net), WHOLE), fraction(3n, 2n));
  const all = [
    ZERO,
    ...breakpoints.map(({ proceeds }) => proceeds),
    ...jumps.map((each) => plus(each, CENT)),
    net,
    end,
  ].sort(compare);
  return all.filter((each, index) => index === 0 || compare(each, all[index - 1]!) !== 0);
}

const mapped = <A, B>(all: ReadonlyMap<string, A>, work: (value: A) => B): Record<string, B> =>
  Object.fromEntries([...all].map(([id, value]) => [id, work(value)]));

const inCents = (amounts: ReadonlyMap<string, Fraction>, all: Fraction): Record<string, string> =>
  mapped(wholeCents(amounts, all), (amount) => decimalOf(amount, 2));

/** Names options or warrants of one line to the waterfall, with their strike for the words of a breakpoint. */
const rightLine = (kind: string, index: number, strike: Decimal | null): string =>
  `${kind} ${index} ${formatDecimal(strike ?? 0n)}`;

/** A SAFE ranks with the first of the preferred classes, a note before all. */
const convertiblesOf = (state: ScenarioState): ExitConvertible[] =>
  state.convertibles.map(({ is_note, terms }) => ({ terms, rank: is_note ? 0 : firstRank(state) + 1 }));

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
  return { terms: { classes: preferred, common, options }, groups };
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

/** A class's payout by its shares. */
function byHolder(state: ScenarioState, { payout }: Payout): Map<string, Fraction> {
  const paid = new Map(payout.map(({ id, amount }) => [id, amount]));
  const held = sharesByClass(state);
  const sums = new Map<string, Fraction>();
  const give = (holder: string | null, amount: Fraction) => {
    if (holder !== null && state.holders.has(holder)) sums.set(holder, plus(sums.get(holder) ?? ZERO, amount));
  };
  for (const { holder, class_id, quantity } of state.lots)
    give(holder, times(paid.get(class_id) ?? ZERO, fraction(quantity, held.get(class_id)!)));
  for (const [index, { holder, kind, strike }] of state.rights.entries())
    give(holder, paid.get(rightLine(kind, index, strike)) ?? ZERO);
  for (const { holder, terms } of state.convertibles) give(holder, paid.get(terms.id) ?? ZERO);
  return sums;
}
