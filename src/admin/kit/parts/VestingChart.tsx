// What vests when: a stepped line, and the same as a table. Floats are used only for drawing.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import { formatDay, formatShares, today } from '../format.ts';
import styles from './VestingChart.module.css';
import { ScrollBox } from './ScrollBox.tsx';
import { TableHead } from './TableHead.tsx';

export interface ShownTranche {
  date: string;
  quantity: string;
  /** The total up to and including this date. */
  vested: string;
}

const WIDTH = 600;
const HEIGHT = 140;

export function VestingChart({ tranches, total }: { tranches: readonly ShownTranche[]; total: string }) {
  const [isTable, setTable] = useState(false);
  const [first, last] = [tranches[0], tranches.at(-1)];
  if (!first || !last) return <p className="mut">{say`No vesting dates yet.`}</p>;
  return (
    <div className={styles.vesting}>
      {tranches.length > 1 && <Steps tranches={tranches} total={total} />}
      <p className="small mut">{inWords(tranches)}</p>
      <button type="button" className="link" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
        {isTable
          ? say`Hide the dates`
          : say`Show all ${tranches.length === 1 ? say`dates` : say`${tranches.length} dates`}`}
      </button>
      {isTable && <Days tranches={tranches} />}
    </div>
  );
}

/** "12,500 on 1 Jan 2026, then 36 times until 1 Jan 2029". */
function inWords(tranches: readonly ShownTranche[]): string {
  const [first, last] = [tranches[0]!, tranches.at(-1)!];
  const start = say`${formatShares(first.quantity)} on ${formatDay(first.date)}`;
  if (tranches.length === 1) return `${start}.`;
  const times = tranches.length - 1;
  return say`${start}, then ${times === 1 ? say`once more` : say`${times} times`}, the last on ${formatDay(last.date)}.`;
}

function Steps({ tranches, total }: { tranches: readonly ShownTranche[]; total: string }) {
  const time = (day: string) => Date.parse(`${day}T00:00:00Z`);
  const [from, to] = [time(tranches[0]!.date), time(tranches.at(-1)!.date)];
  const margin = Math.max(1, (to - from) * 0.08);
  const x = (day: string) => ((time(day) - from + margin) / (to - from + 2 * margin)) * WIDTH;
  const whole = Number(parseDecimal(total) ?? 1n) || 1;
  const y = (vested: string) => HEIGHT - (Number(parseDecimal(vested) ?? 0n) / whole) * (HEIGHT - 12);
  const line = tranches.map(({ date, vested }) => `H${x(date).toFixed(1)}V${y(vested).toFixed(1)}`).join('');
  const now = x(today());
  return (
    <svg
      className={styles.vestingChart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of paths
      role="img"
      aria-label={inWords(tranches)}
    >
      <path className={styles.area} d={`M0 ${HEIGHT}${line}H${WIDTH}V${HEIGHT}Z`} />
      <path className={styles.line} d={`M0 ${HEIGHT}${line}H${WIDTH}`} />
      {now > 0 && now < WIDTH && <path className={styles.now} d={`M${now.toFixed(1)} 0V${HEIGHT}`} />}
    </svg>
  );
}

function Days({ tranches }: { tranches: readonly ShownTranche[] }) {
  return (
    <ScrollBox label={say`Vesting dates, table`} className={`scroll ${styles.vestingDays}`}>
      <table className="dense">
        <TableHead columns={[say`Day`, [say`Shares`, 'r'], [say`Total vested`, 'r']]} />
        <tbody>
          {tranches.map(({ date, quantity, vested }) => (
            <tr key={date} className={date > today() ? styles.later : undefined}>
              <td>{formatDay(date)}</td>
              <td className="r">{formatShares(quantity)}</td>
              <td className="r">{formatShares(vested)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
