// What vests in the next twelve months, who reaches what when, and the cliffs of the next quarter.
import { readerFormats } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import type { VestingAnswer } from '#src/contract/analytics.ts';
import { BarList } from '#src/admin/kit/charts/BarList.tsx';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatDay, formatShares, plural } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/paths.ts';
import { Answered } from './Answered.tsx';
import styles from './analytics.module.css';
import { analyticsPath, definitions, heightOf } from './analyticsRules.ts';

type Tranche = VestingAnswer['rows'][number];

const TITLE = say`Vesting ahead`;
const COLUMNS: readonly ChartColumn<Tranche>[] = [
  { name: say`Day`, raw: ({ date }) => date, cell: ({ date }) => formatDay(date) },
  { name: say`Holder`, raw: ({ shareholder }) => shareholder },
  { name: say`Of`, raw: ({ label }) => label, cell: (row) => <Holding of={row} /> },
  { name: say`Shares`, align: 'r', raw: ({ quantity }) => quantity, cell: ({ quantity }) => formatShares(quantity) },
  { name: say`First`, raw: ({ is_first }) => (is_first ? say`Cliff` : '') },
];

const Holding = ({ of: { resource, id, label } }: { of: Tranche }) => (
  <Link className="link" to={showPath(resource, id)}>
    {label}
  </Link>
);

const month = new Intl.DateTimeFormat(readerFormats(), { month: 'short', year: 'numeric' });
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
          empty={say`Nothing vests in the next twelve months.`}
          chart={
            <BarList
              label={say`Shares that vest, by month`}
              bars={answer.months.map(({ month: key, quantity, holders }) => ({
                key,
                name: monthText(key),
                parts: [{ width: heightOf(quantity), colour: 'var(--c3)' }],
                shown: `${formatShares(quantity)}, ${plural(holders, say`holder`, say`holders`)}`,
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
          <h3 className={styles.sub}>{say`Cliffs in the next three months`}</h3>
          <ul className={styles.lines}>
            {cliffs.map((cliff) => (
              <li key={cliff.id}>
                <span>
                  {cliff.shareholder}, <Holding of={cliff} />
                </span>
                <span className="tn">{sayAround`${countShares(cliff.quantity)} on ${formatDay(cliff.date)}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {rows_count > rows.length && (
        <p className="small mut">
          {sayAround`The table has the nearest ${formatShares(rows.length)} of ${formatShares(rows_count)}.`}
        </p>
      )}
      {unknown > 0 && (
        <p className="small mut">
          {sayAround`${plural(unknown, say`grant is`, say`grants are`)} left out: the vesting terms are not on record.`}
        </p>
      )}
    </>
  );
}

const sentenceOf = ({ total, until }: VestingAnswer, next: Tranche): string =>
  say`${countShares(total)} vest by ${formatDay(until)}; next, ${formatShares(next.quantity)} of ${next.shareholder} on ${formatDay(next.date)}.`;
