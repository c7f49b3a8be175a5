// Requests generated from the server's own OpenAPI page: the valid shape of a call, mostly with something wrong in it.
import { multipart, PDF } from '../given.ts';
import { allowedValue, asJson, damaged, hostileValue, ZERO_ID } from './values.ts';
import type { Known, Schema } from './values.ts';
import type { Random } from '../randomNumbers.ts';

interface Described {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: { items?: { $ref?: string } } }> }>;
}
export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  method: string;
  path: string;
  query: { name: string; schema: Schema }[];
  body: { type: string; schema: Schema } | null;
  /** Of a list: the fields that it sorts and filters by. */
  fields: string[];
}

export interface FuzzedRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[]>;
  body: string | Buffer | undefined;
}

export function operationsOf({ paths, components }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const [body] = Object.entries(described.requestBody?.content ?? {});
      const ref = described.responses['2XX']?.content?.['application/json']?.schema.items?.$ref;
      const record = components.schemas[ref?.split('/').at(-1) ?? ''];
      return {
        method: method.toUpperCase(),
        path,
        query: (described.parameters ?? []).filter((each) => each.in === 'query'),
        body: body ? { type: body[0], schema: body[1].schema } : null,
        fields: Object.keys(record?.properties ?? {}),
      };
    }),
  );
}

/** One in five requests is as the page says; the others have one to three faults. */
export function fuzzedRequest(random: Random, operation: Operation, known: Known): FuzzedRequest {
  const faults = random.chance(5) ? 0 : random.between(1, 3);
  let isHurt = { path: false, query: false, body: false, headers: false };
  for (let n = 0; n < faults; n += 1) isHurt = { ...isHurt, [random.pick(placesOf(operation))]: true };
  const { body, headers } = bodyOf(random, operation, known, isHurt.body);
  return {
    method: isHurt.headers && random.chance(12) ? random.pick(['PATCH', 'HEAD', 'OPTIONS', 'PUT']) : operation.method,
    url: pathOf(random, operation, known, isHurt.path) + queryOf(random, operation, known, isHurt.query),
    headers: { ...headers, ...(isHurt.headers ? hostileHeaders(random) : {}) },
    body,
  };
}

const placesOf = ({ path, body }: Operation): ('path' | 'query' | 'body' | 'headers')[] => [
  ...(path.includes('{') ? (['path'] as const) : []),
  ...(body ? (['body', 'body', 'body', 'body'] as const) : (['query', 'query', 'query'] as const)),
  'query',
  'headers',
];

function pathOf(random: Random, { path }: Operation, known: Known, isHurt: boolean): string {
  const resource = path.split('/').find((part) => part in known.ids) ?? '';
  return path.replaceAll(/\{\w+\}/g, () => {
    const ids = known.ids[resource] ?? [];
    if (!isHurt && ids.length > 0) return random.pick(ids);
    const hostile = random.pick([
      () => random.pick([...known.foreign, ZERO_ID]),
      () => String(hostileValue(random, known)).slice(0, 3000),
      () => 'x'.repeat(random.pick([100, 401, 9000])),
      () => random.pick(['%', '%00', '%ff', '%2e%2e%2f', '..', '%ed%a0%80', 'export.csv', '{id}']),
    ])();
    return hostile.startsWith('%') ? hostile : encoded(hostile);
  });
}

/** Lone surrogates as bytes that are no text. */
const encoded = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80');

