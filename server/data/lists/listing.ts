// What a list is asked for, and the columns that are filled in after its rows were read.
import type { Operator } from '#src/resources/kit/fields.ts';
import type { Row, Tx } from '#server/db/database.ts';

/** `N`: the fields of the resource that is listed. */
export interface Condition<N extends string = string> {
  field: N;
  operator: Operator;
  value: unknown;
}
export interface Listing<N extends string = string> {
  sort: { field: N; descending: boolean };
  range: { from: number; to: number } | null;
  conditions: Condition<N>[];
  ids: string[] | null;
  q: string | null;
  /** Rows after the one with this id, in the list's order, instead of those of a range that begins elsewhere. */
  after?: string;
  /** How far rows are counted where that costs something; absent: to the end; 0: not at all, and the total is only of the page. */
  countsTo?: number;
  /** The day at whose end the figures apply, for dated resources; today by default. */
  as_of?: string;
}

/** A row of a declared resource, whose other columns only its declaration knows. */
export type RecordRow = Row & { id: string };

/** Columns that SQL cannot know; see computedColumns.ts. */
export interface ComputedColumns {
  names: readonly string[];
  /** Fills these rows' columns as of the end of `day`. */
  fill(tx: Tx, org: string, rows: readonly RecordRow[], day: string): Promise<void>;
}

interface Asked<N extends string> {
  descending?: boolean;
  /** So many of the first; absent: all. */
  most?: number;
  countsTo?: number;
  conditions?: Condition<N>[];
  as_of?: string;
}

/** The rows that meet these conditions, in the order of a field: what the server itself asks for. */
export const rowsBy = <const N extends string, const C extends string = never>(
  field: N,
  { descending = false, most, countsTo, conditions = [], as_of }: Asked<C> = {},
): Listing<N | C> => ({
  sort: { field, descending },
  range: most === undefined ? null : { from: 0, to: most - 1 },
  conditions,
  ids: null,
  q: null,
  ...(countsTo === undefined ? {} : { countsTo }),
  ...(as_of === undefined ? {} : { as_of }),
});
