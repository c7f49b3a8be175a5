// What waits for somebody of the company: distributions to approve, people who ask to join.
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyRecord } from '../admin/fieldKinds.tsx';
import { formatDay, formatLocalDate, formatMoney } from '../admin/format.ts';
import { Icon } from '../admin/icons.tsx';
import { Card } from '../admin/parts/Card.tsx';
import { Loading, sentenceOf } from '../admin/parts/states.tsx';
import { showPath } from '../admin/paths.ts';

const waiting = { filter: { status: 'pending' }, pagination: { page: 1, perPage: 4 } };
const quietly = { retry: false, onError: (error: Error) => console.error('Loading decisions failed', error) };

export default function DashboardDecisions() {
  const distributions = useGetList<AnyRecord>(
    'distributions',
    { ...waiting, sort: { field: 'payment_date', order: 'ASC' } },
    quietly,
  );
  const requests = useGetList<AnyRecord>(
    'join-requests',
    { ...waiting, sort: { field: 'requested_at', order: 'ASC' } },
    quietly,
  );
  const isPending = distributions.isPending || requests.isPending;
  const error = distributions.error ?? requests.error;
  const count = (distributions.total ?? 0) + (requests.total ?? 0);
  return (
    <Card title="Needs your decision" end={count > 0 && <span className="dim">{count} open</span>} flush>
      {isPending ? (
        <Loading />
      ) : error ? (
        <p className="none err">{sentenceOf(error)}</p>
      ) : count === 0 ? (
        <p className="none">Nothing waits for you</p>
      ) : (
        <ul className="rows">
          {distributions.data?.map((record) => (
            <Decision
              key={record.id}
              icon="distributions"
              tone="warning"
              title={`${String(record.name)} waits for approval`}
              text={distributionLine(record)}
              to={showPath('distributions', record.id)}
              action="Review"
            />
          ))}
          {requests.data?.map((record) => (
            <Decision
              key={record.id}
              icon="joinRequests"
              tone="info"
              title={`${String(record.name)} asks to join as a shareholder`}
              text={`Asked ${formatLocalDate(String(record.requested_at))} with ${String(record.email)}.`}
              to={showPath('join-requests', record.id)}
              action="Match"
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

function distributionLine(record: AnyRecord): string {
  const amount = record.amount_per_share
    ? `${formatMoney(String(record.amount_per_share))} per share`
    : record.total_amount
      ? `${formatMoney(String(record.total_amount))} in all`
      : 'An amount';
  return `${amount}, payable ${formatDay(String(record.payment_date))}.`;
}

interface DecisionProps {
  icon: 'distributions' | 'joinRequests';
  tone: 'warning' | 'info';
  title: string;
  text: string;
  to: string;
  action: string;
}

function Decision({ icon, tone, title, text, to, action }: DecisionProps) {
  return (
    <li className="wrap">
      <span className={`ico ${tone}`}>
        <Icon name={icon} />
      </span>
      <div>
        <p className="ttl">{title}</p>
        <p>{text}</p>
      </div>
      <span className="acts">
        <Link className="btn sm" to={to} aria-label={`${action}: ${title}`}>
          {action}
        </Link>
      </span>
    </li>
  );
}
