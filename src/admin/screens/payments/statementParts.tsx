// What the tables of a bank statement share: the cells of a line, its payment, and sums.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import type { Reconciliation } from '#src/contract/reconciliations.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { formatAmount, formatDay, formatMoney } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/paths.ts';
import styles from './payments.module.css';

export type Line = Reconciliation['matches'][number];
export type Unmatched = Reconciliation['unmatched'][number];

type Amounts = Pick<Line, 'amount' | 'currency'> & { payment: Line['payment'] | null };

/** One sum for each currency. A statement that names none is in that of the payment, where the line has one. */
export function sumsOf(lines: readonly Amounts[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { amount, currency, payment } of lines) {
    const units = parseDecimal(amount);
    if (units === null) continue;
    const code = currency ?? payment?.currency ?? '';
    sums.set(code, (sums.get(code) ?? 0n) + units);
  }
  return [...sums].map(([code, sum]) =>
    code === '' ? formatAmount(formatDecimal(sum)) : formatMoney(formatDecimal(sum), code),
  );
}

export const titled = (name: string, count: string, sums: readonly string[]) =>
  [`${name}: ${count}`, ...sums].join(', ');

export const Facts = ({ of: { line, date, amount, currency } }: { of: Omit<Line, 'payment'> }) => (
  <>
    <td data-label={say`Line`}>{line}</td>
    <td className={date ? undefined : 'blank'} data-label={say`Day`}>
      {date ? formatDay(date) : '–'}
    </td>
    <td className={amount === null ? 'r blank' : 'r'} data-label={say`Amount`}>
      {amount === null ? '–' : `${formatAmount(amount)} ${currency ?? ''}`.trim()}
    </td>
  </>
);

export const Reference = ({ of: { reference } }: { of: Pick<Line, 'reference'> }) => (
  <td className={styles.reference} data-label={say`Reference`}>
    {reference}
  </td>
);

export const PaymentLink = ({ of: { id, shareholder, distribution } }: { of: Line['payment'] }) => (
  <Link className="link" to={showPath('payments', id)}>
    {shareholder}, {distribution}
  </Link>
);
