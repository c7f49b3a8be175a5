// The progress of a distribution's payments: count and sum in each state, what is held, and the part that is paid.
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { decimal, formatDecimal } from '../../../domain/figures/decimal.ts';
import type { PaymentStatus } from '../../../domain/distribution/distributionMachine.ts';
import { payments } from '../../../resources/payments.ts';
import type { DistributionPage } from '../../../contract/recordPages.ts';
import { formatMoney } from '../../kit/format.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { StatusChip } from '../../kit/parts/ToneChip.tsx';
import { listPath } from '../../kit/paths.ts';
import { useRead } from '../../session/useRead.ts';
import styles from './distributions.module.css';

const order = ['completed', 'processing', 'pending', 'failed'] as const;
const COLOURS = {
  completed: 'var(--success)',
  processing: 'var(--blue)',
  pending: 'var(--warning)',
  failed: 'var(--error)',
} satisfies Record<PaymentStatus, string>;

export function PaymentProgress({ distribution }: { distribution: DistributionPage }) {
  const sums = distribution.payment_sums;
  const sumOf = (status: string) => sums.find((each) => each.status === status) ?? { count: 0, amount: '0' };
  const all = formatDecimal(sums.reduce((sum, { amount }) => sum + decimal(amount), 0n));
  const inMoney = (amount: string) => formatMoney(amount, distribution.currency);
  const parts = order.map((status) => ({ ...sumOf(status), status })).filter(({ count }) => count > 0);
  return (
    <Card
      title="Progress"
      about={`${inMoney(sumOf('completed').amount)} paid of ${inMoney(all)}`}
      flush
      className="padtop"
    >
      <div
        className={styles.bar}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of boxes
        role="img"
        aria-label={parts.map(({ status, amount }) => `${inMoney(amount)} ${status}`).join('; ')}
      >
        {parts.map(({ status, amount }) => (
          // Floats only draw: the figures below are exact.
          <span key={status} style={{ flexGrow: Number(amount), background: COLOURS[status] }} />
        ))}
      </div>
      <ul className={`rows ${styles.tight}`}>
        {order.map((status) => (
          <Fragment key={status}>
            <Sum {...sumOf(status)} word={status} inMoney={inMoney} filter={{ status }} of={distribution.id}>
              <StatusChip field={payments.fields.status} value={status} />
            </Sum>
            {status === 'pending' && sumOf(status).count > 0 && <Held of={distribution.id} inMoney={inMoney} />}
          </Fragment>
        ))}
      </ul>
    </Card>
  );
}

interface SumProps {
  /** The distribution. */
  of: string;
  /** The payments that are counted. */
  filter: Record<string, unknown>;
  word: string;
  count: number;
  amount: string;
  inMoney: (amount: string) => string;
  children: ReactNode;
}

function Sum({ of, filter, word, count, amount, inMoney, children }: SumProps) {
  return (
    <li>
      <div>{children}</div>
      <span className="tn">{inMoney(amount)}</span>
      <Link
        className="link tn"
        to={listPath('payments', { distribution_id: of, ...filter })}
        aria-label={`${count} ${word}`}
      >
        {count}
      </Link>
    </li>
  );
}

/** Held payments are pending ones: a line under theirs. */
function Held({ of, inMoney }: Pick<SumProps, 'of' | 'inMoney'>) {
  const filter = { distribution_id: of, is_held: true };
  const { data, error } = useRead<{ count: number; net: string }[]>(
    `${payments.path}totals?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  );
  if (error) return <li className="small mut">What is held could not be loaded.</li>;
  const [held] = data ?? [];
  if (!held) return null;
  return (
    <Sum of={of} filter={{ is_held: true }} word="held" count={held.count} amount={held.net} inMoney={inMoney}>
      <span className="small mut">of these, held</span>
    </Sum>
  );
}
