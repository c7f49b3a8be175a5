// At which ratio classes convert into common stock: as a table of classes says it, or as the columns of converted shares show it beside
// the shares themselves.
import { divideInteger, grouped, ONE, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { findingAt } from '../findings.ts';
import type { Column } from '../meanings/columns.ts';
import { classKey, classNameOf } from '../meanings/headings.ts';
import type { Ratio } from '../meanings/ratios.ts';
import type { SheetFinding } from '../reading.ts';
import type { MeantTable } from '../records/table.ts';
import { readValue } from '../values/readTable.ts';
import { plainNumber } from './facts.ts';

export interface StatedRatio extends Ratio {
  /** The class as the file writes it. */
  share_class: string;
}

export interface Ratios {
  stated: StatedRatio[];
  findings: SheetFinding[];
}

export function ratiosOfColumns(tables: readonly MeantTable[]): Ratios {
  const ratios: Ratios = { stated: [], findings: [] };
  for (const table of tables)
    if (table.role === 'snapshot' || table.role === 'totals')
      for (const column of table.columns)
        if (column.converted && column.field === null) read(table, tables, column, ratios);
  return ratios;
}

function read(table: MeantTable, tables: readonly MeantTable[], column: Column, { stated, findings }: Ratios): void {
  const { share_class, ratio } = column.converted!;
  const key = classKey(classNameOf(share_class).name);
  const held = table.columns.find(
    (each) => each.field === 'holding' && each.share_class !== null && classKey(each.share_class) === key,
  );
  const name = held?.share_class ?? share_class;
  const pairs = held === undefined ? [] : pairsOf(table, held, column);
  const candidates =
    ratio === null
      ? shown(pairs)
      : ratio.isOpen
        ? [ratio, { ...ratio, numerator: ratio.denominator, denominator: ratio.numerator }]
        : [ratio];
  const fitting = candidates.filter((each) => pairs.every((pair) => fits(each, pair)));
  if (fitting.length > 0) {
    stated.push({ ...fitting[0]!, share_class: name, isOpen: pairs.length === 0 && fitting.length > 1 });
    return;
  }
  if (pairs.length === 0) return;
  const wrong = pairs.find((pair) => !candidates.some((each) => fits(each, pair))) ?? pairs[0]!;
  const message = `“${column.heading}” has ${grouped(wrong.converted)} beside ${grouped(wrong.shares)} shares, which is not the ratio of the other rows or of the heading. Correct the one that is wrong.`;
  const place = { table: table.index, row: wrong.row };
  findings.push(findingAt(tables, place, column, { code: 'ratio_mismatch', severity: 'error', message }));
}

interface Pair {
  row: number;
  shares: Decimal;
  converted: Decimal;
}

function pairsOf(table: MeantTable, held: Column, column: Column): Pair[] {
  return table.kinds.flatMap((each): Pair[] => {
    if (each.kind !== 'record') return [];
    const shares = readValue(each.row, held, table.formsOf(held.column)).number;
    const converted = plainNumber(table, each, column.column);
    return shares === null || converted === null || shares <= ZERO || converted <= ZERO
      ? []
      : [{ row: each.row.number, shares, converted }];
  });
}

/** The ratio of the row with the most shares, where rounding shows least. */
function shown(pairs: readonly Pair[]): Ratio[] {
  const [most] = pairs.toSorted((a, b) => (a.shares < b.shares ? 1 : -1));
  return most ? [{ numerator: most.converted, denominator: most.shares, isOpen: false }] : [];
}

/** Exactly, or with the fraction of a share left off or rounded. */
function fits({ numerator, denominator }: Ratio, { shares, converted }: Pair): boolean {
  const exact = shares * numerator;
  return (
    (['DOWN', 'HALF_UP'] as const).some((mode) => divideInteger(exact, denominator * ONE, mode) * ONE === converted) ||
    exact === converted * denominator
  );
}
