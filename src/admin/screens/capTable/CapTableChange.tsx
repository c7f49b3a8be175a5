// Compares two days: what changed, for whom, and the entries that changed it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, formatShares, plural } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/paths.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import type { CapTableDiff } from './capTableAnswer.ts';
import { changeOf, countOfUnit, diffPath, isZero, signed, unitOf } from './capTableRules.ts';
import type { Asked } from './capTableRules.ts';
import { basisWords, instrumentWords } from '#src/domain/captable/capTableBasis.ts';
import styles from './CapTableChange.module.css';

export function CapTableChange({ compare, asked }: { compare: string; asked: Asked }) {
  const { data, error, isPending, refetch } = useRead<CapTableDiff>(diffPath(compare, asked));
  const [isOpen, setOpen] = useState(false);
  if (error)
    return (
      <div className="card">
        <Failed what={say`The difference`} error={error} retry={() => void refetch()} />
      </div>
    );
  if (isPending) return <Loading />;
  const count = plural(data.transactions_count, say`entry`, say`entries`);
  const title =
    compare <= asked.as_of
      ? say`Since ${formatDay(data.from)}, in ${unitOf(asked.basis)}`
      : say`From ${formatDay(data.from)} to ${formatDay(data.to)}, in ${unitOf(asked.basis)}`;
  return (
    <Card
      title={title}
      className={styles.diff}
      flush
      end={
        data.transactions_count > 0 && (
          <button type="button" className="btn text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? say`Hide details` : count}
          </button>
        )
      }
    >
      <Changes diff={data} asked={asked} />
      {isOpen && <Details diff={data} asked={asked} count={count} />}
    </Card>
  );
}

function Changes({ diff, asked }: { diff: CapTableDiff; asked: Asked }) {
  const parts = [
    ...(diff.total ? [{ name: basisWords[asked.basis].label, ...diff.total }] : []),
    ...diff.classes,
    ...diff.instruments.map(({ kind, ...change }) => ({ name: instrumentWords[kind], ...change })),
  ].filter((part, index) => index === 0 || part.before !== part.after);
  return (
    <dl className={`strip ${styles.wraps}`}>
      {parts.map((part) => (
        <div key={part.name}>
          <dt>{part.name}</dt>
          <dd className="figure">{signed(changeOf(part))}</dd>
          <dd className="ctx">
            {formatShares(part.before)} → {formatShares(part.after)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ diff, asked, count }: { diff: CapTableDiff; asked: Asked; count: string }) {
  const named = diff.transactions.length;
  return (
    <div className={styles.changeDetails}>
      <section aria-label={say`Holders whose total changed`}>
        <h3>{say`Holders whose total changed`}</h3>
        <ul className={`${styles.changes} ${styles.held}`}>
          {diff.rows.map((row) => (
            <li key={row.shareholder_id ?? 'pool'}>
              <span>{row.name}</span>
              <b className="tn">{isZero(changeOf(row)) ? '0' : signed(changeOf(row))}</b>
              <span className="dim tn">
                {formatShares(row.before)} → {countOfUnit(row.after, unitOf(asked.basis))}
              </span>
            </li>
          ))}
        </ul>
        {diff.rows.length === 0 && <p className="none">{say`No net change.`}</p>}
      </section>
      <section aria-label={say`Entries behind the change`}>
        <h3>{say`Entries behind the change`}</h3>
        <ol className={styles.changes}>
          {diff.transactions.map(({ id, seq, date, summary }) => (
            <li key={id}>
              <Link className="link-quiet" to={showPath('transactions', id)}>
                {summary}
              </Link>
              <span className="dim">{sayAround`${date ? formatDay(date) : say`No date`} · No. ${seq}`}</span>
            </li>
          ))}
        </ol>
        {named < diff.transactions_count && (
          <p className="dim small">
            {sayAround`The first ${formatShares(named)} of ${count}. Choose a shorter period to see the others.`}
          </p>
        )}
      </section>
    </div>
  );
}
