// Items waiting for the company's team: distributions and changed bank accounts to approve, people who ask to join, payments that failed or are
// late, notes past their maturity, options and warrants that are about to end, holdings that their holders dispute.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { Link } from 'react-router-dom';
import { shownEmail } from '../domain/shownEmail.ts';
import { countShares } from '../admin/kit/counts.ts';
import { formatDay, formatCompanyDay, formatMoney, formatShares, plural } from '../admin/kit/format.ts';
import { Icon } from '../admin/kit/icons.tsx';
import type { IconName } from '../admin/kit/icons.tsx';
import { Card } from '../admin/kit/parts/Card.tsx';
import { Loading } from '../admin/kit/parts/states.tsx';
import { useRole } from '../admin/session/useMe.ts';
import { editPath, listPath, showPath } from '../admin/paths.ts';
import { administrators } from '../resources/kit/access.ts';
import type { Role } from '../resources/kit/access.ts';
import type { WaitingKind, WaitingOf, WaitingRows } from '../contract/dashboard.ts';
import type { Distribution } from '../resources/distributions.ts';
import type { Payment } from '../resources/payments.ts';
import { shortClassWords, shortPlanWords } from '../admin/screens/shared/charterWords.ts';
import { endingTitle } from './endingTitle.ts';
import styles from './dashboard.module.css';

type Name = WaitingKind['kind'];

interface Kind<R> {
  resource: string;
  icon: IconName;
  tone: 'warning' | 'info' | 'error';
  action: string;
  title: (record: R) => string;
  /** What it is and, where something is approved, what that does. */
  text: (record: R, role: Role) => string;
  /** Set if the link does not lead to the record's own page. */
  to?: (record: R) => string;
}

const payment = (record: Payment) => say`${formatMoney(record.amount, record.currency)} to ${record.shareholder}`;

const taxWords = ({ form, new_form, is_change }: WaitingRows['tax_change']) =>
  form || new_form
    ? say`sent tax form ${form ?? new_form}`
    : is_change
      ? say`asked to change the tax profile`
      : say`changed the country of the address`;

