// A shareholder's payments that did not arrive: why, and what they can do.
import { Link } from 'react-router-dom';
import { formatMoney } from '../admin/format.ts';
import { Icon } from '../admin/icons.tsx';
import { Card } from '../admin/parts/Card.tsx';
import { listPath, showPath } from '../admin/paths.ts';
import { troubleOf } from '../admin/screens/paymentTrouble.ts';
import type { WaitingKind } from './dashboardAnswer.ts';

export default function DashboardPayments({ kinds }: { kinds: WaitingKind[] }) {
  const rows = kinds.flatMap((kind) => kind.rows);
  const count = kinds.reduce((sum, { total }) => sum + total, 0);
  return (
    <Card title="Payments that did not arrive" end={<span className="dim">{count}</span>} flush>
      <ul className="rows">
        {rows.map((record) => {
          const trouble = troubleOf(record, true);
          const title = `${formatMoney(String(record.amount), record.currency)} of ${String(record.distribution)}`;
          return (
            <li key={record.id} className="wrap">
              <span className={`ico ${trouble?.tone ?? 'info'}`}>
                <Icon name="payments" />
              </span>
              <div>
                <p className="ttl">{title}</p>
                <p>
                  {trouble?.what} {trouble?.todo}
                </p>
              </div>
              <span className="acts">
                <Link className="btn sm" to={showPath('payments', record.id)} aria-label={`Open: ${title}`}>
                  Open
                </Link>
              </span>
            </li>
          );
        })}
        {count > rows.length && (
          <li>
            <Link className="link" to={listPath('payments')}>
              All your payments
            </Link>
          </li>
        )}
      </ul>
    </Card>
  );
}
