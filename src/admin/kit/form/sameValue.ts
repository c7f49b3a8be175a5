// Whether two values of a form field mean the same, however they are written.
import { parseDecimal } from '#src/domain/figures/decimal.ts';

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).toSorted().join() : String(value ?? '').trim();

export function isSameValue(one: unknown, other: unknown): boolean {
  const [left, right] = [textOf(one), textOf(other)];
  if (left === right) return true;
  const [a, b] = [parseDecimal(left.replaceAll(',', '')), parseDecimal(right.replaceAll(',', ''))];
  return a !== null && a === b;
}
