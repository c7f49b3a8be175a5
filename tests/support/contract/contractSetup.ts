// Reads the server's OpenAPI page for the client's tests, once for all of them. No request reaches a database.
import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { createApp } from '#server/app.ts';
import { readSecrets } from '#server/auth/secrets.ts';
import { readConfig } from '#server/config.ts';
import { Database } from '#server/db/database.ts';
import { diskStore } from '#server/providers/files/fileStore.ts';
import { resources } from '#src/resources/index.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { organization } from '#src/resources/organization.ts';
import type { JsonSchema } from './closed.ts';
import type { Contract, Route } from './contract.ts';

interface OpenApi {
  paths: Record<
    string,
    Record<string, { responses: { '2XX': { content?: { 'application/json': { schema: JsonSchema } } } } }>
  >;
  components: { schemas: Record<string, JsonSchema> };
}

export default async function setup(project: TestProject) {
  const page = await openApiPage();
  const { schemas } = page.components;
  for (const { name, fields } of [...resources, organization]) schemas[name] = wholeRecord(fields, schemas[name]!);
  project.provide('contract', { routes: routesOf(page), schemas } satisfies Contract);
}

async function openApiPage(): Promise<OpenApi> {
  const config = readConfig({
    DATA_DIR: tmpdir(),
    DEMO: 'off',
    PUBLIC_URL: 'http://sharebook.test',
    APP_SECRET: 'a root secret of thirty-two bytes',
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const db = new Database('postgres://nobody@localhost:1/none', { idleSeconds: 1, maxSeconds: 1 });
  const { server } = await createApp({
    config,
    db,
    now: () => new Date(),
    newId: () => 'request-1',
    secrets: readSecrets(config.appSecret, config.dataDir),
    files: diskStore(config.dataDir),
    log,
    distDir: null,
  });
  const reply = await server.inject('/api/openapi.json');
  await server.close();
  await db.close();
  return reply.json<OpenApi>();
}

/** As `RecordOf` types it: every field is there, and null only where it may be. */
function wholeRecord(fields: Fields, { properties = {} }: JsonSchema): JsonSchema {
  const shown = Object.entries(fields).filter(([, { kind }]) => kind !== 'file');
  const schemaOf = (name: string) => {
    const { anyOf = [], ...rest } = properties[name]!;
    const { required, kind } = fields[name]!;
    return required || kind === 'id' || kind === 'status' ? { ...rest, ...anyOf[0] } : { ...rest, anyOf };
  };
  return {
    type: 'object',
    required: shown.map(([name]) => name),
    properties: Object.fromEntries(shown.map(([name]) => [name, schemaOf(name)])),
  };
}

function routesOf({ paths }: OpenApi): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const schema = responses['2XX'].content?.['application/json'].schema ?? null;
      return { method: method.toUpperCase(), path, schema, record: schema && recordIn(schema, method) };
    }),
  );
}

function recordIn({ $ref, items, allOf }: JsonSchema, method: string): Route['record'] {
  const named = $ref ?? items?.$ref ?? allOf?.[0]?.$ref;
  if (!named?.startsWith('#/components/schemas/')) return null;
  return {
    resource: named.split('/').at(-1)!,
    isList: items !== undefined,
    isPage: allOf !== undefined && method === 'get',
  };
}
