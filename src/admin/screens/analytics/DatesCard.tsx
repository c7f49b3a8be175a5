// What ends, matures or grows old.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import type { DatesAnswer } from '#src/contract/analytics.ts';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatDay, formatMoney, formatShares, plural } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/paths.ts';
import { Answered } from './Answered.tsx';
import { analyticsPath, definitions } from './analyticsRules.ts';

type Row = DatesAnswer['rows'][number];

const TITLE = say`Dates ahead`;
const KINDS: Record<Row['kind'], string> = {
  grant_ends: say`Grant ends`,
  exercise_window: say`Exercise window closes`,
  warrant_ends: say`Warrant ends`,
  maturity: say`Note matures`,
  valuation_old: say`Valuation expires`,
};
const amountOf = ({ quantity, amount, currency, kind }: Row): string =>
  quantity !== null
    ? countShares(quantity)
    : amount !== null
      ? kind === 'valuation_old'
        ? say`${formatMoney(amount, currency ?? undefined)} a share`
        : formatMoney(amount, currency ?? undefined)
      : '';
const COLUMNS: readonly ChartColumn<Row>[] = [
  {
    name: say`Day`,
    raw: ({ date }) => date,
    cell: ({ date, is_past }) => (
      <>
        {formatDay(date)} {is_past && <span className="chip warning">{say`Passed`}</span>}
      </>
    ),
  },
  { name: say`What`, raw: ({ kind }) => KINDS[kind] },
  {
    name: say`Of`,
    raw: ({ label }) => label,
    cell: ({ resource, id, label }) => (
      <Link className="link" to={showPath(resource, id)}>
        {label}
      </Link>
    ),
  },
  { name: say`Holder`, raw: ({ shareholder }) => shareholder ?? '' },
  { name: say`Shares or amount`, align: 'r', raw: ({ quantity, amount }) => quantity ?? amount ?? '', cell: amountOf },
];

export function DatesCard() {
  return (
    <Answered<DatesAnswer> title={TITLE} path={analyticsPath('dates')}>
      {({ rows, rows_count, until }) => (
        <ChartCard
          title={TITLE}
          answer={rows.length > 0 ? sentenceOf(rows, until) : undefined}
          definition={definitions.dates}
          file="dates-ahead"
          columns={COLUMNS}
          rows={rows}
          empty={say`Nothing ends, matures or expires in the next twelve months.`}
          below={
            rows_count > rows.length && (
              <p className="small mut">
                {sayAround`${formatShares(rows.length)} of ${formatShares(rows_count)} are shown.`}
              </p>
            )
          }
        />
      )}
    </Answered>
  );
}

function sentenceOf(rows: readonly Row[], until: string): string {
  const passed = rows.filter(({ is_past }) => is_past).length;
  const [next] = rows.slice(passed);
  const ahead = next
    ? say`${plural(rows.length - passed, say`date`, say`dates`)} until ${formatDay(until)}, the next on ${formatDay(next.date)}.`
    : say`No date until ${formatDay(until)}.`;
  return passed > 0
    ? say`${ahead} ${plural(passed, say`has`, say`have`)} passed and ${passed === 1 ? say`is` : say`are`} still open.`
    : ahead;
}
