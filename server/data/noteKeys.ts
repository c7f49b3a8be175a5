// How the chain of changes names a row.
import { tables } from '#server/db/tables.ts';

/** The columns of a table's key in the chain, in order; none where its rows are not noted one by one. */
export const keyColumnsOf = (table: string): readonly string[] => tables[table]?.sealed ?? [];

/** The value of one of these columns. A key of several is a JSON list of their values. */
export const partOfKey = (key: string, columns: readonly string[], at: number): unknown =>
  columns.length === 1 ? key : (JSON.parse(key) as unknown[])[at];

/** Whether a shareholder reads any row of a table. */
export const isReadByHolders = (table: string): boolean => tables[table]?.holder === 'own';
