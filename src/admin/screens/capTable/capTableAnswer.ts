// The answer of GET /api/cap-table/. A shareholder gets their own rows, and null for values that need the whole table.
import type { Basis } from '#src/domain/captable/capTableBasis.ts';
import type {
  CapTable as Whole,
  CapTableClass,
  CapTableConvertibles,
  CapTableInstrument,
  CapTableRow,
} from '#src/domain/captable/capTableShown.ts';

import type { ClassAvailability } from '#src/domain/captable/classAvailability.ts';

export type { CapTableDiff, FigureEntries, FigureEntry } from '#src/contract/capTable.ts';
export type { Basis, CapTableClass, CapTableConvertibles, CapTableInstrument, CapTableRow };

export type WholeCapTable = Whole & { known_at: string | null };

type Own<T, K extends keyof T> = Omit<T, K> & { [key in K]: T[key] | null };

export interface CapTable extends Omit<WholeCapTable, 'classes' | 'rows' | 'pool_available' | 'total'> {
  classes: Array<Own<CapTableClass, 'outstanding' | 'counted' | 'percent' | keyof ClassAvailability>>;
  rows: Array<Own<CapTableRow, 'percent'>>;
  pool_available: string | null;
  total: string | null;
}

/** Everything, for everybody who works for the company, and where it shows its shareholders the full table. */
export function isWhole(table: CapTable): table is WholeCapTable {
  return table.total !== null && table.classes.every(({ kept }) => kept !== null);
}

/** The totals, and the reader's own rows with their percentages. */
export const hasTotals = (table: CapTable): table is CapTable & { total: string } =>
  table.total !== null && !isWhole(table);
