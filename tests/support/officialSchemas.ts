// The format's own schemas, where they are available. What we write must pass them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Row } from '#server/db/database.ts';
import type { Person } from './people.ts';
import type { TestServer } from './testServer.ts';

export const SCHEMAS = 'ocf/schema-1.2.0/schema';

type Schema = { $id: string; properties?: { object_type?: { const?: string; enum?: string[] } } };

/** The validator of each object type, from a release or from main. */
export function officialSchemas(version: '1.2.0' | 'main' = '1.2.0'): Map<string, ValidateFunction> {
  const ajv = new Ajv({ strict: false, allErrors: true });
  (addFormats as unknown as (target: Ajv) => void)(ajv);
  const folder = fileURLToPath(new URL(`../../../shared/ocf/schema-${version}/schema`, import.meta.url));
  const schemas = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Schema);
  for (const schema of schemas) ajv.addSchema(schema);
  const typesOf = ({ $id, properties }: Schema) =>
    $id.includes('/objects/') ? [properties?.object_type?.const ?? [], properties?.object_type?.enum ?? []].flat() : [];
  return new Map(
    schemas.flatMap((schema) => typesOf(schema).map((type) => [type, ajv.getSchema(schema.$id)!] as const)),
  );
}

/**
 * Checks every object that a company keeps. Returns their types and the errors. A type newer than the release is
 * checked with the schemas of main.
 */
export async function faultsOf(server: TestServer, company: Person): Promise<{ types: string[]; faults: string[] }> {
  const [validators, newer] = [officialSchemas(), officialSchemas('main')];
  const rows = await server.sql<{ ocf: Row }>(
    `select ocf from ledger_tx l join organization o on o.id = l.org_id where o.client_name = $1
     union all select ocf from ocf_object x join organization o on o.id = x.org_id where o.client_name = $1`,
    [company.user.client_name],
  );
  const faults = rows.flatMap(({ ocf }) => {
    const type = String(ocf.object_type);
    const validate = validators.get(type) ?? newer.get(type);
    if (!validate) return [`${type} is not a type of the format`];
    if (validate(ocf) as boolean) return [];
    return validate.errors!.map((error) => `${type}${error.instancePath} ${error.message}: ${JSON.stringify(ocf)}`);
  });
  return { types: [...new Set(rows.map(({ ocf }) => String(ocf.object_type)))].sort(), faults };
}
