// What a list is asked for, and the columns that are filled in after its rows were read.
import type { Row, Tx } from '../db/database.ts';

export interface Condition {
  field: string;
  operator: 'eq' | 'ne' | 'gte' | 'lte';
  value: unknown;
}
export interface Listing {
  sort: { field: string; descending: boolean };
  range: { from: number; to: number } | null;
  conditions: Condition[];
  ids: string[] | null;
  q: string | null;
  /** The day at whose end the figures stand, of resources that have such; today where it is absent. */
  as_of?: string;
}

/** Columns that SQL cannot know; see computedColumns.ts. */
export interface ComputedColumns {
  names: readonly string[];
  /** Fills the columns of these rows as they are at the end of `day`. */
  fill(tx: Tx, org: string, rows: readonly Row[], day: string): Promise<void>;
}