const KINDS: { [K in Name]: Kind<WaitingRows[K]> } = {
  distribution: {
    resource: 'distributions',
    icon: 'distributions',
    tone: 'warning',
    action: say`Review`,
    title: (record) => say`${record.name} is waiting for approval`,
    text: (record, role) => `${distributionLine(record)} ${approving(record, role)}`,
  },
  bank_change: {
    resource: 'shareholders',
    icon: 'shareholders',
    tone: 'warning',
    action: say`Review`,
    title: (record) => say`A new bank account of ${record.shareholder} is waiting for approval`,
    text: (record) =>
      say`Ending in ${record.last4}, entered by ${record.needs_other ? say`you` : record.by} on ${formatCompanyDay(record.at)}. ${
        record.needs_other
          ? OTHER_DECIDES
          : say`Once approved, it replaces the old account. Payments can be started 24 hours after it was entered.`
      }`,
  },
  tax_change: {
    resource: 'shareholders',
    icon: 'shareholders',
    tone: 'warning',
    action: say`Review`,
    title: (record) => `${record.shareholder} ${taxWords(record)}`,
    text: (record) =>
      record.form === null
        ? say`Until it is confirmed, what the company recorded or confirmed before counts.`
        : say`It does not count until it is confirmed.`,
  },
  join_request: {
    resource: 'join-requests',
    icon: 'joinRequests',
    tone: 'info',
    action: say`Match`,
    title: (record) => say`${record.name} asks to join as a shareholder`,
    text: (record) =>
      say`Asked ${formatCompanyDay(record.requested_at)} with ${shownEmail(record.email)}. Once matched, they see the records of that shareholder, and nothing else.`,
  },
  undelivered_message: {
    resource: 'undelivered-messages',
    icon: 'messages',
    tone: 'error',
    action: say`Open`,
    title: (record) => say`A mail to ${shownEmail(record.recipient)} did not arrive`,
    text: (record) => say`"${record.subject}", written ${formatCompanyDay(record.queued_at)}: ${record.reason}`,
  },
  payment_failed: {
    resource: 'payments',
    icon: 'payments',
    tone: 'error',
    action: say`Open`,
    title: (record) => say`The payment of ${payment(record)} did not arrive`,
    text: (record) => `${record.distribution}: ${record.failure_reason ?? say`no reason was given`}`,
  },
  payment_late: {
    resource: 'payments',
    icon: 'payments',
    tone: 'warning',
    action: say`Open`,
    title: (record) => say`The payment of ${payment(record)} is late`,
    text: (record) => say`${record.distribution}, scheduled for ${formatDay(record.scheduled_date)}.`,
  },
  accounts_missing: {
    resource: 'distributions',
    icon: 'payments',
    tone: 'warning',
    action: say`Ask them`,
    title: ({ name, count }) =>
      say`${plural(count, say`shareholder`, say`shareholders`)} of ${name} ${count === 1 ? say`has` : say`have`} no bank account`,
    text: ({ payment_date }) =>
      say`Payable ${formatDay(payment_date)}. Ask all of them at once, or enter the accounts.`,
  },
  note_matured: {
    resource: 'convertibles',
    icon: 'convertibles',
    tone: 'warning',
    action: say`Open`,
    title: (record) => say`${record.convertible_number} is past its maturity`,
    text: (record) =>
      say`${formatMoney(record.amount, record.currency)} of ${record.shareholder}, due ${formatDay(record.maturity_date)}.`,
  },
  grant_ends: {
    resource: 'grants',
    icon: 'grants',
    tone: 'info',
    action: say`Open`,
    title: (record) => endingTitle(record, record.grant_number),
    text: (record) => say`${formatShares(record.outstanding)} outstanding of ${record.shareholder}.`,
  },
  warrant_ends: {
    resource: 'warrants',
    icon: 'warrants',
    tone: 'info',
    action: say`Open`,
    title: (record) => endingTitle(record, record.warrant_number),
    text: (record) => say`${formatShares(record.outstanding ?? '0')} outstanding of ${record.shareholder}.`,
  },
  grant_expired: {
    resource: 'grants',
    icon: 'grants',
    tone: 'warning',
    action: say`Open`,
    title: (record) => say`${record.grant_number} of ${record.shareholder} can no longer be exercised`,
    text: (record) =>
      say`${countShares(record.outstanding)} will stay counted, and out of the pool, until the grant is cancelled.`,
  },
  dispute: {
    resource: 'messages',
    icon: 'messages',
    tone: 'warning',
    action: say`Open`,
    title: (record) => say`${record.shareholder} disputes ${record.number ?? say`an entry that was taken back`}`,
    text: (record) => say`Since ${formatCompanyDay(record.at)}: ${shortened(record.reason)}`,
    // An entry that was taken back has no page, so the link leads to its conversation.
    to: (record) => (record.resource ? showPath(record.resource, record.id) : showPath('messages', record.thread_id)),
  },
  election_83b: {
    resource: 'certificates',
    icon: 'certificates',
    tone: 'warning',
    action: say`Open`,
    title: (record) =>
      say`83(b) election of ${record.shareholder} for ${record.certificate_number}: ${daysLeft(record)}`,
    text: (record) =>
      say`${countShares(record.unvested)} had not vested. The last day to file is ${formatDay(record.last_day)}. Attach the filed form to the certificate as a tax form.`,
  },
  charter_short: {
    resource: 'share-classes',
    icon: 'classes',
    tone: 'warning',
    action: say`Authorize more`,
    title: (record) => say`${record.share_class} is short of ${formatShares(record.missing)} authorized shares`,
    text: (record) => shortClassWords(record),
  },
  pool_short: {
    resource: 'equity-plans',
    icon: 'plans',
    tone: 'warning',
    action: say`Reserve more`,
    title: (record) => say`${record.equity_plan} granted ${countShares(record.missing)} more than are reserved`,
    text: (record) => shortPlanWords(record),
  },
  no_relationship: {
    resource: 'shareholders',
    icon: 'shareholders',
    tone: 'info',
    action: say`Choose`,
    title: ({ count, name }) => say`The relationship of ${othersToo(name, count - 1)} is not recorded`,
    text: () => say`The relationship on a record says who is a founder, an employee or an investor.`,
    to: ({ count, id }) =>
      count === 1 ? editPath('shareholders', id) : listPath('shareholders', { relationship: null }),
  },
};

