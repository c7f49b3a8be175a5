// The columns that a create or an edit writes, from the declaration: a field that is added there, with its migration, is
// written without another line. What an object of the format carries is written with the object's own row.
import type { FieldKind } from '#src/resources/kit/fields.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { sqlBuilder } from '../db/sqlBuilder.ts';
import { sql } from 'kysely';
import type { Row, Tx } from '../db/database.ts';

/** The SQL type in which a parameter of a kind travels. */
const PARAMETER = {
  id: 'text',
  text: 'text',
  email: 'text',
  phone: 'text',
  number: 'numeric',
  shares: 'numeric',
  money: 'numeric',
  percent: 'numeric',
  date: 'date',
  datetime: 'timestamptz',
  boolean: 'boolean',
  choice: 'text',
  status: 'text',
  reference: 'text',
  values: 'json',
  file: 'text',
} as const satisfies Record<FieldKind, string>;

/** Declared fields that have no column of their own name: the row of their object writes them under another one. */
const STORED_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'share-classes': ['authorized_shares'],
  'equity-plans': ['date', 'reserved'],
};

/** Each writable field with a column of its name, and the type of its parameter. */
export function storedColumns({ name, fields }: Resource): Record<string, string> {
  const otherwise = STORED_OTHERWISE[name] ?? [];
  const stored = Object.entries(fields).filter(([field, { readOnly }]) => !readOnly && !otherwise.includes(field));
  return Object.fromEntries(stored.map(([field, { kind }]) => [field, PARAMETER[kind]]));
}

/** Of a record's values, those that are stored under the name of their field. */
export function storedValues(resource: Resource, values: Row): Row {
  return Object.fromEntries(
    Object.keys(storedColumns(resource))
      .filter((name) => Object.hasOwn(values, name))
      .map((name) => [name, values[name]]),
  );
}

/**
 * Writes what the declaration has beyond the object of the format. In: `byObject`, the row that was written of the object.
 * The version stays: it was counted with the object.
 */
export async function writeBesideObject(
  tx: Tx,
  org: string,
  resource: Resource,
  values: Row,
  byObject: Row | null,
): Promise<void> {
  const stored = Object.entries(storedValues(resource, values));
  const beside = stored.filter(([name]) => !byObject || !Object.hasOwn(byObject, name));
  if (beside.length === 0) return;
  const query = sqlBuilder
    .updateTable(resource.table)
    .set(Object.fromEntries(beside))
    .where(sql<boolean>`org_id = ${org}::uuid and id::text = ${values.id}`);
  await tx.run(query);
}
