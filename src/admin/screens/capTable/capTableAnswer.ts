// The answer of GET /api/cap-table/. A shareholder is answered their own rows, and null for what only the whole can say.
import type { Basis } from '../../../domain/captable/capTableBasis.ts';
import type {
  CapTable as Whole,
  CapTableClass,
  CapTableConvertibles,
  CapTableInstrument,
  CapTableRow,
} from '../../../domain/captable/capTableShown.ts';

import type { ClassAvailability } from '../../../domain/captable/classAvailability.ts';

export type { Basis, CapTableClass, CapTableConvertibles, CapTableInstrument, CapTableRow };

export type WholeCapTable = Whole & { known_at: string | null };

type Own<T, K extends keyof T> = Omit<T, K> & { [key in K]: T[key] | null };

export interface CapTable extends Omit<WholeCapTable, 'classes' | 'rows' | 'pool_available' | 'total'> {
  classes: Array<Own<CapTableClass, 'outstanding' | 'counted' | 'percent' | keyof ClassAvailability>>;
  rows: Array<Own<CapTableRow, 'percent'>>;
  pool_available: string | null;
  total: string | null;
}

export function isWhole(table: CapTable): table is WholeCapTable {
  return table.total !== null;
}

/** The answer of GET /api/cap-table/entries. */
export interface FigureEntries {
  quantity: string;
  counted: string;
  count: number;
  entries: FigureEntry[];
}
export interface FigureEntry {
  transaction_id: string | null;
  seq: number | null;
  date: string | null;
  summary: string;
  shareholder?: string | null;
  certificate_number?: string;
  quantity: string;
  counted: string;
}

interface Change {
  before: string;
  after: string;
}
/** The answer of GET /api/cap-table/diff. */
export interface CapTableDiff {
  from: string;
  to: string;
  classes: Array<{ share_class_id: string; name: string } & Change>;
  instruments: Array<{ kind: CapTableInstrument['kind'] } & Change>;
  total: Change | null;
  rows: Array<{ shareholder_id: string | null; name: string } & Change>;
  transactions: Array<{ id: string; seq: number; date: string | null; summary: string }>;
  transactions_count: number;
}
