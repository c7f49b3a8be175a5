// The rows of a company's tables as its export has them (server/db/tables.ts).
import type { Row, Tx } from '#server/db/database.ts';
import { tables } from '#server/db/tables.ts';

/**
 * By table: every column that the table's declaration does not leave out, except the company's key; exact numbers as text. The
 * catalogue is asked once for all of them.
 */
export async function exportedRows(tx: Tx, org: string): Promise<Record<string, Row[]>> {
  const exported = Object.entries(tables).flatMap(([name, table]) =>
    table.exported && 'without' in table.exported ? [{ name, without: table.exported.without }] : [],
  );
  const columns = await tx.rows<{ table: string; name: string }>(
    `select table_name as "table", column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = any ($1) order by ordinal_position`,
    [exported.map(({ name }) => name)],
  );
  const ofTable = Map.groupBy(columns, ({ table }) => table);
  const rows: Record<string, Row[]> = {};
  for (const { name: table, without } of exported) {
    const key = table === 'organization' ? 'id' : 'org_id';
    const names = ofTable
      .get(table)!
      .flatMap(({ name }) => (name === key || without.includes(name) ? [] : `"${name}"`));
    rows[table] = await tx.rows(`select ${names.join(', ')} from "${table}" where ${key} = $1 order by 1, 2`, [org]);
  }
  return rows;
}
