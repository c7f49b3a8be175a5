// The company's own row, whose id is the organisation itself.
import { sql } from 'kysely';
import { organization } from '#src/resources/organization.ts';
import type { Organization } from '#src/resources/organization.ts';
import type { Row, Tx } from '../db/database.ts';
import { sqlBuilder } from '../db/sqlBuilder.ts';
import { storedValues } from './storedColumns.ts';

export async function readCompany(tx: Tx, org: string): Promise<Organization> {
  const query = sqlBuilder
    .selectFrom(organization.table)
    .select(Object.keys(organization.fields))
    .where(sql<boolean>`id = ${org}::uuid`);
  const [row] = await tx.run(query);
  return row as unknown as Organization;
}

/** Writes the declared values and increments the version. Out: whether the row still had the version that was read. */
export async function writeCompany(tx: Tx, org: string, values: Row, version: number): Promise<boolean> {
  const query = sqlBuilder
    .updateTable(organization.table)
    .set({ ...storedValues(organization, values), version: sql`version + 1` })
    .where(sql<boolean>`id = ${org}::uuid and version = ${version}`)
    .returning('id');
  return (await tx.run(query)).length === 1;
}