const parameter = (value: unknown) => encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function queryOf(random: Random, operation: Operation, known: Known, isHurt: boolean): string {
  const pairs = operation.query
    .filter(() => !random.chance(3))
    .map(
      ({ name, schema }) => [name, parameter(queryValue(random, operation, name, schema, known))] as [string, string],
    );
  if (isHurt) {
    const name = operation.query.length > 0 ? random.pick(operation.query).name : 'x';
    pairs.push([
      name,
      parameter(damaged(random, queryValue(random, operation, name, {}, known), known)).slice(0, 12_000),
    ]);
    if (random.chance(4))
      pairs.push([
        random.pick([name, `${name}[]`, '__proto__', 'constructor', '%00']),
        random.pick(['1', '%', '%ff', '']),
      ]);
    else if (random.chance(2) && pairs.length > 1) pairs.splice(0, pairs.length - 1);
  }
  return pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}` : '';
}

/** What lists take is JSON in a parameter: by the fields of their records. */
function queryValue(random: Random, { fields }: Operation, name: string, schema: Schema, known: Known): unknown {
  if (fields.length === 0) return allowedValue(random, schema, name, known);
  const field = random.pick(fields);
  if (name === 'sort') return [field, random.pick(['ASC', 'DESC'])];
  if (name === 'range') return [random.below(3), random.between(3, 30)];
  if (name !== 'filter') return allowedValue(random, schema, name, known);
  const suffix = random.pick(['', '', '_gte', '_lte', '_ne']);
  const value = random.chance(2)
    ? allowedValue(random, { type: ['string', 'integer', 'boolean'] }, field, known)
    : hostileValue(random, known);
  return { [field + suffix]: value, ...(random.chance(4) ? { q: hostileValue(random, known) } : {}) };
}

function bodyOf(
  random: Random,
  { body, method }: Operation,
  known: Known,
  isHurt: boolean,
): Pick<FuzzedRequest, 'body' | 'headers'> {
  if (!body) {
    if (method === 'GET' || random.chance(2)) return { body: undefined, headers: {} };
    return { body: asJson(isHurt ? hostileValue(random, known) : {}), headers: JSON_TYPE };
  }
  const allowed = allowedValue(random, body.schema, '', known);
  if (body.type.startsWith('multipart')) return uploadOf(random, allowed as Record<string, unknown>, known, isHurt);
  if (!isHurt) return { body: asJson(allowed), headers: JSON_TYPE };
  const json = asJson(damaged(random, allowed, known));
  if (!random.chance(6)) return { body: json, headers: JSON_TYPE };
  return random.pick([
    () => ({ body: json.slice(0, random.below(json.length + 1)), headers: JSON_TYPE }),
    () => ({ body: `\ufeff${json}`, headers: JSON_TYPE }),
    () => ({ body: Buffer.concat([Buffer.from(json), Buffer.from([0xff, 0xfe, 0])]), headers: JSON_TYPE }),
    () => ({ body: asJson(hostileValue(random, known)), headers: JSON_TYPE }),
    () => ({ body: json, headers: { 'content-type': random.pick(CONTENT_TYPES) } }),
    () => ({ body: json, headers: { ...JSON_TYPE, 'content-encoding': random.pick(['gzip', 'br', 'x']) } }),
    () => ({ body: 'a=b&a[]=c&__proto__[x]=y', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  ])();
}

const JSON_TYPE = { 'content-type': 'application/json' };
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/jsonx',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/octet-stream',
  ';;;',
  'x'.repeat(5000),
];

const FILES = [
  PDF,
  '',
  '%PDF-1.7\n%%EOF',
  'PK\u0003\u0004 not a zip',
  Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  '\u0000'.repeat(2000),
  '{"file_type":"OCF_MANIFEST_FILE"}',
  'x'.repeat(200_000),
];

function uploadOf(random: Random, fields: Record<string, unknown>, known: Known, isHurt: boolean) {
  const { file: _file, ...others } = fields;
  const texts = Object.fromEntries(
    Object.entries(isHurt ? (damaged(random, others, known) as object) : others).map(([name, value]) => [
      name.replaceAll(/[\r\n"]/g, '_'),
      typeof value === 'string' ? value : asJson(value),
    ]),
  );
  const name = isHurt ? random.pick(['a.pdf', '.', '../a.pdf', 'a\u0000.pdf', '=a.csv', 'n'.repeat(5000)]) : 'a.pdf';
  const bytes = isHurt ? random.pick(FILES) : PDF;
  const { body, options } = multipart(isHurt && random.chance(8) ? null : { name, bytes }, texts);
  const cut = isHurt && random.chance(8) ? body.subarray(0, random.below(body.length)) : body;
  return { body: cut, headers: options.headers };
}

function hostileHeaders(random: Random): Record<string, string | string[]> {
  return random.pick([
    () => ({
      'idempotency-key': random.pick(['', 'k', 'k'.repeat(5000), 'é', 'a key', '__proto__', `k${random.below(20)}`]),
    }),
    () => ({
      authorization: random.pick(['Bearer', 'Bearer ', 'Bearer a b', 'Basic eDp4', 'Bearer '.repeat(500), 'Bearer é']),
    }),
    () => ({ accept: random.pick(['text/html', '*/*;q=0', 'application/xml', 'x'.repeat(3000)]) }),
    () => ({
      'x-request-id': random.pick(['a', 'x'.repeat(3000), '<b>']),
      'x-forwarded-proto': random.pick(['https', 'x,y']),
    }),
    () => ({ cookie: random.pick(['a', 'device=a.b.c', '=;=;', 'device='.repeat(200), '__proto__=1']) }),
    () => ({ 'if-none-match': '"x"', range: 'bytes=0-1,5-', 'accept-encoding': 'x;q=9' }),
    () => ({
      'x-http-method-override': 'DELETE',
      'content-language': 'x',
      ...(random.chance(8) ? { expect: 'x' } : {}),
    }),
  ])();
}
