// Amounts for people: exact, with the sign of the currency and at least its usual number of decimals.
import { figuresLocale } from '#src/words/figures.ts';
import { groupedMoney, parseDecimal } from './decimal.ts';

// More decimals than an amount may have, so that none is rounded away.
const MOST_DIGITS = 20;
const writers = new Map<string, Intl.NumberFormat>();
function writerOf(currency: string): Intl.NumberFormat {
  const key = figuresLocale() + currency;
  const kept = writers.get(key);
  if (kept) return kept;
  const made = new Intl.NumberFormat(figuresLocale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: MOST_DIGITS,
    // Spanish would leave four digits ungrouped, which other figures are not.
    useGrouping: 'always',
  });
  writers.set(key, made);
  return made;
}

const CODE = /^[A-Za-z]{3}$/;

/**
 * "1234567.5" in EUR -> "€1,234,567.50"; 5000 in JPY -> "¥5,000". What is no decimal is given back as it is; a package may
 * name a currency that is no code, which is then written after the amount.
 */
export function writtenMoney(value: string | number, currency: string): string {
  const text = String(value);
  if (parseDecimal(text) === null) return text;
  if (!CODE.test(currency)) return `${groupedMoney(text)} ${currency}`.trimEnd();
  const isBelowZero = text.startsWith('-');
  // A text is read digit by digit; a number would pass through a float.
  const figure = writerOf(currency).format(text.replace('-', '') as Intl.StringNumericLiteral);
  return `${isBelowZero ? '−' : ''}${figure}`;
}

/** How many decimals amounts in a currency have: 2 of USD, 0 of JPY. What is no code has two. */
export const minorDigits = (currency: string): number =>
  CODE.test(currency)
    ? new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits!
    : 2;

/** The sign shown before an amount while it is typed: "$", "€", "CHF". */
export function signOfCurrency(currency: string): string {
  return writerOf(currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;
}
