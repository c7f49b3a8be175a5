// Who owns what after the chosen step, beside the table before it: shares, parts, and the change. Behind each part is its division.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { decimal, grouped } from '#src/domain/figures/decimal.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';
import { decimalOf } from '#src/domain/model/figures.ts';
import { minus } from '#src/domain/figures/fraction.ts';
import type { RunTable } from '#src/domain/model/scenario/runScenario.ts';
import { formatShares, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { shownPercents, wholePercent } from '#src/admin/kit/percents.ts';
import { partOf, pointsText } from './parts.ts';
import styles from './scenarios.module.css';

interface ScenarioTableProps {
  before: RunTable;
  after: RunTable;
  title: string;
  /** What `before` is: "the start", "Seed". */
  beforeName: string;
}

interface Row {
  key: string;
  name: string;
  before: string;
  after: string;
  before_percent: string;
  after_percent: string;
  /** In points of percent, of the exact shares. */
  change: string;
  division: string;
}

const SHOWN = 200;
/** What a screen shows at once is drawn at each move of a slider, the rows below it as soon as there is time. */
const FIRST = 30;

const keyOf = ({ shareholder_id, name }: RunTable['rows'][number]): string =>
  shareholder_id ?? (name === say`Unallocated pool` ? 'pool' : 'others');

function rowsOf(before: RunTable, after: RunTable): Row[] {
  const [had, has] = [before, after].map(({ rows }) => {
    const percents = shownPercents(rows.map(({ total }) => total));
    return new Map(rows.map((row, index) => [keyOf(row), { ...row, shown: percents[index]! }]));
  }) as [
    Map<string, RunTable['rows'][number] & { shown: string }>,
    Map<string, RunTable['rows'][number] & { shown: string }>,
  ];
  const keys = [...has.keys(), ...[...had.keys()].filter((key) => !has.has(key))];
  return keys.map((key) => {
    const [was, is] = [had.get(key), has.get(key)];
    const [own, previous] = [is?.total ?? '0', was?.total ?? '0'];
    return {
      key,
      name: (is ?? was)!.name,
      before: previous,
      after: own,
      before_percent: was?.shown ?? figures('0.00'),
      after_percent: is?.shown ?? figures('0.00'),
      change: pointsText(decimalOf(minus(partOf(own, after.total), partOf(previous, before.total)), 2), 2),
      division: `${grouped(decimal(own))} ÷ ${grouped(decimal(after.total))} = ${percentage(decimal(own), decimal(after.total), 4)} %`,
    };
  });
}

export function ScenarioTable({ before, after, title, beforeName }: ScenarioTableProps) {
  const isStart = before === after;
  const rows = useMemo(() => rowsOf(before, after), [before, after]);
  const late = useDeferredValue(useMemo(() => ({ rows: rows.slice(FIRST, SHOWN), isStart }), [rows, isStart]));
  return (
    <Card
      title={title}
      about={say`${formatShares(after.total)} shares, fully diluted${isStart ? '' : say`; compared with ${beforeName}`}.`}
      flush
    >
      <ScrollBox label={say`${title}, table`}>
        <table className={`dense ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{say`Holder`}</th>
              {!isStart && (
                <>
                  <th scope="col" className="r">
                    {say`Before`}
                  </th>
                  <th scope="col" className="r">
                    %
                  </th>
                </>
              )}
              <th scope="col" className="r">
                {isStart ? say`Shares` : say`After`}
              </th>
              <th scope="col" className="r">
                %
              </th>
              {!isStart && (
                <th scope="col" className="r">
                  {say`Change`}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            <Rows rows={rows.slice(0, FIRST)} isStart={isStart} />
            <LateRows {...late} />
          </tbody>
          <tfoot>
            <tr className="tot">
              <td>{say`Total`}</td>
              {!isStart && (
                <>
                  <td className="r">{formatShares(before.total)}</td>
                  <td className="r">{wholePercent(before.total)}</td>
                </>
              )}
              <td className="r">{formatShares(after.total)}</td>
              <td className="r">{wholePercent(after.total)}</td>
              {!isStart && <td className="r">0.00</td>}
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {rows.length > SHOWN && (
        <p
          className={styles.more}
        >{sayAround`${plural(rows.length - SHOWN, say`smaller row is`, say`smaller rows are`)} in the total.`}</p>
      )}
      {after.convertibles.length > 0 && (
        <p className={styles.more}>
          {sayAround`Not in the table: ${plural(after.convertibles.length, say`convertible`, say`convertibles`)} that ${after.convertibles.length === 1 ? say`has` : say`have`} not converted.`}
        </p>
      )}
    </Card>
  );
}

interface RowsProps {
  rows: readonly Row[];
  isStart: boolean;
}

function Rows({ rows, isStart }: RowsProps) {
  return rows.map((row) => <OneRow key={row.key} row={row} isStart={isStart} />);
}

const LateRows = memo(Rows);

function OneRow({ row, isStart }: { row: Row; isStart: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <tr>
      <td>{row.name}</td>
      {!isStart && (
        <>
          <td className="r">{formatShares(row.before)}</td>
          <td className="r">{row.before_percent}</td>
        </>
      )}
      <td className="r">{formatShares(row.after)}</td>
      <td className="r">
        <button
          type="button"
          className="link-quiet"
          aria-expanded={isOpen}
          aria-label={say`${row.after_percent} %, how it is computed`}
          onClick={() => setOpen(!isOpen)}
        >
          {row.after_percent}
        </button>
        {isOpen && <small className={styles.division}>{row.division}</small>}
      </td>
      {!isStart && <td className="r">{row.change}</td>}
    </tr>
  );
}
