// Values for generated requests: those a schema of the OpenAPI page allows, and hostile ones in their place.
import type { Random } from '../randomNumbers.ts';

export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
}

/** Ids that exist, by the name of their resource; and those of another company. */
export interface Known {
  ids: Record<string, string[]>;
  foreign: string[];
  emails: string[];
}

const DAYS = ['2024-01-01', '2024-02-29', '2024-06-30', '2025-03-01', '2026-11-01', '1999-12-31'];
const DECIMALS = ['1', '10', '0.5', '1000', '0.01', '250000', '3.3333'];
const WORDS = ['Common', 'a remark', 'US', 'Ada', 'USD', '2', 'UNLIMITED', 'correct horse 7', 'Europe/Rome'];

const anyId = (random: Random, { ids }: Known) =>
  random.pick(
    Object.values(ids)
      .filter((each) => each.length > 0)
      .flat(),
  );

/** The name of an id's field says which record it means: share_class_id, to_share_class_id. */
function idFor(random: Random, name: string, known: Known): string {
  const resource = Object.keys(known.ids)
    .filter((each) => name.includes(each.replaceAll('-', '_').replace(/e?s$/, '')))
    .sort((one, other) => other.length - one.length)[0];
  const ids = known.ids[resource ?? ''] ?? [];
  return ids.length > 0 ? random.pick(ids) : anyId(random, known);
}

/** A value that the schema allows, as far as it says. */
export function allowedValue(random: Random, schema: Schema, name: string, known: Known): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return allowedValue(random, random.pick(schema.anyOf), name, known);
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'object': {
      // Few, half or most of the fields that may be absent.
      const share = random.pick([1, 5, 9]);
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => schema.required?.includes(field) || random.below(10) < share)
          .map(([field, each]) => [field, allowedValue(random, each, field, known)]),
      );
    }
    case 'array': {
      if (schema.prefixItems) return schema.prefixItems.map((each) => allowedValue(random, each, name, known));
      const count = random.between(schema.minItems ?? 0, (schema.minItems ?? 0) + 2);
      return Array.from({ length: count }, () => allowedValue(random, schema.items ?? {}, name, known));
    }
    case 'boolean':
      return random.chance(2);
    case 'integer':
    case 'number':
      return random.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 100));
    case 'null':
      return null;
    default:
      return allowedText(random, schema, name, known);
  }
}

function allowedText(random: Random, { pattern = '', minLength = 0 }: Schema, name: string, known: Known): string {
  if (/\\d\{4\}-/.test(pattern) || /(^|_)date$|^as_of$|^from$|^to$/.test(name)) return random.pick(DAYS);
  if (/_ids?$/.test(name)) return idFor(random, name, known);
  if (pattern.startsWith('^\\+')) return `+1415555${random.between(1000, 9999)}`;
  if (pattern.startsWith('^\\[')) return '[0,9]';
  if (pattern.includes('[0-9a-f]{64}')) return 'ab'.repeat(32);
  if (pattern.startsWith('^[A-Z]')) return random.pick(['USD', 'EUR', 'JPY', 'ZZZ']);
  if (pattern.startsWith('^\\d{6}')) return String(random.between(100_000, 999_999));
  if (pattern.startsWith('^\\d')) return random.pick(DECIMALS);
  if (name === 'email') return random.pick([...known.emails, `fuzz-${random.below(1e6)}@example.com`]);
  if (name === 'sort') return '["id","ASC"]';
  if (name === 'filter') return '{"q":"a"}';
  return random.pick(WORDS).padEnd(minLength, 'x');
}

/** Stands in a body where text that JSON.stringify cannot write has to go. */
export const RAW = {
  'RAW:digits': '9'.repeat(1_000_000),
  'RAW:exponent': '1e1000000',
  'RAW:deep': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'RAW:levels': `${'{"a":'.repeat(55)}1${'}'.repeat(55)}`,
  'RAW:prototype': '{"__proto__":{"role":"owner"},"constructor":{"prototype":{"role":"owner"}}}',
  'RAW:twice': '{"id":"a","id":"b","id":["c"]}',
  'RAW:nan': 'NaN',
} as const;

const NUMBERS = [1e308, -1e308, 1e21, 2 ** 53 + 2, -1, 0, 0.1, 2 ** 31, 2 ** 63, -(2 ** 63), 1e-320];
const FIGURES = ['-1', '0', '1e5', '0x10', 'Infinity', 'NaN', `${'9'.repeat(28)}.9999999999`, `0.${'0'.repeat(60)}1`];
const FAR_DAYS = [
  '0000-00-00',
  '0001-01-01',
  '1000-01-01',
  '9999-12-31',
  '9998-12-31',
  '10000-01-01',
  '-0001-01-01',
  '2023-02-29',
  '2024-13-01',
  '275760-09-13',
  '294277-01-01',
  '2024-06-31T00:00:00Z',
  '２０２４-01-01',
];
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202egnp.exe',
  'e\u0301\u0301\u0301',
  '😀'.repeat(300),
  '\r\nset-cookie: a=b',
  "'; drop table account; --",
  '%00%ff%',
  '\\',
  '../../../../etc/passwd',
  '=cmd()|x',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '<script>alert(1)</script>',
  '${1+1}{{1+1}}',
  '(a+)+$',
  '*',
];
export const ZERO_ID = '00000000-0000-0000-0000-000000000000';

/** Something that no caller should send there. */
export function hostileValue(random: Random, known: Known): unknown {
  const kinds: (() => unknown)[] = [
    () => random.pick(NUMBERS),
    () => random.pick(FIGURES),
    () => random.pick(FAR_DAYS),
    () => random.pick(TEXTS),
    () => random.pick(TEXTS),
    () => random.pick(Object.keys(RAW)),
    () => random.pick([null, true, false, [], {}, [[]], [null], { a: 1 }]),
    () => random.pick([...known.foreign, ZERO_ID, anyId(random, known), 'not-an-id']),
    () => 'x'.repeat(random.pick([201, 1001, 100_000])),
    () => '9'.repeat(random.pick([29, 400, 100_000])),
    () => Array.from({ length: random.pick([2, 1001, 10_000]) }, () => anyId(random, known)),
    () => Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n])),
  ];
  return random.pick(kinds)();
}

/** The same value with something hostile at one place of it. */
export function damaged(random: Random, value: unknown, known: Known): unknown {
  if (value === null || typeof value !== 'object' || random.chance(12)) return hostileValue(random, known);
  if (Array.isArray(value)) {
    if (value.length === 0) return [hostileValue(random, known)];
    const at = random.below(value.length);
    return value.map((each, index) => (index === at ? damaged(random, each, known) : each));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(8))
    return {
      ...value,
      [random.pick([...TEXTS.filter((text) => text !== '__proto__'), 'org_id', 'role'])]: hostileValue(random, known),
    };
  const [name, inner] = random.pick(entries);
  if (random.chance(10)) return Object.fromEntries(entries.filter(([each]) => each !== name));
  return { ...value, [name]: random.chance(8) ? [inner] : damaged(random, inner, known) };
}

/** As JSON, with the raw texts in their places. */
export function asJson(value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  return json.includes('RAW:')
    ? json.replaceAll(/"(RAW:\w+)"/g, (text, name: string) => (name in RAW ? RAW[name as keyof typeof RAW] : text))
    : json;
}
