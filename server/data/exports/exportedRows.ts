// The rows of a company's tables as its export has them (server/db/tables.ts).
import type { Row, Tx } from '../../db/database.ts';
import { tables, tablesThat } from '../../db/tables.ts';

export const exportedTables = tablesThat(({ exported }) => exported !== undefined && 'without' in exported);

/** Every column that the table's declaration does not leave out, except the company's key; exact numbers as text. */
export async function exportedRows(tx: Tx, org: string, table: string, key = 'org_id'): Promise<Row[]> {
  const { exported } = tables[table]!;
  const without = exported && 'without' in exported ? exported.without : [];
  const columns = await tx.rows<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => name).filter((name) => name !== key && !without.includes(name));
  return tx.rows(
    `select ${names.map((name) => `"${name}"`).join(', ')} from "${table}" where ${key} = $1 order by 1, 2`,
    [org],
  );
}
