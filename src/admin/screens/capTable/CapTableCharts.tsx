// The table as two charts, by class and by holder, each with its numbers behind a toggle. Floats only draw.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { basisWords, instrumentWords } from '#src/domain/captable/capTableBasis.ts';
import { classColours } from '../shared/classColours.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { exactPercents } from '#src/admin/kit/percents.ts';
import type { WholeCapTable } from './capTableAnswer.ts';
import { columnTotal, countOfUnit, isZero } from './capTableRules.ts';
import styles from './CapTableCharts.module.css';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';

interface Part {
  key: string;
  name: string;
  counted: string;
  percent: string;
  colour: string;
}

const INSTRUMENT_COLOURS = { options: 'var(--ink-3)', warrants: 'var(--field)', pool: 'var(--line-strong)' };
/** The number of holders with their own bar; the others share one. */
const HOLDERS_SHOWN = 12;

export function CapTableCharts({ table }: { table: WholeCapTable }) {
  if (isZero(table.total)) return null;
  return (
    <div className={styles.capCharts}>
      <Chart table={table} title={say`By class`} parts={classParts(table)} isBar />
      <Chart table={table} title={say`By holder`} parts={holderParts(table)} isBar={false} />
    </div>
  );
}

function Chart({ table, title, parts, isBar }: { table: WholeCapTable; title: string; parts: Part[]; isBar: boolean }) {
  const [asNumbers, setNumbers] = useState(false);
  const { label, unit } = basisWords[table.basis];
  return (
    <Card
      title={title}
      about={`${label}, ${countOfUnit(table.total, unit)}`}
      end={
        <button type="button" className="btn text" aria-pressed={asNumbers} onClick={() => setNumbers(!asNumbers)}>
          {asNumbers ? say`As a chart` : say`As numbers`}
        </button>
      }
    >
      {asNumbers ? (
        <Numbers parts={parts} unit={unit} />
      ) : isBar ? (
        <StackedBar parts={parts} />
      ) : (
        <Bars parts={parts} />
      )}
    </Card>
  );
}

function Numbers({ parts, unit }: { parts: Part[]; unit: string }) {
  return (
    <ScrollBox label={say`Ownership, figures`}>
      <table className="dense">
        <TableHead columns={[say`Name`, [unit.charAt(0).toUpperCase() + unit.slice(1), 'r'], ['%', 'r']]} />
        <tbody>
          {parts.map(({ key, name, counted, percent }) => (
            <tr key={key}>
              <td>{name}</td>
              <td className="r">{formatShares(counted)}</td>
              <td className="r">{figures(percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const sentenceOf = (parts: Part[]) => parts.map(({ name, percent }) => `${name} ${figures(percent)}%`).join('; ');

function StackedBar({ parts }: { parts: Part[] }) {
  return (
    <figure>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of boxes */}
      <div className="ownership-bar" role="img" aria-label={sentenceOf(parts)}>
        {parts.map(({ key, name, counted, percent, colour }) => (
          <span
            key={key}
            className="mark"
            style={{ flexGrow: Number(percent), background: colour }}
            title={`${name}: ${formatShares(counted)} (${figures(percent)}%)`}
          />
        ))}
      </div>
      <ul className="legend">
        {parts.map(({ key, name, percent, colour }) => (
          <li key={key}>
            <span className="swatch mark" style={{ color: colour }} />
            {name}
            <b className="tn">{figures(percent)}%</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Bars({ parts }: { parts: Part[] }) {
  const most = Math.max(...parts.map(({ percent }) => Number(percent)), 1);
  return (
    <ul className={styles.holderBars}>
      {parts.map(({ key, name, percent, colour }) => (
        <li key={key}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.track} aria-hidden="true">
            <span className="mark" style={{ width: `${(Number(percent) / most) * 100}%`, background: colour }} />
          </span>
          <b className="tn">{figures(percent)}%</b>
        </li>
      ))}
    </ul>
  );
}

function classParts(table: WholeCapTable): Part[] {
  const colourOf = classColours(table.classes);
  const all = [
    ...table.classes.map((row) => ({ ...row, key: row.share_class_id, colour: colourOf(row.share_class_id) })),
    ...table.instruments.map((row) => ({
      ...row,
      key: row.kind,
      name: instrumentWords[row.kind],
      colour: INSTRUMENT_COLOURS[row.kind],
    })),
  ];
  const shown = exactPercents(all.map(({ counted }) => counted));
  return all
    .map(({ key, name, counted, colour }, index) => ({ key, name, counted, colour, percent: shown[index]! }))
    .filter(({ counted }) => !isZero(counted));
}

function holderParts(table: WholeCapTable): Part[] {
  const held = table.rows.filter(({ total }) => !isZero(total));
  // A pool belongs to nobody, and a single remaining holder is named: neither goes into "others".
  const isPool = (row: { shareholder_id: string | null }) => row.shareholder_id === null;
  const small = held.filter((row, index) => index >= HOLDERS_SHOWN && !isPool(row));
  const others = small.length > 1 ? small : [];
  const first = held.filter((row) => !others.includes(row));
  const lines = [
    ...first.map(({ shareholder_id, name, total }) => ({
      key: shareholder_id ?? 'pool',
      name,
      counted: total,
      colour: shareholder_id === null ? INSTRUMENT_COLOURS.pool : 'var(--c1)',
    })),
    ...(others.length > 0
      ? [
          {
            key: 'others',
            name: say`${formatShares(others.length)} others`,
            counted: columnTotal(others.map(({ total }) => total)),
            colour: 'var(--c6)',
          },
        ]
      : []),
  ];
  const shown = exactPercents(lines.map(({ counted }) => counted));
  return lines.map((line, index) => ({ ...line, percent: shown[index]! }));
}
