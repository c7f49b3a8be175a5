// Many rows in one statement, as arrays of parameters: a package of ten thousand entries is a handful of round trips.
import type { Row, Tx } from '../db/database.ts';

const ROWS_AT_ONCE = 5000;

/**
 * Inserts rows of one organisation. `columns` maps each column to its SQL type as the parameter array carries it;
 * names and types come from code, never from data. `onRows` hears how many are written.
 */
export async function bulkInsert(
  tx: Tx,
  table: string,
  org: string,
  columns: Record<string, string>,
  rows: readonly Row[],
  onRows?: (done: number) => void,
): Promise<void> {
  const names = Object.keys(columns);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    // jsonb travels as text, so that its digits are those that were written.
    const arrays = names.map((name, index) => `$${index + 2}::${columns[name] === 'jsonb' ? 'text' : columns[name]}[]`);
    const picked = names.map((name) => (columns[name] === 'jsonb' ? `u.${name}::jsonb` : `u.${name}`));
    await tx.write(
      `insert into ${table} (org_id, ${names.join(', ')}) select $1, ${picked.join(', ')} from unnest(${arrays.join(', ')}) as u (${names.join(', ')})`,
      [org, ...names.map((name) => some.map((row) => row[name] ?? null))],
    );
    onRows?.(from + some.length);
  }
}
