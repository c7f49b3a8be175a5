// The answer of GET /api/cap-table/. A shareholder is answered their own rows, and null for what only the whole can say.
export type Basis = 'outstanding' | 'as_converted' | 'fully_diluted' | 'voting';

export interface CapTableClass {
  share_class_id: string;
  name: string;
  authorized: string | null;
  outstanding: string;
  percent: string;
}

export interface CapTableRow {
  /** Null: shares that belong to nobody yet, such as the unallocated pool. */
  shareholder_id: string | null;
  name: string;
  holdings: Array<{ share_class_id: string; share_class: string; quantity: string }>;
  options: string;
  warrants: string;
  total: string;
  percent: string;
}

export interface WholeCapTable extends CapTable {
  classes: CapTableClass[];
  rows: CapTableRow[];
  total: string;
}

type Own<T, K extends keyof T> = Omit<T, K> & { [key in K]: T[key] | null };

export interface CapTable {
  as_of: string;
  basis: Basis;
  classes: Array<Own<CapTableClass, 'outstanding' | 'percent'>>;
  rows: Array<Own<CapTableRow, 'percent'>>;
  convertibles: Array<{ kind: string; count: number; amount: string; currency: string }>;
  pool_available: string | null;
  total: string | null;
}

export function isWhole(table: CapTable): table is WholeCapTable {
  return table.total !== null;
}
