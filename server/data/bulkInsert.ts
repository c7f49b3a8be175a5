// Many rows in few statements, as arrays of parameters: a package of ten thousand entries is a handful of round trips.
import type { Row, Tx } from '../db/database.ts';

const ROWS_AT_ONCE = 5000;
/** So many are made before other requests have their turn. */
const ROWS_A_TURN = 500;

/**
 * Inserts rows of one organisation. `columns` maps each column to its SQL type as the parameter array carries it;
 * names and types come from code, never from data. The rows may be made as they are asked for: the next ones are while
 * the database writes the last, and none is kept. `onRows` hears how many are written.
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
  // jsonb travels as text, so that its digits are those that were written.
  const arrays = names.map((name, index) => `$${index + 2}::${columns[name] === 'jsonb' ? 'text' : columns[name]}[]`);
  const picked = names.map((name) => (columns[name] === 'jsonb' ? `u.${name}::jsonb` : `u.${name}`));
  const text = `insert into ${table} (org_id, ${names.join(', ')}) select $1, ${picked.join(', ')} from unnest(${arrays.join(', ')}) as u (${names.join(', ')})`;
  let underWay: Promise<unknown> = Promise.resolve();
  let done = 0;
  const send = async (values: unknown[][]) => {
    await tx.write(text, [org, ...values]);
    done += values[0]?.length ?? 0;
    onRows?.(done);
  };
  let values: unknown[][] = names.map(() => []);
  let waiting = 0;
  try {
    for (const row of rows) {
      for (const [at, name] of names.entries()) values[at]!.push(row[name] ?? null);
      waiting += 1;
      if (waiting % ROWS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      if (waiting < ROWS_AT_ONCE) continue;
      await underWay;
      underWay = send(values);
      // Heard where it is awaited; until then it is nobody's.
      underWay.catch(() => undefined);
      [values, waiting] = [names.map(() => []), 0];
    }
  } finally {
    await underWay;
  }
  if (waiting > 0) await send(values);
}
