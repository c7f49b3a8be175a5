// An answer of a fake server as the real one would give it: what a test leaves out of a record is added, and what the
// contract does not allow is refused.
import { inject } from 'vitest';
import type { z } from 'zod';
import { pageSchema } from '#src/contract/recordPages.ts';
import { resources } from '#src/resources/index.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { organization } from '#src/resources/organization.ts';
import { sampleRow, shownBeside } from './admin/samples.ts';
import { completed } from '#tests/support/contract/completed.ts';
import { faultOf, routeOf } from '#tests/support/contract/contract.ts';

export interface Answer {
  status?: number;
  json?: unknown;
  /** Of a list: how many match; `*`, more than were counted. Absent: as many as it has. */
  total?: number | '*';
}

/**
 * The answer to a call such as `GET /api/tasks`, whole. Where the server would never answer so, adds a sentence that names
 * route and field to the faults, for which the test fails in the end.
 */
export function fakeAnswer<A extends Answer>(call: string, answer: A, faults: string[]): A {
  const [method, path] = call.split(' ') as [string, string];
  const { status = 200 } = answer;
  const json = status >= 400 ? wholeProblem(answer.json) : wholeAnswer(method, path, answer.json);
  const fault = isOfTestsOwnResource(path) ? null : faultOf(method, path, { status, json });
  if (fault) faults.push(fault);
  return { ...answer, json };
}

/** A resource that a test adds to the registry: the server does not know it. */
const isOfTestsOwnResource = (url: string) =>
  resources.some(({ name, path }) => url.startsWith(path.replace(/\/$/, '')) && !(name in inject('contract').schemas));

/** Every refusal has a code and the request's id; a test names them where a screen reads them. */
const wholeProblem = (json: unknown) =>
  json === undefined ? undefined : { code: 'refused', request_id: 'request-1', ...(json as object) };

function wholeAnswer(method: string, path: string, json: unknown): unknown {
  const { record, schema } = routeOf(method, path) ?? {};
  const { schemas } = inject('contract');
  if (!record || !schema) return schema ? completed(schema, json, schemas) : json;
  const { isPage } = record;
  const resource = [...resources, organization].find(({ name }) => name === record.resource);
  if (!resource || typeof json !== 'object' || json === null) return json;
  const wholeOne = (row: object) => {
    const whole = wholeRecord(resource, row);
    return isPage ? { ...shownBeside(resource, whole), ...whole } : withoutPage(resource, whole);
  };
  return completed(schema, Array.isArray(json) ? json.map((row) => wholeOne(row as object)) : wholeOne(json), schemas);
}

/** A test's row also has what the record's page shows beside it; other answers have the record alone. */
function withoutPage({ name, fields }: Resource, row: Record<string, unknown>): Record<string, unknown> {
  const { shape = {} } = pageSchema(name) as Partial<z.ZodObject>;
  return Object.fromEntries(Object.entries(row).filter(([key]) => key in fields || !(key in shape)));
}

/** A row with every declared field: null where none was given, and a plausible value where null cannot be. */
function wholeRecord(resource: Resource, given: object): Record<string, unknown> {
  const plausible = sampleRow(resource);
  const fields = Object.entries(resource.fields).filter(([, { kind }]) => kind !== 'file');
  const empty = fields.map(([name, { required, kind }]) => [
    name,
    required || kind === 'id' || kind === 'status' ? plausible[name] : null,
  ]);
  return { ...Object.fromEntries(empty), ...given };
}
