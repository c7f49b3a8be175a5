// Adds to a fake answer what a test leaves out and the contract requires: null where it may be, else the smallest value. So a
// test says only what it is about, and what it says is checked.
import type { JsonSchema } from './closed.ts';

type Named = Record<string, unknown>;
type Schemas = Record<string, JsonSchema>;

/** The value with every required property, at every depth. */
export function completed(schema: JsonSchema, value: unknown, schemas: Schemas): unknown {
  const whole = resolved(schema, schemas);
  if (Array.isArray(value)) return whole.items ? value.map((each) => completed(whole.items!, each, schemas)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const result: Named = { ...value };
  for (const part of whole.allOf ?? [whole]) {
    const { properties = {}, required = [] } = resolved(part, schemas);
    for (const [name, property] of Object.entries(properties))
      if (result[name] !== undefined) result[name] = completed(property, result[name], schemas);
      else if ((required as string[]).includes(name)) result[name] = smallest(property, schemas);
  }
  return result;
}

/** The one schema of something that is there, behind a reference and "or null". */
function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref) return resolved(schemas[schema.$ref.split('/').at(-1)!] ?? {}, schemas);
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? resolved(only, schemas) : schema;
}

const TEXTS = ['', '0', '2025-03-14', '2025-03-14T12:00:00Z', 'US', 'USD', 'a'.repeat(64)];

function smallest(schema: JsonSchema, schemas: Schemas): unknown {
  if ([schema, ...(schema.anyOf ?? [])].some(({ type }) => [type].flat().includes('null'))) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return (schema.enum as unknown[])[0];
  const { type, pattern, minLength = 0, minimum = 0 } = schema.anyOf ? resolved(schema.anyOf[0]!, schemas) : schema;
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return Math.max(0, Number(minimum));
  if (type !== 'string') return completed(schema, {}, schemas);
  const fits = (text: string) =>
    text.length >= Number(minLength) && (!pattern || new RegExp(String(pattern)).test(text));
  return TEXTS.find(fits) ?? '';
}
