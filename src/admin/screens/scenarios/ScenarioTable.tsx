// Who owns what after the chosen step, beside the table before it: shares, parts, and the change. Behind each part is its division.
import { useState } from 'react';
import { decimal, grouped } from '../../../domain/figures/decimal.ts';
import { percentage } from '../../../domain/figures/largestRemainder.ts';
import { decimalOf } from '../../../domain/model/figures.ts';
import { minus } from '../../../domain/model/fraction.ts';
import type { RunTable } from '../../../domain/model/scenario/runScenario.ts';
import { formatShares, plural } from '../../kit/format.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { ScrollBox } from '../../kit/parts/ScrollBox.tsx';
import { shownPercents, wholePercent } from '../../kit/percents.ts';
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
}

const SHOWN = 200;

const keyOf = ({ shareholder_id, name }: RunTable['rows'][number]): string =>
  shareholder_id ?? (name === 'Unallocated pool' ? 'pool' : 'others');

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
    return {
      key,
      name: (is ?? was)!.name,
      before: was?.total ?? '0',
      after: is?.total ?? '0',
      before_percent: was?.shown ?? '0.00',
      after_percent: is?.shown ?? '0.00',
    };
  });
}

/** In points of percent, of the exact shares. */
const changeOf = (row: Row, before: RunTable, after: RunTable): string =>
  pointsText(decimalOf(minus(partOf(row.after, after.total), partOf(row.before, before.total)), 2), 2);

export function ScenarioTable({ before, after, title, beforeName }: ScenarioTableProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const rows = rowsOf(before, after);
  const isStart = before === after;
  return (
    <Card
      title={title}
      about={`${formatShares(after.total)} shares, fully diluted${isStart ? '' : `; compared with ${beforeName}`}.`}
      flush
    >
      <ScrollBox label={`${title}, table`}>
        <table className={`dense ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">Holder</th>
              {!isStart && (
                <>
                  <th scope="col" className="r">
                    Before
                  </th>
                  <th scope="col" className="r">
                    %
                  </th>
                </>
              )}
              <th scope="col" className="r">
                {isStart ? 'Shares' : 'After'}
              </th>
              <th scope="col" className="r">
                %
              </th>
              {!isStart && (
                <th scope="col" className="r">
                  Change
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <tr key={row.key}>
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
                    aria-expanded={opened === row.key}
                    aria-label={`${row.after_percent} %, how it is computed`}
                    onClick={() => setOpened(opened === row.key ? null : row.key)}
                  >
                    {row.after_percent}
                  </button>
                  {opened === row.key && <small className={styles.division}>{divisionOf(row, after)}</small>}
                </td>
                {!isStart && <td className="r">{changeOf(row, before, after)}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="tot">
              <td>Total</td>
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
        <p className={styles.more}>{plural(rows.length - SHOWN, 'smaller row is', 'smaller rows are')} in the total.</p>
      )}
      {after.convertibles.length > 0 && (
        <p className={styles.more}>
          Not in the table: {plural(after.convertibles.length, 'convertible')} that{' '}
          {after.convertibles.length === 1 ? 'has' : 'have'} not converted.
        </p>
      )}
    </Card>
  );
}

function divisionOf({ after: own }: Row, { total }: RunTable): string {
  return `${grouped(decimal(own))} ÷ ${grouped(decimal(total))} = ${percentage(decimal(own), decimal(total), 4)} %`;
}
