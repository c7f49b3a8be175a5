// An exit: debt and costs are paid first, the rest by the waterfall (../waterfall.ts), per class and per holder.
//
// Convertibles that have not converted are claims too (convertibleExit.ts): notes before everything else, SAFEs with the first of
// the preferred.
import { say } from '#src/words/say.ts';
import { exactly } from '#src/domain/figures/exactly.ts';
import { decimalOf, figureOf } from '../figures.ts';
import type { Figure } from '../figures.ts';
import {
  compare,
  fraction,
  larger,
  minus,
  ONE as WHOLE,
  over,
  plus,
  times,
  NOTHING,
} from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import type { Breakpoint, ExitTerms, Payout, PreferredClass } from '../waterfall.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { waterfallWith } from './convertibleExit.ts';
import type { ExitConvertible, WaterfallWithConvertibles } from './convertibleExit.ts';
import { amountOf, fault } from './input.ts';
import { firstRank } from './roundClass.ts';
import type { Right, ScenarioState } from './state.ts';
import type { ExitStep } from './steps.ts';
import { wholeCents } from './wholeCents.ts';

export interface ExitFigures {
  proceeds: string;
  /** After costs and debt. */
  net: string;
  /** By class, by convertible, and `options` and `warrants` after their strikes are paid. */
  payout: Record<string, Figure>;
  /** The same in cents, which add up to the net proceeds. */
  paid: Record<string, string>;
  /** Of the holders that are shown: cents, which add up to the net proceeds with those of the others. */
  by_holder: Record<string, string>;
  per_common_share: Figure;
  convert: string[];
  /** Of the net proceeds: what happens from there on. */
  breakpoints: { proceeds: Figure; reasons: Breakpoint['reasons'] }[];
  /** Straight between its points, each amount to the cent; of the holders, those who are paid most at its end. */
  curve: { proceeds: string; payout: Record<string, string>; by_holder: Record<string, string> }[];
}

/** Refuses (422): the fields at fault, no_answer. */
export function exitStep(state: ScenarioState, step: ExitStep): ExitFigures {
  const proceeds = exactly(amountOf(step.proceeds, 'proceeds'));
  const first = plus(exactly(amountOf(step.costs ?? 0, 'costs')), exactly(amountOf(step.debt ?? 0, 'debt')));
  const net = larger(minus(proceeds, first), NOTHING);
  const { terms, groups } = termsOf(state);
  if (terms.classes.length + terms.common.length + state.convertibles.length === 0)
    throw fault('', say`Nobody holds shares to be paid for.`);
  const waterfall = waterfallWith(terms, convertiblesOf(state));
  const paid = waterfall.at(net);
  const byClass = grouped(paid, groups);
  const points = curveOf(waterfall, net);
  const largest = largestOf(holdersPaid(state, waterfall.at(points.at(-1)!)));
  const cents = (amounts: ReadonlyMap<string, Fraction>) => mapped(amounts, (amount) => decimalOf(amount, 2));
  return {
    proceeds: decimalOf(proceeds, 10),
    net: decimalOf(net, 10),
    payout: mapped(byClass, figureOf),
    paid: inCents(byClass, net),
    by_holder: inCents(holdersPaid(state, paid), net),
    per_common_share: figureOf(paid.per_common_share),
    convert: paid.convert,
    breakpoints: waterfall.breakpoints.map(({ proceeds: at, reasons }) => ({ proceeds: figureOf(at), reasons })),
    curve: points.map((at) => {
      const there = waterfall.at(at);
      return {
        proceeds: decimalOf(at, 2),
        payout: cents(grouped(there, groups)),
        by_holder: cents(holdersPaid(state, there, largest)),
      };
    }),
  };
}

/** A chart shows no more of them. */
const HOLDERS_IN_CURVE = 12;

const largestOf = (paid: ReadonlyMap<string, Fraction>): ReadonlySet<string> =>
  new Set(
    [...paid]
      .sort(([a, x], [b, y]) => compare(y, x) || (a < b ? -1 : 1))
      .slice(0, HOLDERS_IN_CURVE)
      .map(([id]) => id),
  );

const CENT = fraction(1n, 100n);

