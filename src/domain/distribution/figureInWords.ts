// How the figure of one payment came about, in sentences for its holder: the shares at the record date and what each of them was
// given, step by step. They name no total of the company, from which others' holdings could be worked out.
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { formatDecimal, grouped, multiply, ONE, parseDecimal, round } from '../figures/decimal.ts';
import { minorDigits, writtenMoney } from '../figures/money.ts';
import { inPercent } from './percentInWords.ts';
import type { DistributionStep } from './preferences.ts';

export interface PaymentFigures {
  currency: string;
  /** Null where a file of the past did not say it. */
  shares: string | null;
  gross: string;
  tax: string;
  net: string;
  withholding_rate: string | null;
  withholding_reason: string | null;
  record_date: string;
  /** How it was declared: an amount for each share, or an amount to divide. */
  declared_as: 'per_share' | 'pot';
  amount_per_share: string | null;
  /** What a share of the payment's class was given in each step; empty where the order was not kept. */
  steps: readonly { kind: DistributionStep['kind']; per_share: string }[];
}

const KINDS = {
  arrears: say`dividends of earlier years that were still owed`,
  preference: say`the current preferred dividend`,
  rest: say`the part that all shares of its kind get`,
} as const satisfies Record<DistributionStep['kind'], string>;

/** Quotients are shown to so many places, and called about. */
const PLACES = 6;

/** In: a payment. `writtenDay`: how a day is written where the sentences are shown. */
export function figureInWords(payment: PaymentFigures, writtenDay: (day: string) => string): string[] {
  const { currency, gross, tax, net, withholding_rate: rate, withholding_reason: reason } = payment;
  const money = (amount: string) => writtenMoney(amount, currency);
  const withheld = say`${money(tax)} is withheld${rate === null || isZero(rate) ? '' : say`, ${inPercent(rate)} of ${money(gross)}`}.`;
  return [
    ...sharesInWords(payment, writtenDay),
    ...(isZero(tax)
      ? []
      : [
          `${withheld}${reason ? ` ${withoutRate(reason, rate)}.` : ''}`,
          `${money(gross)} − ${money(tax)} = ${money(net)}`,
        ]),
  ];
}

/** The sentence before it says the rate already. */
function withoutRate(reason: string, rate: string | null): string {
  const said = rate === null ? '' : `: ${inPercent(rate)}`;
  return said !== '' && reason.endsWith(said) ? reason.slice(0, -said.length) : reason;
}

function sharesInWords(payment: PaymentFigures, writtenDay: (day: string) => string): string[] {
  const { shares, gross, currency, record_date, declared_as, amount_per_share: perShare, steps } = payment;
  const count = parseDecimal(shares);
  if (count === null) return [];
  const money = (amount: string) => writtenMoney(amount, currency);
  const held = say`${grouped(count)} ${count === ONE ? say`share` : say`shares`} at the end of ${writtenDay(record_date)}`;
  const rate = parseDecimal(perShare);
  const isOfOneKind = steps.every(({ kind }) => kind === 'rest');
  if (isOfOneKind && declared_as === 'per_share' && rate !== null && isProduct(count, rate, gross))
    return [`${held} × ${money(formatDecimal(rate))} = ${money(gross)}`];
  const inAll =
    declared_as === 'pot'
      ? say`In all ${money(gross)}: a total amount was divided to ${minorDigits(currency) === 0 ? say`whole ${currency}` : say`the cent`}.`
      : say`In all ${money(gross)}, rounded once.`;
  if (!isOfOneKind)
    return [
      `${held}.`,
      ...steps.map(({ kind, per_share }) => say`For each of them ${about(per_share, money)}: ${said(KINDS[kind])}.`),
      inAll,
    ];
  // Of a class that takes part as converted, a share gets another part than the declared amount.
  const each = parseDecimal(steps[0]?.per_share) ?? rate;
  if (each === null) return [`${held}: ${money(gross)}.`];
  return [say`${held}, for each of them ${about(formatDecimal(each), money)}. ${inAll}`];
}

/** Whether the amount is the product, rounded to the cent. */
const isProduct = (shares: bigint, rate: bigint, gross: string) =>
  multiply(shares, rate, 2, 'HALF_UP') === parseDecimal(gross);

const isZero = (amount: string) => (parseDecimal(amount) ?? 0n) === 0n;

function about(amount: string, money: (amount: string) => string): string {
  const value = parseDecimal(amount) ?? 0n;
  const shown = round(value, PLACES, 'HALF_UP');
  const figure = money(formatDecimal(shown));
  return shown === value ? figure : say`about ${figure}`;
}
