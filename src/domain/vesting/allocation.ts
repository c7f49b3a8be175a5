// Rounds exact fractions to whole shares by the seven allocation types. The running total is rounded and not each tranche, so
// that nothing is lost and the last total is the whole grant.
import { divideInteger, ONE } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { add, rest, times, timesWhole } from '../figures/boundedFraction.ts';
import { floorOf, fraction, isBelow, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import type { AllocationType, Condition, Terms } from './terms.ts';

type Allocate = (exact: Fraction) => Decimal;

/** In: the exact running total in units of 10^-10 shares. Out: the shares vested, never more than the grant. */
export function allocationOf(terms: Terms, quantity: Decimal): Allocate {
  const allocate = runningTotal(terms, quantity);
  return (exact) => {
    if (exact.n >= quantity * exact.d) return quantity;
    const rounded = allocate(exact);
    return rounded < quantity ? rounded : quantity;
  };
}

function runningTotal(terms: Terms, quantity: Decimal): Allocate {
  const type = terms.allocation_type;
  if (type === 'FRACTIONAL') return floorOf;
  if (type === 'CUMULATIVE_ROUNDING') return ({ n, d }) => divideInteger(n, d * ONE, 'HALF_UP') * ONE;
  if (type === 'CUMULATIVE_ROUND_DOWN') return ({ n, d }) => divideInteger(n, d * ONE, 'DOWN') * ONE;
  return loaded(type, quantity, partsOf(terms, quantity));
}

type LoadedType = Exclude<AllocationType, 'FRACTIONAL' | 'CUMULATIVE_ROUNDING' | 'CUMULATIVE_ROUND_DOWN'>;

/**
 * The loaded types give each of n equal parts the same number of shares, and the odd shares to some of the parts. A tranche of
 * several parts, such as a cliff, vests them together. Totals between two parts lie on the straight line between them.
 */
function loaded(type: LoadedType, quantity: Decimal, parts: bigint): Allocate {
  const shares = quantity / ONE;
  const [basis, odd] = [shares / parts, shares % parts];
  const extra = {
    FRONT_LOADED: (p: bigint, d: bigint) => min(p, odd * d),
    BACK_LOADED: (p: bigint, d: bigint) => max(0n, p - (parts - odd) * d),
    FRONT_LOADED_TO_SINGLE_TRANCHE: (p: bigint, d: bigint) => min(p, d) * odd,
    BACK_LOADED_TO_SINGLE_TRANCHE: (p: bigint, d: bigint) => max(0n, p - (parts - 1n) * d) * odd,
  }[type];
  return (exact) => {
    const [p, d] = [exact.n * parts, exact.d * quantity];
    return ((p * basis + extra(p, d)) / d) * ONE;
  };
}

/** The number of equal parts of a grant: how many times its smallest tranche fits into it. */
function partsOf(terms: Terms, quantity: Decimal): bigint {
  let smallest = ALL;
  const seen = new Set<string>();
  const open: { id: string; before: Fraction }[] = terms.roots.map((id) => ({ id, before: NOTHING }));
  for (let next = open.pop(); next; next = open.pop()) {
    const condition = seen.has(next.id) ? undefined : terms.conditions.get(next.id);
    if (!condition) continue;
    seen.add(next.id);
    const each = shareOf(condition, quantity, next.before);
    if (each.n > 0n && isBelow(each, smallest)) smallest = each;
    const after = add(next.before, timesWhole(each, occurrencesOf(condition)));
    for (const id of condition.next) if (!seen.has(id)) open.push({ id, before: after });
  }
  return max(1n, divideInteger(smallest.d, smallest.n, 'HALF_UP'));
}

const ALL: Fraction = fraction(1n);

/** The part of the whole grant that one occurrence vests. */
function shareOf({ portion, quantity: fixed }: Condition, quantity: Decimal, before: Fraction): Fraction {
  if (portion === null) return fraction(fixed, max(1n, quantity));
  return portion.remainder ? times(rest(ALL, before), portion.of) : portion.of;
}

function occurrencesOf({ trigger }: Condition): number {
  return trigger.type === 'RELATIVE' ? trigger.period.occurrences : 1;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
