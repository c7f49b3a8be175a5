// A run with rows of its largest holders alone: what a page shows of a company with many of them.
import { decimal, formatDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import type { ExitFigures } from './exitStep.ts';
import type { Run, RunTable } from './runScenario.ts';
import { otherHolders } from './table.ts';
import type { TableRow } from './table.ts';

/**
 * `most`: how many of the largest of the first and of the last table keep their row, beside those whom a round or a convertible names.
 * All others are one row of each table; no total changes.
 */
export function shownRun(run: Run, most: number): Run {
  const { tables, waterfalls } = run;
  if (tables.every(({ rows }) => rows.length <= most)) return run;
  const kept = keptHolders(tables, most);
  return {
    tables: tables.map((table) => ({ ...table, rows: shownRows(table.rows, kept) })),
    waterfalls: waterfalls.map((exit) => ({
      ...exit,
      by_holder: only(exit.by_holder, kept),
      curve: exit.curve.map((point) => ({ ...point, by_holder: only(point.by_holder, kept) })),
    })),
  };
}

function keptHolders(tables: readonly RunTable[], most: number): ReadonlySet<string> {
  const largest = ({ rows }: RunTable) => rows.flatMap(({ shareholder_id: id }) => id ?? []).slice(0, most);
  const named = tables.flatMap(({ round, convertibles }) => [
    ...convertibles,
    ...(round ? [...round.investors, ...round.conversions] : []),
  ]);
  return new Set([
    ...largest(tables[0]!),
    ...largest(tables.at(-1)!),
    ...named.map(({ shareholder_id }) => shareholder_id),
  ]);
}

const only = (amounts: ExitFigures['by_holder'], kept: ReadonlySet<string>): ExitFigures['by_holder'] =>
  Object.fromEntries(Object.entries(amounts).filter(([id]) => kept.has(id)));

/** The rows of holders come first, then the one of all others, then the pool. */
function shownRows(rows: readonly TableRow[], kept: ReadonlySet<string>): TableRow[] {
  const isOther = ({ shareholder_id, holders }: TableRow) =>
    shareholder_id === null ? holders > 0 : !kept.has(shareholder_id);
  const others = rows.filter(isOther);
  const shown = rows.filter((row) => !isOther(row));
  if (others.length === 0) return shown;
  const pool = shown.filter(({ shareholder_id }) => shareholder_id === null);
  return [...shown.filter(({ shareholder_id }) => shareholder_id !== null), together(others), ...pool];
}

function together(rows: readonly TableRow[]): TableRow {
  const sum = (of: (row: TableRow) => string) => formatDecimal(rows.reduce((all, row) => all + decimal(of(row)), 0n));
  const holders = rows.reduce((all, row) => all + row.holders, 0);
  const byClass = Map.groupBy(
    rows.flatMap(({ holdings }) => holdings),
    ({ share_class_id }) => share_class_id,
  );
  return {
    shareholder_id: null,
    name: otherHolders(holders),
    holders,
    holdings: [...byClass.values()].map((held) => ({
      ...held[0]!,
      quantity: formatDecimal(held.reduce((all, { quantity }) => all + decimal(quantity), 0n)),
      counted: formatDecimal(held.reduce((all, { counted }) => all + decimal(counted), 0n)),
    })),
    options: sum(({ options }) => options),
    warrants: sum(({ warrants }) => warrants),
    total: sum(({ total }) => total),
    percent: toFixed(
      rows.reduce((all, { percent }) => all + decimal(percent), 0n),
      4,
    ),
  };
}
