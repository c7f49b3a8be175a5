// The OpenAPI page, from the router's notes and the resource declarations.
import { z } from 'zod';
import type { Field } from '#src/resources/kit/fields.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { fieldSchema } from '#src/resources/kit/validation.ts';
import { organization } from '#src/resources/organization.ts';
import { VERSION } from '../version.ts';
import type { Router } from './routes.ts';
import type { RouteNote } from './routing/route.ts';

export function openapiRoute(router: Router, resources: readonly Resource[]) {
  router.note({ method: 'GET', url: '/api/openapi.json', summary: 'This page', isPublic: true });
  let page: unknown;
  router.app.get('/api/openapi.json', async () => (page ??= describe(router, resources)));
}

function describe(router: Router, resources: readonly Resource[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const note of router.notes) {
    const path = note.url.replace(/:([a-z_]+)/g, '{$1}');
    const parameters = [
      ...[...note.url.matchAll(/:([a-z_]+)/g)].map((match) => ({
        name: match[1],
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...queryParameters(note.query),
    ];
    (paths[path] ??= {})[String(note.method).toLowerCase()] = {
      summary: note.summary,
      ...(note.stepUp
        ? { description: `${note.stepUp}: needs a fresh confirmation (step-up), else 403 step_up_required.` }
        : {}),
      ...(parameters.length > 0 ? { parameters } : {}),
      security: note.isPublic ? [] : [{ session: [] }],
      ...(note.body ? { requestBody: { content: { 'application/json': { schema: schemaOf(note.body) } } } } : {}),
      ...(note.uploads
        ? { requestBody: { content: { 'multipart/form-data': { schema: uploadSchema(note.uploads) } } } }
        : {}),
      responses: {
        '2XX': answer(note),
        default: {
          description: 'A refusal',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sharebook',
      version: VERSION,
      description: 'Lists take sort, range and filter; every POST takes Idempotency-Key; edits carry version.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: PROBLEM,
        ...Object.fromEntries([...resources, organization].map((resource) => [resource.name, recordSchema(resource)])),
      },
    },
  };
}

function queryParameters(query: z.ZodObject | undefined) {
  return Object.entries(query?.shape ?? {}).map(([name, field]) => ({
    name,
    in: 'query',
    required: !z.safeParse(field, undefined).success,
    schema: schemaOf(field as z.ZodType),
  }));
}

function answer({ answers, answer: beside }: RouteNote) {
  if (!answers) return beside ? json(schemaOf(beside)) : { description: 'Done' };
  const ref = { $ref: `#/components/schemas/${answers.replace('[]', '')}` };
  if (answers.endsWith('[]')) return json({ type: 'array', items: ref });
  return json(beside ? { allOf: [ref, schemaOf(beside)] } : ref);
}

function json(schema: unknown) {
  return { description: 'Done', content: { 'application/json': { schema } } };
}

const PROBLEM = {
  type: 'object',
  required: ['detail', 'code', 'request_id'],
  properties: {
    detail: { type: 'string' },
    code: { type: 'string' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

/** A file with text fields. */
const uploadSchema = (fields: z.ZodObject) => schemaOf(fields.extend({ file: z.string().meta({ format: 'binary' }) }));

function schemaOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

function recordSchema(resource: Resource) {
  const properties = Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, fieldJson(field)]),
  );
  return { type: 'object', properties };
}

function fieldJson(field: Field): unknown {
  const readOnly = field.readOnly ? { readOnly: true } : {};
  if (field.kind === 'file') return { type: 'string', format: 'binary' };
  const { $schema: _schema, ...json } = schemaOf(fieldSchema(field)) as Record<string, unknown>;
  return {
    anyOf: [json, { type: 'null' }],
    ...readOnly,
    ...(field.definition ? { description: field.definition } : {}),
  };
}
