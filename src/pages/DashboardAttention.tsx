// What a shareholder should look at: what they have not supplied, payments that failed or are late, options and warrants that are about to end, and tax
// elections that can still be filed.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { Link } from 'react-router-dom';
import { countShares } from '../admin/kit/counts.ts';
import { formatDay, formatMoney, plural } from '../admin/kit/format.ts';
import { Icon } from '../admin/kit/icons.tsx';
import type { IconName } from '../admin/kit/icons.tsx';
import { Card } from '../admin/kit/parts/Card.tsx';
import { listPath, showPath } from '../admin/paths.ts';
import { missingInWords, missingPath } from '../admin/screens/shared/missingDetailWords.ts';
import { troubleOf } from '../admin/screens/distributions/paymentTrouble.ts';
import type { OwnWaitingKind, WaitingOf, WaitingRows } from '../contract/dashboard.ts';
import type { Payment } from '../resources/payments.ts';
import { endingTitle, readyOf } from './endingTitle.ts';
import type { Ending } from './endingTitle.ts';
import styles from './dashboard.module.css';

type Name = OwnWaitingKind['kind'];

interface Line {
  resource: string;
  icon: IconName;
  tone: string;
  title: string;
  text: string;
  /** Where it is settled, if that is not the record's page. */
  to?: string;
}

export default function DashboardAttention({ kinds }: { kinds: OwnWaitingKind[] }) {
  const isLacking = kinds.some(({ kind }) => kind === 'details_missing');
  const count = kinds.reduce((sum, { total }) => sum + total, 0);
  return (
    <Card title={say`Needs your attention`} end={<span className="dim">{count}</span>} flush>
      <ul className="rows">
        {kinds.flatMap((waiting) => {
          const { kind, rows, total } = waiting;
          const lines = linesOf(waiting, isLacking);
          return [
            ...lines.map(({ id, line }) => <Attention key={`${kind} ${id} ${line.title}`} id={id} line={line} />),
            ...(total > rows.length
              ? [
                  <li key={kind}>
                    <Link className="link" to={listPath(lines[0]!.line.resource)}>
                      {sayAround`${total - rows.length} more like this`}
                    </Link>
                  </li>,
                ]
              : []),
          ];
        })}
      </ul>
    </Card>
  );
}

const LINES: { [K in Name]: (row: WaitingRows[K], isLacking: boolean) => Line } = {
  details_missing: (row) => ({
    resource: 'shareholders',
    icon: 'payments',
    tone: 'warning',
    ...missingInWords(row),
    to: missingPath(row.id, row.detail),
  }),
  election_83b: (row) => electionLine(row),
  grant_ends: (row) => endingLine(row, 'grants', row.grant_number),
  warrant_ends: (row) => endingLine(row, 'warrants', row.warrant_number),
  payment_late: (row, isLacking) => paymentLine(row, say`${moneyOf(row)} of ${row.distribution} is late`, isLacking),
  payment_failed: (row, isLacking) =>
    paymentLine(row, say`${moneyOf(row)} of ${row.distribution} did not arrive`, isLacking),
};

const linesOf = <K extends Name>({ kind, rows }: WaitingOf<K>, isLacking: boolean) =>
  rows.map((row) => ({ id: row.id, line: LINES[kind](row, isLacking) }));

function endingLine(row: Ending, resource: 'grants' | 'warrants', number: string | null): Line {
  const ready = readyOf(row);
  return {
    resource,
    icon: resource,
    tone: 'warning',
    title: endingTitle(row, number),
    text:
      ready === '0'
        ? say`Only what vests by that day can be used, and only until then.`
        : row.compensation_type === 'RSU'
          ? say`You hold ${countShares(ready)} of it that have vested. After that day you can no longer use it.`
          : say`You hold ${countShares(ready)} of it that you can exercise. After that day you can no longer use it.`,
  };
}

const moneyOf = ({ amount, currency }: Payment) => formatMoney(amount, currency);

function paymentLine(row: Payment, title: string, isLacking: boolean): Line {
  const trouble = troubleOf(row, true, isLacking);
  return {
    resource: 'payments',
    icon: 'payments',
    tone: trouble?.tone ?? 'info',
    title,
    text: trouble ? `${trouble.what} ${trouble.todo}` : '',
  };
}

function electionLine(row: WaitingRows['election_83b']): Line {
  const left =
    row.days_left === 0 ? say`today is the last day` : say`${plural(row.days_left, say`day`, say`days`)} left`;
  return {
    resource: 'certificates',
    icon: 'certificates',
    tone: 'warning',
    title: say`83(b) election for ${row.certificate_number}: ${left}`,
    text: say`You received ${countShares(row.unvested)} that had not vested. If you choose to file with the IRS, the last day is ${formatDay(row.last_day)}. It cannot be filed later. Ask your tax adviser.`,
  };
}

function Attention({ id, line }: { id: string; line: Line }) {
  return (
    <li className={styles.folding}>
      <span className={`ico ${line.tone}`}>
        <Icon name={line.icon} />
      </span>
      <div>
        <p className="ttl">{line.title}</p>
        <p>{line.text}</p>
      </div>
      <span className="acts">
        <Link className="btn sm" to={line.to ?? showPath(line.resource, id)} aria-label={say`Open: ${line.title}`}>
          {say`Open`}
        </Link>
      </span>
    </li>
  );
}
