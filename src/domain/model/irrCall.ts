// The internal rate of return of flows as they are written.
import { decimalOf, figureReader } from './figures.ts';
import type { Written } from './figures.ts';
import { irrOf } from './irr.ts';

/** Refuses (422): invalid_fields, too_many_fractions, no_rate. */
export function irrFigures({ flows }: { flows: readonly { date: string; amount: Written }[] }): { rate: string } {
  const read = figureReader();
  const rate = irrOf(flows.map(({ date, amount }, index) => ({ date, amount: read(amount, `flows.${index}.amount`) })));
  return { rate: decimalOf(rate, 10) };
}
