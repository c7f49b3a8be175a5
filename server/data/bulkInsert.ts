// Many rows in few statements, as arrays of parameters: a package of ten thousand entries is a handful of round trips.
import type { Row, Tx } from '../db/database.ts';

const ROWS_AT_ONCE = 500;
/** Rows built before other requests get a turn. */
const ROWS_A_TURN = 250;

/**
 * Inserts rows of one organisation. `columns` maps each column to the SQL type of its parameter array; names and types
 * come from code, never from data. Rows may be generated lazily: the next batch is built while the database writes the
 * last, and none is kept. `onRows` receives the number written.
 */
export async function bulkInsert(
  tx: Tx,
  table: string,
  org: string,
  columns: Record<string, string>,
  rows: Iterable<Row>,
  onRows?: (done: number) => void,
): Promise<void> {
  const names = Object.keys(columns);
  // jsonb is passed as text, to keep its digits.
  const arrays = names.map((name, index) => `$${index + 2}::${columns[name] === 'jsonb' ? 'text' : columns[name]}[]`);
  const picked = names.map((name) => (columns[name] === 'jsonb' ? `u.${name}::jsonb` : `u.${name}`));
  const text = `insert into ${table} (org_id, ${names.join(', ')}) select $1, ${picked.join(', ')} from unnest(${arrays.join(', ')}) as u (${names.join(', ')})`;
  let underWay: Promise<unknown> = Promise.resolve();
  let done = 0;
  const send = async (arrays: readonly string[], count: number) => {
    await tx.write(text, [org, ...arrays]);
    done += count;
    onRows?.(done);
  };
  let values: string[][] = names.map(() => []);
  let waiting = 0;
  try {
    for (const row of rows) {
      for (const [at, name] of names.entries()) values[at]!.push(arrayElement(row[name]));
      waiting += 1;
      if (waiting % ROWS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      if (waiting < ROWS_AT_ONCE) continue;
      // Serialized while the database is still busy with the last batch.
      const arrays = values.map(arrayText);
      await underWay;
      underWay = send(arrays, waiting);
      // Without a handler until it is awaited, a rejection would crash Node.
      underWay.catch(() => undefined);
      [values, waiting] = [names.map(() => []), 0];
    }
  } finally {
    await underWay;
  }
  if (waiting > 0) await send(values.map(arrayText), waiting);
}

const arrayText = (elements: readonly string[]): string => `{${elements.join(',')}}`;

/** Escapes an element as PostgreSQL's array syntax requires. */
function arrayElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`;
  if (value instanceof Date) return `"${value.toISOString()}"`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
