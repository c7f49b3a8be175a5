// What ends, matures or grows old.
import { Link } from 'react-router-dom';
import type { DatesAnswer } from '#src/contract/analytics.ts';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { countShares, formatDay, formatMoney, formatShares, plural } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/kit/paths.ts';
import { Answered } from './Answered.tsx';
import { analyticsPath, definitions } from './analyticsRules.ts';

type Row = DatesAnswer['rows'][number];

const TITLE = 'Dates ahead';
const KINDS: Record<Row['kind'], string> = {
  grant_ends: 'Grant ends',
  exercise_window: 'Exercise window closes',
  warrant_ends: 'Warrant ends',
  maturity: 'Note matures',
  valuation_old: 'Valuation expires',
};
const amountOf = ({ quantity, amount, currency, kind }: Row): string =>
  quantity !== null
    ? countShares(quantity)
    : amount !== null
      ? `${formatMoney(amount, currency ?? undefined)}${kind === 'valuation_old' ? ' a share' : ''}`
      : '';
const COLUMNS: readonly ChartColumn<Row>[] = [
  {
    name: 'Day',
    raw: ({ date }) => date,
    cell: ({ date, is_past }) => (
      <>
        {formatDay(date)} {is_past && <span className="chip warning">Passed</span>}
      </>
    ),
  },
  { name: 'What', raw: ({ kind }) => KINDS[kind] },
  {
    name: 'Of',
    raw: ({ label }) => label,
    cell: ({ resource, id, label }) => (
      <Link className="link" to={showPath(resource, id)}>
        {label}
      </Link>
    ),
  },
  { name: 'Holder', raw: ({ shareholder }) => shareholder ?? '' },
  { name: 'Shares or amount', align: 'r', raw: ({ quantity, amount }) => quantity ?? amount ?? '', cell: amountOf },
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
          empty="Nothing ends, matures or expires in the next twelve months."
          below={
            rows_count > rows.length && (
              <p className="small mut">
                {formatShares(rows.length)} of {formatShares(rows_count)} are shown.
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
    ? `${plural(rows.length - passed, 'date', 'dates')} until ${formatDay(until)}, the next on ${formatDay(next.date)}.`
    : `No date until ${formatDay(until)}.`;
  return passed > 0
    ? `${ahead} ${plural(passed, 'has', 'have')} passed and ${passed === 1 ? 'is' : 'are'} still open.`
    : ahead;
}