/** Each breakpoint, a cent beyond those where amounts jump, the net proceeds, and beyond all of them. */
function curveOf({ breakpoints, jumps }: WaterfallWithConvertibles, net: Fraction): Fraction[] {
  const last = breakpoints.at(-1)?.proceeds ?? NOTHING;
  const end = times(larger(larger(last, net), WHOLE), fraction(3n, 2n));
  const all = [
    NOTHING,
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

/** Options or warrants of one class and strike are one line of the waterfall; the strike is for the words of a breakpoint. */
const rightLine = ({ kind, class_id, strike }: Pick<Right, 'kind' | 'class_id' | 'strike'>): string =>
  `${kind} ${class_id ?? '-'} ${formatDecimal(strike ?? 0n)}`;

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
  const options = [...Map.groupBy(exercisable(state), rightLine)].map(([line, rights]) => {
    const [{ kind, class_id, strike }] = rights as [Right, ...Right[]];
    const { kind: classKind, ratio } = ofClass.get(class_id ?? '') ?? { kind: 'COMMON' as const, ratio: null };
    const unit = classKind === 'PREFERRED' && ratio ? fraction(ratio.numerator, ratio.denominator) : WHOLE;
    groups.set(line, kind);
    return { id: line, shares: times(exactly(quantityOf(rights)), unit), strike: over(exactly(strike ?? 0n), unit) };
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

/** Options and warrants that can be exercised: the others take no part in it. */
const exercisableOf = (right: Right): Decimal => (right.quantity - right.over) * right.count;
const exercisable = ({ rights }: ScenarioState): readonly Right[] => rights.filter((each) => exercisableOf(each) > 0n);

const quantityOf = (rights: readonly Right[]): Decimal => rights.reduce((sum, right) => sum + exercisableOf(right), 0n);

function sharesByClass({ lots }: ScenarioState): Map<string, Decimal> {
  const held = new Map<string, Decimal>();
  for (const { class_id, quantity, count } of lots) held.set(class_id, (held.get(class_id) ?? 0n) + quantity * count);
  return held;
}

function grouped({ payout }: Payout, groups: ReadonlyMap<string, string>): Map<string, Fraction> {
  const sums = new Map<string, Fraction>();
  for (const { id, amount } of payout) {
    const name = groups.get(id) ?? id;
    sums.set(name, plus(sums.get(name) ?? NOTHING, amount));
  }
  return sums;
}

/**
 * What is paid for a class, or for options of one strike, by the shares of each; of the holders that are shown, or of these. All over
 * one denominator, which is found once for each payout and not for each holder: a slider asks for hundreds of them.
 */
function holdersPaid(
  state: ScenarioState,
  { payout }: Payout,
  whom: { has: (id: string) => boolean } = state.holders,
): Map<string, Fraction> {
  const paid = new Map(payout.map(({ id, amount }) => [id, amount]));
  const rights = Map.groupBy(exercisable(state), rightLine);
  const shares = [...sharesByClass(state), ...[...rights].map(([line, all]) => [line, quantityOf(all)] as const)];
  const perShare = new Map(
    shares.map(([id, all]) => [id, all === 0n ? NOTHING : times(paid.get(id) ?? NOTHING, fraction(1n, all))] as const),
  );
  const ofTerms = state.convertibles.map(({ holder, terms }) => ({ holder, amount: paid.get(terms.id) ?? NOTHING }));
  const d = [...perShare.values(), ...ofTerms.map(({ amount }) => amount)].reduce(commonDenominator, 1n);
  const units = new Map([...perShare].map(([id, each]) => [id, each.n * (d / each.d)]));
  const sums = new Map<string, bigint>();
  const give = (holder: string | null, id: string, quantity: Decimal) => {
    if (holder !== null && whom.has(holder)) sums.set(holder, (sums.get(holder) ?? 0n) + quantity * units.get(id)!);
  };
  for (const { holder, class_id, quantity } of state.lots) give(holder, class_id, quantity);
  for (const right of exercisable(state)) give(right.holder, rightLine(right), exercisableOf(right));
  for (const { holder, amount } of ofTerms)
    if (whom.has(holder)) sums.set(holder, (sums.get(holder) ?? 0n) + amount.n * (d / amount.d));
  return new Map([...sums].map(([holder, n]) => [holder, { n, d }]));
}

/** The least common one. */
const commonDenominator = (so_far: bigint, { d }: Fraction): bigint => so_far * fraction(d, so_far).n;
