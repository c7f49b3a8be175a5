// Formats the figures and days in a verb's sentences, for this reader and in the record's currency.
import { say } from '#src/words/say.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Shown, Writer } from '#src/resources/kit/verb.ts';
import { countOf } from '../counts.ts';
import { formatDay, formatMoney, formatShares, today } from '../format.ts';
import { plainFigures } from '../form/checkFields.ts';
import { plainDecimal } from './figures.ts';
import type { Values } from './types.ts';

/** A figure as typed or recorded; text that is not a figure yet counts as zero. */
const figure = (value: unknown) => plainDecimal(value) ?? '0';

export const writerOf = (record: Shown): Writer => ({
  money: (value) => formatMoney(figure(value), record.currency),
  shares: (value) => (plainDecimal(value) === undefined ? String(value) : formatShares(figure(value))),
  count: (value, many = say`shares`, one = say`share`) => countOf(figure(value), many, one),
  day: (iso) => formatDay(String(iso)),
  today: today(),
});

/** The answers, without empty ones; figures without separators. */
export function answersOf(values: Values, fields: Fields): Values {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return plainFigures(fields, Object.fromEntries(given));
}
