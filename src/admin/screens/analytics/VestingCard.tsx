// What vests in the next twelve months, who reaches what when, and the cliffs of the next quarter.
import { Link } from 'react-router-dom';
import type { VestingAnswer } from '#src/contract/analytics.ts';
import { BarList } from '#src/admin/kit/charts/BarList.tsx';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { countShares, formatDay, formatShares, plural } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/kit/paths.ts';
import { Answered } from './Answered.tsx';
import styles from './analytics.module.css';
import { analyticsPath, definitions, heightOf } from './analyticsRules.ts';

type Tranche = VestingAnswer['rows'][number];

const TITLE = 'Vesting ahead';
const COLUMNS: readonly ChartColumn<Tranche>[] = [
  { name: 'Day', raw: ({ date }) => date, cell: ({ date }) => formatDay(date) },
  { name: 'Holder', raw: ({ shareholder }) => shareholder },
  { name: 'Of', raw: ({ label }) => label, cell: (row) => <Holding of={row} /> },
  { name: 'Shares', align: 'r', raw: ({ quantity }) => quantity, cell: ({ quantity }) => formatShares(quantity) },
  { name: 'First', raw: ({ is_first }) => (is_first ? 'Cliff' : '') },
];

const Holding = ({ of: { resource, id, label } }: { of: Tranche }) => (
  <Link className="link" to={showPath(resource, id)}>
    {label}
  </Link>
);

const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });
const monthText = (of: string) => month.format(new Date(Number(of.slice(0, 4)), Number(of.slice(5)) - 1, 1));

export function VestingCard() {
  return (
    <Answered<VestingAnswer> title={TITLE} path={analyticsPath('vesting')}>
      {(answer) => (
        <ChartCard
          title={TITLE}
          answer={answer.rows[0] && sentenceOf(answer, answer.rows[0])}
          definition={definitions.vesting}
          file="vesting-ahead"
          columns={COLUMNS}
          rows={answer.rows}
          empty="Nothing vests in the next twelve months."
          chart={
            <BarList
              label="Shares that vest, by month"
              bars={answer.months.map(({ month: key, quantity, holders }) => ({
                key,
                name: monthText(key),
                parts: [{ width: heightOf(quantity), colour: 'var(--c3)' }],
                shown: `${formatShares(quantity)}, ${plural(holders, 'holder', 'holders')}`,
              }))}
            />
          }
          below={<Below answer={answer} />}
        />
      )}
    </Answered>
  );
}

function Below({ answer: { cliffs, rows, rows_count, unknown } }: { answer: VestingAnswer }) {
  return (
    <>
      {cliffs.length > 0 && (
        <>
          <h3 className={styles.sub}>Cliffs in the next three months</h3>
          <ul className={styles.lines}>
            {cliffs.map((cliff) => (
              <li key={cliff.id}>
                <span>
                  {cliff.shareholder}, <Holding of={cliff} />
                </span>
                <span className="tn">
                  {countShares(cliff.quantity)} on {formatDay(cliff.date)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {rows_count > rows.length && (
        <p className="small mut">
          The table has the nearest {formatShares(rows.length)} of {formatShares(rows_count)}.
        </p>
      )}
      {unknown > 0 && (
        <p className="small mut">
          {plural(unknown, 'grant is', 'grants are')} left out: the vesting terms are not on record.
        </p>
      )}
    </>
  );
}

const sentenceOf = ({ total, until }: VestingAnswer, next: Tranche): string =>
  `${countShares(total)} vest by ${formatDay(until)}; next, ${formatShares(next.quantity)} of ${next.shareholder} on ${formatDay(next.date)}.`;
