// Amounts in cents that add up to what is divided.
import { compare, floorOf, fraction, minus, sumOf, times, whole } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';

const HUNDRED = whole(100n);

/**
 * In: exact amounts, and the whole that they are parts of; what is missing belongs to others. Out: each in cents. Each gets its
 * whole cents, and those that are left go one by one to the largest remainders, ties to the smaller id, others last. Parts of a
 * cent of the whole belong to nobody.
 */
export function wholeCents(amounts: ReadonlyMap<string, Fraction>, all: Fraction): Map<string, Fraction> {
  const others = minus(all, sumOf([...amounts.values()]));
  const lines = [...amounts, [OTHERS, others] as const].map(([id, amount]) => {
    const cents = times(amount, HUNDRED);
    const floor = floorOf(cents);
    return { id, floor, remainder: minus(cents, whole(floor)) };
  });
  const left = floorOf(times(all, HUNDRED)) - lines.reduce((sum, { floor }) => sum + floor, 0n);
  const byRemainder = lines.toSorted((a, b) => compare(b.remainder, a.remainder) || (a.id < b.id ? -1 : 1));
  const more = new Set(byRemainder.slice(0, Number(left)).map(({ id }) => id));
  const given = lines.map(({ id, floor }) => [id, fraction(floor + (more.has(id) ? 1n : 0n), 100n)] as const);
  return new Map(given.filter(([id]) => id !== OTHERS));
}

/** Behind every id. */
const OTHERS = '\uffff';
