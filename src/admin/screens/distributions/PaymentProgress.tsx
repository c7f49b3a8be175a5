// The progress of a distribution's payments: count and sum in each state, and the part that is paid.
import { Link } from 'react-router-dom';
import { decimal, formatDecimal } from '../../../domain/figures/decimal.ts';
import { payments } from '../../../resources/payments.ts';
import type { DistributionPage } from '../../../contract/recordPages.ts';
import { formatMoney } from '../../kit/format.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { StatusChip } from '../../kit/parts/ToneChip.tsx';
import { listPath } from '../../kit/paths.ts';
import styles from './distributions.module.css';

const order = ['completed', 'processing', 'pending', 'failed'] as const;

export function PaymentProgress({ distribution }: { distribution: DistributionPage }) {
  const sums = distribution.payment_sums;
  const sumOf = (status: string) => sums.find((each) => each.status === status) ?? { count: 0, amount: '0' };
  const all = formatDecimal(sums.reduce((sum, { amount }) => sum + decimal(amount), 0n));
  const inMoney = (amount: string) => formatMoney(amount, distribution.currency);
  return (
    <Card
      title="Progress"
      about={`${inMoney(sumOf('completed').amount)} paid of ${inMoney(all)}`}
      flush
      className="padtop"
    >
      <ul className={`rows ${styles.tight}`}>
        {order.map((status) => {
          const { count, amount } = sumOf(status);
          return (
            <li key={status}>
              <div>
                <StatusChip field={payments.fields.status} value={status} />
              </div>
              <span className="tn">{inMoney(amount)}</span>
              <Link
                className="link tn"
                to={listPath('payments', { distribution_id: distribution.id, status })}
                aria-label={`${count} ${status}`}
              >
                {count}
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
