// The progress of a distribution's payments: count and sum of each part, which add up to the whole, and what is paid of it.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { PaymentStatus } from '#src/domain/distribution/distributionMachine.ts';
import { payments } from '#src/resources/payments.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { formatMoney } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { StatusChip, ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { listPath } from '#src/admin/paths.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import styles from './distributions.module.css';

/** What is held needs somebody; what can be paid does not. */
const HELD_COLOUR = 'var(--warning)';
/** In the order in which they are shown. */
const COLOURS: Record<PaymentStatus, string> = {
  completed: 'var(--success)',
  processing: 'var(--blue)',
  pending: 'var(--line-strong)',
  failed: 'var(--error)',
};
const inOrder = Object.keys(COLOURS) as PaymentStatus[];

interface Part {
  /** As its chip says it; the status where it has no own word. */
  word?: string;
  status: PaymentStatus;
  is_held?: boolean;
  count: number;
  amount: string;
}

export function PaymentProgress({ distribution }: { distribution: DistributionPage }) {
  const sums = distribution.payment_sums;
  const sumOf = (status: PaymentStatus): Part => ({
    ...(sums.find((each) => each.status === status) ?? { count: 0, amount: '0' }),
    status,
  });
  const held = useHeld(distribution.id, sumOf('pending').count > 0);
  const all = formatDecimal(sums.reduce((sum, { amount }) => sum + decimal(amount), 0n));
  const inMoney = (amount: string) => formatMoney(amount, distribution.currency);
  const parts = inOrder.flatMap((status) =>
    status === 'pending' ? pendingParts(sumOf(status), held.sum) : [sumOf(status)],
  );
  const drawn = parts.filter(({ count }) => count > 0);
  return (
    <Card
      title={say`Progress`}
      about={say`${inMoney(sumOf('completed').amount)} paid of ${inMoney(all)}`}
      flush
      className="padtop"
    >
      <div
        className={styles.bar}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of boxes
        role="img"
        aria-label={drawn
          .map(({ word, status, amount }) => `${inMoney(amount)} ${inSentence(word ?? status)}`)
          .join('; ')}
      >
        {drawn.map(({ word, status, is_held, amount }) => (
          // Floats only draw: the figures below are exact.
          <span
            key={word ?? status}
            className="mark"
            style={{ flexGrow: Number(amount), background: is_held ? HELD_COLOUR : COLOURS[status] }}
          />
        ))}
      </div>
      <ul className={`rows ${styles.tight}`}>
        {parts.map(({ word, status, is_held, count, amount }) => (
          <li key={word ?? status}>
            <div>
              {word ? (
                <ToneChip tone={is_held ? 'warning' : 'neutral'}>{word}</ToneChip>
              ) : (
                <StatusChip field={payments.fields.status} value={status} />
              )}
            </div>
            <span className="tn">{inMoney(amount)}</span>
            <Link
              className="link tn"
              to={listPath('payments', {
                distribution_id: distribution.id,
                status,
                ...(is_held === undefined ? {} : { is_held }),
              })}
              aria-label={`${count} ${inSentence(word ?? status)}`}
            >
              {count}
            </Link>
          </li>
        ))}
      </ul>
      {held.isFailed && (
        <p className="sect small mut" role="alert">
          {say`The number of held payments could not be loaded.`}
        </p>
      )}
    </Card>
  );
}

type Sum = Pick<Part, 'count' | 'amount'>;

/** A held payment is pending too, and is not paid as long as something holds it. */
function pendingParts(pending: Part, held: Sum | undefined): Part[] {
  if (held === undefined) return [pending];
  const { status } = pending;
  return [
    {
      status,
      word: say`To pay`,
      is_held: false,
      count: pending.count - held.count,
      amount: formatDecimal(decimal(pending.amount) - decimal(held.amount)),
    },
    { status, word: say`Held`, is_held: true, ...held },
  ];
}

const NOTHING: Sum = { count: 0, amount: '0' };

/** What is held of a distribution; undefined while it is read, and where it cannot be. */
export function useHeld(distribution: string, hasPending: boolean): { sum: Sum | undefined; isFailed: boolean } {
  const filter = encodeURIComponent(JSON.stringify({ distribution_id: distribution, is_held: true }));
  const path = `/api/payments/totals?filter=${filter}`;
  const { data, error } = useRead<{ count: number; net: string }[]>(hasPending ? path : null);
  if (!hasPending) return { sum: NOTHING, isFailed: false };
  if (!data) return { sum: undefined, isFailed: error !== null };
  // A distribution has one currency.
  const [held] = data;
  return { sum: held ? { count: held.count, amount: held.net } : NOTHING, isFailed: false };
}