/** "Ada Byron", "Ada Byron and 3 others". */
const othersToo = (name: string, others: number) =>
  others === 0 ? name : say`${name} and ${plural(others, say`other`, say`others`)}`;

const SHORT = 160;
const shortened = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT).trimEnd()}…` : text);

/** Of thirty days; on the last day the text does not say that time is left. */
const daysLeft = ({ days_left }: WaitingRows['election_83b']) =>
  days_left === 0 ? say`the last day is today` : say`${plural(days_left, say`day`, say`days`)} left`;

/** `kinds` undefined: still loading. */
export function Decisions({ kinds }: { kinds: WaitingKind[] | undefined }) {
  const count = kinds?.reduce((sum, { total }) => sum + total, 0) ?? 0;
  return (
    <Card
      title={say`Needs your decision`}
      end={count > 0 && <span className="dim">{sayAround`${count} open`}</span>}
      flush
    >
      {!kinds ? (
        <Loading />
      ) : count === 0 ? (
        <p className="none">{say`Nothing is waiting for you`}</p>
      ) : (
        <ul className="rows">
          {kinds.map((waiting) => (
            <DecisionsOf key={waiting.kind} waiting={waiting} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function DecisionsOf<K extends Name>({ waiting: { kind, total, rows } }: { waiting: WaitingOf<K> }) {
  return (
    <>
      {rows.map((record) => (
        <Decision key={record.id} kind={KINDS[kind]} record={record} />
      ))}
      {total > rows.length && <More kind={kind} count={total - rows.length} />}
    </>
  );
}

const OTHER_DECIDES = say`A different administrator has to approve it.`;

function approving(record: WaitingRows['distribution'], role: Role): string {
  if (!administrators.includes(role)) return say`An owner or administrator approves it.`;
  if (record.needs_other) return say`You entered it. ${OTHER_DECIDES}`;
  return say`Once approved, who receives what is fixed, and each holder has a payment that can be started.`;
}

function distributionLine(record: Distribution): string {
  const amount = record.amount_per_share
    ? say`${formatMoney(record.amount_per_share, record.currency)} per share`
    : record.total_amount
      ? say`${formatMoney(record.total_amount, record.currency)} in all`
      : say`An amount`;
  return say`${amount}, payable ${formatDay(record.payment_date)}.`;
}

function Decision<R extends { id: string }>({ kind, record }: { kind: Kind<R>; record: R }) {
  const role = useRole();
  const title = kind.title(record);
  return (
    <li className={styles.folding}>
      <span className={`ico ${kind.tone}`}>
        <Icon name={kind.icon} />
      </span>
      <div>
        <p className="ttl">{title}</p>
        <p>{kind.text(record, role)}</p>
      </div>
      <span className="acts">
        <Link
          className="btn sm"
          to={kind.to?.(record) ?? showPath(kind.resource, record.id)}
          aria-label={`${kind.action}: ${title}`}
        >
          {kind.action}
        </Link>
      </span>
    </li>
  );
}

/** Links to the list, filtered by status, for the rest. */
function More({ kind, count }: { kind: Name; count: number }) {
  const filters: Partial<Record<Name, Record<string, unknown>>> = {
    distribution: { status: 'pending' },
    join_request: { status: 'pending' },
    payment_failed: { status: 'failed' },
    dispute: { is_closed: false, q: 'something is wrong' },
  };
  const { resource } = KINDS[kind];
  return (
    <li>
      <Link className="link" to={listPath(resource, filters[kind])}>
        {sayAround`${count} more like this`}
      </Link>
    </li>
  );
}
