// The screens' rows for imported objects: created with them, changed when the package's version is used, and removed when the
// import is undone and nothing else uses them.
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Row, Tx } from '../db/database.ts';
import { removeUnusedStatics, writeSecurityStatics } from './securityStatics.ts';
import { insertShareClasses, insertShareholders, shareClassRowOf, shareholderRowOf } from './staticRows.ts';

export type Imported = { object_type: string; id: string; object: OcfObject };
type Insert = (tx: Tx, org: string, rows: readonly Row[], at: Date) => Promise<void>;

/** By object type: table, row, and batch size. Classes come before rows that refer to them. */
const TABLES: Record<string, { table: string; row: (object: OcfObject) => Row; insert: Insert }> = {
  STAKEHOLDER: { table: 'shareholder', row: shareholderRowOf, insert: insertShareholders },
  STOCK_CLASS: { table: 'share_class', row: shareClassRowOf, insert: insertShareClasses },
};

export async function insertStaticRows(tx: Tx, org: string, objects: readonly Imported[], at: Date): Promise<void> {
  for (const [type, { row, insert }] of Object.entries(TABLES)) {
    const rows = objects.filter((each) => each.object_type === type).map((each) => row(each.object));
    if (rows.length > 0) await insert(tx, org, rows, at);
  }
  await writeSecurityStatics(tx, org, objects);
}

/** Writes the objects' fields, all in a few statements; our own columns, such as whether a holder is active, stay. */
export async function updateStaticRows(tx: Tx, org: string, objects: readonly Imported[]): Promise<void> {
  for (const [type, { table, row }] of Object.entries(TABLES)) {
    const rows = objects.filter((each) => each.object_type === type).map((each) => row(each.object));
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await updateRows(tx, org, table, rows.slice(at, at + ROWS_AT_ONCE));
  }
  await writeSecurityStatics(tx, org, objects);
}

const ROWS_AT_ONCE = 10_000;

async function updateRows(tx: Tx, org: string, table: string, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0]!).filter((name) => name !== 'id');
  await tx.write(
    `update ${table} t set ${names.map((name) => `${name} = ${name.startsWith('converts_to_') ? existing(name) : `u.${name}`}`).join(', ')}, version = t.version + 1
     from jsonb_populate_recordset(null::${table}, $2::jsonb) u where t.org_id = $1 and t.id = u.id`,
    [org, JSON.stringify(rows)],
  );
}

/** An unknown class remains only in the object, because a row may not refer to it. */
const existing = (column: string) => `(select o.id from share_class o where o.org_id = $1 and o.id = u.${column})`;

/** Other rows that refer to a row, and would be deleted with it or left without it. */
const NAMED_BY: Record<string, readonly { table: string; column: string }[]> = {
  STAKEHOLDER: [{ table: 'task', column: 'assignee_id' }],
  STOCK_CLASS: [
    { table: 'valuation', column: 'share_class_id' },
    { table: 'equity_plan_class', column: 'share_class_id' },
  ],
};

async function unnamed(tx: Tx, org: string, object_type: string, ids: readonly string[]): Promise<string[]> {
  const named = new Set<string>();
  for (const { table, column } of NAMED_BY[object_type] ?? []) {
    const rows = await tx.rows<{ id: string }>(
      `select ${column} as id from ${table} where org_id = $1 and ${column} = any ($2)`,
      [org, ids],
    );
    for (const { id } of rows) named.add(id);
  }
  return ids.filter((id) => !named.has(id));
}

/** Removes those that nothing refers to. Out: the removed ids. */
export async function removeUnusedRows(
  tx: Tx,
  org: string,
  object_type: string,
  some: readonly string[],
): Promise<string[]> {
  const ids = await unnamed(tx, org, object_type, some);
  const table = TABLES[object_type]?.table;
  if (ids.length === 0) return [];
  if (!table) return removeUnusedStatics(tx, org, object_type, ids);
  const remove = (these: readonly string[]) =>
    tx.write(`delete from ${table} where org_id = $1 and id = any ($2)`, [org, these]);
  return removable(tx, ids, remove);
}

/**
 * Removes all of them that nothing refers to. Out: the removed ids. Those that are referred to are found by halves, so that a
 * few among many cost a few tries.
 */
async function removable(
  tx: Tx,
  ids: readonly string[],
  remove: (these: readonly string[]) => Promise<unknown>,
): Promise<string[]> {
  if (await succeeds(tx, () => remove(ids))) return [...ids];
  if (ids.length === 1) return [];
  const half = Math.ceil(ids.length / 2);
  return [...(await removable(tx, ids.slice(0, half), remove)), ...(await removable(tx, ids.slice(half), remove))];
}

const FOREIGN_KEY = '23503';

async function succeeds(tx: Tx, work: () => Promise<unknown>): Promise<boolean> {
  await tx.rows('savepoint removal');
  try {
    await work();
    await tx.rows('release savepoint removal');
    return true;
  } catch (error) {
    await tx.rows('rollback to savepoint removal');
    if ((error as { code?: string }).code !== FOREIGN_KEY) throw error;
    return false;
  }
}
