// The format's own schemas, read where they are at hand: what we write must pass them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

type Schema = { $id: string; properties?: { object_type?: { const?: string; enum?: string[] } } };

/** The validator of each object type, of a release or of main. */
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
