// The contract that fake answers of the client's tests are checked with: routes and their schemas, from the OpenAPI page
// (contractSetup.ts). A fake that the server would never give fails its test with a sentence that names route and field.
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { inject } from 'vitest';
import { closed } from './closed.ts';
import type { JsonSchema } from './closed.ts';

export interface Route {
  method: string;
  /** "/api/certificates/{id}" */
  path: string;
  /** The content of a success; null where OpenAPI names none, as of a file. */
  schema: JsonSchema | null;
  /** The resource whose record, records or page of a record the answer is. */
  record: { resource: string; isList: boolean; isPage: boolean } | null;
}

export interface Contract {
  routes: Route[];
  schemas: Record<string, JsonSchema>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    contract: Contract;
  }
}

export interface FakeAnswer {
  status: number;
  json: unknown;
}

let ajv: Ajv2020 | undefined;
const validators = new Map<JsonSchema, ValidateFunction>();
const PROBLEM: JsonSchema = { $ref: '#/components/schemas/Problem' };

/** The declared route of a call such as GET /api/certificates/c-1, or undefined. */
export function routeOf(method: string, path: string): Route | undefined {
  const parts = partsOf(path);
  const found = inject('contract').routes.filter((route) => {
    const own = partsOf(route.path);
    return (
      route.method === method &&
      own.length === parts.length &&
      own.every((part, at) => isParameter(part) || part === parts[at])
    );
  });
  // A word in the address goes before a parameter.
  return found.toSorted(
    (one, other) => partsOf(one.path).filter(isParameter).length - partsOf(other.path).filter(isParameter).length,
  )[0];
}

const partsOf = (path: string) => path.split('/').filter(Boolean);
const isParameter = (part: string) => part.startsWith('{');

/** Why the server would never give this answer, in a sentence; null where it may. */
export function faultOf(method: string, path: string, { status, json }: FakeAnswer): string | null {
  const route = routeOf(method, path);
  if (!route) return `${method} ${path}: the server declares no such route.`;
  const named = `${method} ${route.path}`;
  // What stands before the server, or takes its place while it is away, answers without JSON.
  if (status >= 500 && json === undefined) return null;
  const schema = status >= 400 ? PROBLEM : route.schema;
  if (!schema) return null;
  if (json === undefined)
    return status === 204 ? null : `${named} ${status}: the server answers with JSON, and the fake with nothing.`;
  const validate = validatorOf(schema);
  if (validate(JSON.parse(JSON.stringify(json)))) return null;
  return `${named} ${status}: the server would never answer this. ${sentenceOf(validate.errors!)}`;
}

function validatorOf(schema: JsonSchema): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  if (!ajv) {
    ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as unknown as (target: Ajv2020) => void)(ajv);
    ajv.addSchema({ $id: 'contract', components: { schemas: inject('contract').schemas } });
  }
  const validate = ajv.compile(closed(withBase(schema)));
  validators.set(schema, validate);
  return validate;
}

/** A reference within the page, from outside it. */
const withBase = (schema: JsonSchema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/')) as JsonSchema;

/** "rows.0.shares must be string; rows.0.name is missing" */
function sentenceOf(errors: readonly ErrorObject[]): string {
  const telling = errors.filter(
    ({ keyword, params }) =>
      !['anyOf', 'oneOf', 'if'].includes(keyword) && (params as { type?: unknown }).type !== 'null',
  );
  const lines = (telling.length > 0 ? telling : errors).map(({ instancePath, keyword, params, message }) => {
    const at = partsOf(instancePath);
    const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, string | undefined>;
    const extra = additionalProperty ?? unevaluatedProperty;
    if (missingProperty !== undefined) return `${[...at, missingProperty].join('.')} is missing`;
    if (extra !== undefined) return `${[...at, extra].join('.')} is not declared`;
    const allowed = keyword === 'enum' ? `: ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}` : '';
    return `${at.join('.') || 'the answer'} ${message}${allowed}`;
  });
  const several = [...new Set(lines)];
  return `${several.slice(0, 6).join('; ')}${several.length > 6 ? `; and ${several.length - 6} more` : ''}.`;
}
