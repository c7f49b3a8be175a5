// Exact figures from typed text, for previews. Null if the text is not a figure yet.
import { formatDecimal, multiply, parseDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import { ungrouped } from '#src/domain/figures/ungrouped.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';

export function typedDecimal(value: unknown): Decimal | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  return parseDecimal(ungrouped(text));
}

/** The value to send for a figure that may have been typed with thousands separators. */
export function plainDecimal(value: unknown): string | undefined {
  const parsed = typedDecimal(value);
  return parsed === null ? undefined : formatDecimal(parsed);
}

/** Shares times price, rounded to the cent once. */
export function amountOf(quantity: Decimal, price: Decimal): string {
  return toFixed(multiply(quantity, price, 2, 'HALF_UP'), 2);
}

export function left(whole: unknown, part: Decimal): string | null {
  const total = typedDecimal(whole);
  return total === null || part > total ? null : formatDecimal(total - part);
}
