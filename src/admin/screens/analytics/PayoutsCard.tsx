// What was paid out: by year, and in one year by distribution, class or holder.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import type { PayoutsAnswer } from '#src/contract/analytics.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import { BarList } from '#src/admin/kit/charts/BarList.tsx';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { formatAmount, formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { showPath } from '#src/admin/paths.ts';
import { Answered } from './Answered.tsx';
import styles from './analytics.module.css';
import { analyticsPath, definitions, heightOf } from './analyticsRules.ts';
import { Segment } from './Segment.tsx';

export type PayoutsBy = PayoutsAnswer['by'];
type Row = PayoutsAnswer['rows'][number];

interface PayoutsCardProps {
  /** Empty: this year. */
  year: string;
  by: PayoutsBy;
  choices: readonly PayoutsBy[];
  /** A shareholder may not open every record. */
  isLinked: boolean;
  choose: (changes: { year?: string; by?: PayoutsBy }) => void;
}

const TITLE = say`Distributions`;
const WORDS: Record<PayoutsBy, string> = { distribution: say`Distribution`, class: say`Class`, holder: say`Holder` };

export function PayoutsCard({ year, by, choices, isLinked, choose }: PayoutsCardProps) {
  return (
    <Answered<PayoutsAnswer> title={TITLE} path={analyticsPath('payouts', { year, by })}>
      {(answer) => (
        <Payouts
          answer={answer}
          isLinked={isLinked}
          controls={
            answer.years.length > 0 && (
              <>
                <YearSelect answer={answer} choose={(chosen) => choose({ year: chosen })} />
                <Segment
                  label={say`Show by`}
                  value={by}
                  options={choices.map((each) => [each, WORDS[each]] as const)}
                  choose={(chosen) => choose({ by: chosen })}
                />
              </>
            )
          }
        />
      )}
    </Answered>
  );
}

function YearSelect({ answer: { year, years }, choose }: { answer: PayoutsAnswer; choose: (year: string) => void }) {
  const known = [...new Set([...years.map((each) => each.year), year])].sort((a, b) => b - a);
  return (
    <label className={styles.lab}>
      {say`Year`}
      <select className="input" value={year} onChange={(event) => choose(event.target.value)}>
        {known.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

const moneyColumn = (
  name: string,
  figure: 'gross' | 'tax' | 'net' | 'completed' | 'open' | 'failed',
): ChartColumn<Row> => ({
  name,
  align: 'r',
  raw: (row) => row[figure],
  cell: (row) => formatAmount(row[figure]),
});

function columnsOf(by: PayoutsBy, isLinked: boolean): readonly ChartColumn<Row>[] {
  return [
    { name: WORDS[by], raw: ({ name }) => name, cell: (row) => <Name of={row} isLinked={isLinked} /> },
    moneyColumn(say`Gross`, 'gross'),
    moneyColumn(say`Withheld`, 'tax'),
    moneyColumn(say`Net`, 'net'),
    moneyColumn(say`Paid`, 'completed'),
    moneyColumn(say`Open`, 'open'),
    moneyColumn(say`of it failed`, 'failed'),
    { name: say`Currency`, raw: ({ currency }) => currency },
  ];
}

const RESOURCES = [
  ['distribution_id', 'distributions'],
  ['share_class_id', 'share-classes'],
  ['shareholder_id', 'shareholders'],
] as const;

/** Leads to the record, whose page has its payments. */
function Name({ of: row, isLinked }: { of: Row; isLinked: boolean }) {
  for (const [field, resource] of RESOURCES)
    if (isLinked && row[field])
      return (
        <Link className="link" to={showPath(resource, row[field])}>
          {row.name}
        </Link>
      );
  return row.name;
}

function Payouts({
  answer,
  controls,
  isLinked,
}: Pick<PayoutsCardProps, 'isLinked'> & { answer: PayoutsAnswer; controls: React.ReactNode }) {
  const { rows, by, years, year, rows_count } = answer;
  return (
    <ChartCard
      title={TITLE}
      answer={years.length > 0 ? sentenceOf(answer) : undefined}
      definition={definitions.payouts}
      controls={controls}
      file={`distributions-${year}-by-${by}`}
      columns={columnsOf(by, isLinked)}
      rows={rows}
      empty={years.length > 0 ? say`Nothing was to be paid in ${year}.` : say`No distribution has been approved yet.`}
      chart={
        <>
          <BarList
            label={say`Distributions in ${year}`}
            bars={rows.map((row) => ({
              key: `${row.name} ${row.distribution_id ?? row.share_class_id ?? row.shareholder_id} ${row.currency}`,
              name: <Name of={row} isLinked={isLinked} />,
              parts: partsOf(row),
              shown: formatMoney(row.net, row.currency),
            }))}
          />
          <Key />
        </>
      }
      below={
        <>
          {rows_count > rows.length && (
            <p className="small mut">
              {sayAround`The largest ${formatShares(rows.length)} of ${formatShares(rows_count)}.`}
            </p>
          )}
          {years.length > 1 && (
            <>
              <h3 className={styles.sub}>{say`By year`}</h3>
              <BarList
                label={say`Distributions by year`}
                bars={years.map((each) => ({
                  key: `${each.year} ${each.currency}`,
                  name: String(each.year),
                  parts: partsOf(each),
                  shown: formatMoney(each.net, each.currency),
                }))}
              />
            </>
          )}
        </>
      }
    />
  );
}

const PAID = { colour: 'var(--c3)', title: say`Paid` };
const OPEN = { colour: 'var(--c8)', title: say`Open` };

const partsOf = ({ completed, open }: Pick<Row, 'completed' | 'open'>) =>
  [
    { width: heightOf(completed), ...PAID },
    { width: heightOf(open), ...OPEN },
  ].filter(({ width }) => width > 0);

const Key = () => (
  <ul className={styles.key}>
    {[PAID, OPEN].map(({ colour, title }) => (
      <li key={title}>
        <span className="swatch mark" style={{ color: colour }} />
        {title}
      </li>
    ))}
  </ul>
);

function sentenceOf({ year, totals_by_currency: totals }: PayoutsAnswer): string {
  if (totals.length === 0) return say`Nothing was to be paid in ${year}.`;
  const told = totals.map(
    ({ net, completed, failed, currency }) =>
      say`${formatMoney(net, currency)}, of which ${formatMoney(completed, currency)} is paid${heightOf(failed) > 0 ? say` and ${formatMoney(failed, currency)} did not arrive` : ''}`,
  );
  return say`To be paid in ${year}: ${told.join('; ')}. ${withheldText(totals)}`;
}

/** "$30.00 of $400.00 gross is withheld." */
function withheldText(totals: PayoutsAnswer['totals_by_currency']): string {
  const withheld = totals.filter(({ tax }) => decimal(tax) > 0n);
  if (withheld.length === 0) return say`Nothing is withheld.`;
  const told = withheld.map(
    ({ tax, gross, currency }) => say`${formatMoney(tax, currency)} of ${formatMoney(gross, currency)} gross`,
  );
  return say`${told.join(' and ')} is withheld.`;
}
