// A count with its noun.
import { withSeparators } from './figures/decimal.ts';

/** "1 payment", "2 payments", "1,000 entries". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${withSeparators(String(count))} ${count === 1 ? one : many}`;
}
