// Rows of a declared resource, for one actor. Identifiers come only from the declaration, values only as parameters; every
// query includes the actor's row filter, with row-level security beneath.
import { sql } from 'kysely';
import { withoutLastZeros } from '#src/domain/figures/decimal.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { RecordOf, Resource } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { sqlBuilder } from '../db/database.ts';
import type { Row, Tx } from '../db/database.ts';
import { computedColumnsOf, fillComputed } from './lists/computedColumns.ts';
import { hasId, setAsOf, where } from './lists/listCondition.ts';
import type { RecordRow } from './lists/listing.ts';
import { columnsOf } from './lists/listOrder.ts';

/** One record that the actor may see, or undefined: a missing and a hidden record give the same answer. */
export async function findRecord<F extends Fields>(
  tx: Tx,
  actor: Actor,
  resource: Resource<F>,
  id: string,
  as_of?: string,
): Promise<RecordOf<Resource<F>> | undefined> {
  if (resource.asOf) await setAsOf(tx, as_of);
  const row = await findRow(tx, actor, resource, id);
  const computed = row && computedColumnsOf(resource);
  if (computed) await fillComputed(tx, actor, computed, [row], as_of);
  // `present` gives a row the form that the declaration describes.
  return row as RecordOf<Resource<F>> | undefined;
}

async function findRow(tx: Tx, actor: Actor, resource: Resource, id: string): Promise<RecordRow | undefined> {
  const condition = where(resource, actor, { conditions: [], ids: [id], q: null });
  if (!condition) return undefined;
  const query = sqlBuilder.selectFrom(resource.source).select(columnsOf(resource)).where(condition);
  const [row] = await tx.runPrepared<RecordRow>(query);
  return row && present(resource, row);
}

export async function insertRecord(tx: Tx, actor: Actor, resource: Resource, id: string, values: Row): Promise<void> {
  await tx.run(sqlBuilder.insertInto(resource.table).values({ ...values, org_id: actor.org_id, id }));
}

/** Writes the values and increments the version. Out: whether the row still had the version that was read. */
export async function updateRecord(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  id: string,
  values: Row,
  version: unknown,
): Promise<boolean> {
  const query = sqlBuilder
    .updateTable(resource.table)
    .set({ ...values, version: sql`version + 1` })
    .where(sql<boolean>`org_id = ${actor.org_id}::uuid and ${hasId(resource, [id])} and version = ${version}`)
    .returning('id');
  return (await tx.run(query)).length === 1;
}

export async function deleteRecord(tx: Tx, actor: Actor, resource: Resource, id: string): Promise<boolean> {
  const query = sqlBuilder
    .deleteFrom(resource.table)
    .where(sql<boolean>`org_id = ${actor.org_id}::uuid and ${hasId(resource, [id])}`)
    .returning('id');
  return (await tx.run(query)).length === 1;
}

/** A row in the contract's form: numbers as numbers where safe, amounts with their decimals. */
export function present<R extends Row>(resource: Resource, row: R): R {
  const columns: Row = row;
  for (const [name, value] of Object.entries(columns)) {
    const field = resource.fields[name]!;
    if (typeof value !== 'string') continue;
    if (field.kind === 'number') columns[name] = safeNumber(value);
    else if (field.kind === 'money')
      columns[name] = field.places === undefined ? trimmed(value) : fixed(value, field.places);
    else if (field.kind === 'shares' || field.kind === 'percent') columns[name] = trimmed(value);
  }
  return row;
}

/** A JSON number if exact, otherwise the decimal string itself. */
export function safeNumber(value: string): number | string {
  const text = trimmed(value);
  const number = Number(text);
  return String(number) === text && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}

export function trimmed(value: string): string {
  const [whole = '', decimals] = value.split('.');
  const kept = withoutLastZeros(decimals ?? '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

// Only pads: stored amounts never have more decimals than shown.
function fixed(value: string, places: number): string {
  const [whole, decimals = ''] = trimmed(value).split('.');
  return `${whole}.${decimals.padEnd(places, '0')}`;
}
