import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import { filterOperators, isNumeric } from '#src/resources/kit/fields.ts';
import { fillEveryField } from '#tests/support/everyField/everyField.ts';
import { listUrl } from '#tests/support/given.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { oneOfEach } from '#tests/support/time/often.ts';

const server = useTestServer();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await givenTenant(server, 'LISTMARK');
  await fillEveryField(server, tenant);
});

/** Columns that cannot differ, by why. The choices that have one value are not among them: they say so themselves. */
const ALIKE: Readonly<Record<string, string>> = {
  'vesting-terms.version': 'a schedule that is recorded is never changed',
  'join-requests.phone_verified': 'nobody can ask to join before the phone is proved',
};

const read = (path: string, query = {}) => tenant.owner.get(listUrl(path, query));
type Key = string | number;
const inOrder = (a: Key, b: Key) => (a === b ? 0 : a < b ? -1 : 1);
/** The key a text sorts by: case does not matter, and numbers count by their value. */
const lookedUp = (text: string) => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(20, '0'));
/** An object or a list as the database writes it, which is what it sorts by. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${asText(each)}`);
  return `{${members.join(', ')}}`;
}
const idsOf = (rows: Row[]) => rows.map((row) => row.id);

describe.each(resources.map((resource) => [resource.name, resource] as const))('the list of %s', (name, resource) => {
  const { path } = resource;
  const last = path.replace(/\/$/, '').split('/').at(-1);
  const columns = Object.keys(resource.fields).filter((field) => resource.fields[field]!.kind !== 'file');
  const whole = () => tenant.records[name]!;

  it('is a plain array of the declared fields, with or without a slash at the end', async () => {
    const reply = await read(path);
    expect(reply.status).toBe(200);
    expect(reply.rows.length).toBeGreaterThan(0);
    for (const row of reply.rows) expect(Object.keys(row).sort()).toEqual([...columns].sort());
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    expect((await read(other)).text).toBe(reply.text);
    expect(reply.headers['content-range']).toBe(`${last} 0-${reply.rows.length - 1}/${reply.rows.length}`);
  });
  it('is paged without repeating or omitting a row, and states its range', async () => {
    const total = whole().length;
    const pages: unknown[] = [];
    for (let from = 0; from < total; from += 2) {
      const reply = await read(path, { sort: [columns.at(-1), 'ASC'], range: [from, from + 1] });
      const to = Math.min(from + 1, total - 1);
      expect(reply.headers['content-range']).toBe(`${last} ${from}-${to}/${total}`);
      pages.push(...idsOf(reply.rows));
    }
    expect(pages.sort()).toEqual(idsOf(whole()).sort());
    const beyond = await read(path, { range: [total + 10, total + 19] });
    expect([beyond.rows, beyond.headers['content-range']]).toEqual([[], `${last} */${total}`]);
  });
  const kindOf = (column: string) => resource.fields[column]!.kind;
  // A reference is sorted by the name that it shows.
  const sortedBy = (column: string) => {
    const field = resource.fields[column]!;
    return (field.kind === 'reference' && field.shows) || column;
  };
  const keyOf = (column: string, value: unknown) => {
    if (isNumeric(resource.fields[column]!)) return Number(value);
    return kindOf(column) === 'values' ? asText(value) : String(value);
  };
  /** Text is sorted as people look it up. */
  const sortKeyOf = (column: string, value: unknown) => {
    const key = keyOf(column, value);
    return kindOf(column) === 'text' && typeof key === 'string' ? lookedUp(key) : key;
  };
  const filledOf = (rows: Row[], column: string) => rows.filter((row) => row[column] !== null);
  it('has two values at least in each column, without which no order and no filter shows', () => {
    const lacking = columns.filter((column) => {
      const field = resource.fields[column]!;
      if (field.kind === 'choice' && field.values.length === 1) return false;
      return [column, sortedBy(column)].some(
        (each) => new Set(filledOf(whole(), each).map((row) => sortKeyOf(each, row[each]))).size < 2,
      );
    });
    expect(lacking).toEqual(columns.filter((column) => Object.hasOwn(ALIKE, `${name}.${column}`)));
  });
  it.each(oneOfEach(columns, kindOf))('is sorted by %s in both directions', async (column) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const { status, rows } = await read(path, { sort: [column, direction] });
      expect(status).toBe(200);
      const by = sortedBy(column);
      const keys = filledOf(rows, by).map((row) => sortKeyOf(by, row[by]));
      const sorted = keys.toSorted(inOrder);
      expect(keys).toEqual(direction === 'ASC' ? sorted : sorted.toReversed());
      expect(rows.findLastIndex((row) => row[by] !== null)).toBe(keys.length - 1);
    }
  });
  const filterable = columns.filter((column) => filterOperators[resource.fields[column]!.kind].length > 0);
  const filtered = oneOfEach(filterable, kindOf);
  it.each(filtered)('is filtered by %s: equal, not equal, at least, at most', async (column) => {
    const operators: readonly string[] = filterOperators[resource.fields[column]!.kind];
    const filled = filledOf(whole(), column).sort((a, b) =>
      inOrder(keyOf(column, a[column]), keyOf(column, b[column])),
    );
    const find = async (operator: string, value: unknown) => {
      const reply = await read(path, { filter: { [operator === 'eq' ? column : `${column}_${operator}`]: value } });
      expect([operator, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([operator, 200, '']);
      return idsOf(reply.rows).sort();
    };
    // The least and the greatest: what is beyond one of them is all but those that equal it.
    for (const value of [filled[0]![column], filled.at(-1)![column]]) {
      const isSame = (row: Row) => row[column] !== null && keyOf(column, row[column]) === keyOf(column, value);
      const wanted = (holds: (row: Row) => boolean, among = whole()) => idsOf(among.filter(holds)).sort();
      expect(await find('eq', value)).toEqual(wanted(isSame));
      expect(await find('ne', value)).toEqual(wanted((row) => !isSame(row)));
      if (!operators.includes('gte')) continue;
      expect(await find('gte', value)).toEqual(
        wanted((row) => inOrder(keyOf(column, row[column]), keyOf(column, value)) >= 0, filled),
      );
      expect(await find('lte', value)).toEqual(
        wanted((row) => inOrder(keyOf(column, row[column]), keyOf(column, value)) <= 0, filled),
      );
    }
  });
  const texts = oneOfEach(
    columns.filter((column) =>
      (filterOperators[resource.fields[column]!.kind] as readonly string[]).includes('contains'),
    ),
    kindOf,
  );
  it.each(texts)('is filtered by a part of %s, in any case', async (column) => {
    const value = whole().find((row) => row[column] !== null)?.[column];
    const part = String(value).slice(1, 50).trim().toUpperCase();
    const { rows } = await read(path, { filter: { [`${column}_contains`]: part } });
    const wanted = whole().filter((row) =>
      String(row[column] ?? '')
        .toUpperCase()
        .includes(part),
    );
    expect(idsOf(rows).sort()).toEqual(idsOf(wanted).sort());
    expect(rows.length).toBeGreaterThan(0);
  });
  it('finds the rows without a value, and the rows with one', async () => {
    for (const column of filtered) {
      const none = await read(path, { filter: { [column]: null } });
      const some = await read(path, { filter: { [`${column}_ne`]: null } });
      expect(none.rows.every((row) => row[column] === null)).toBe(true);
      expect(none.rows.length + some.rows.length).toBe(whole().length);
    }
  });
  it('finds several records by id, in any order, and nothing for unknown ids', async () => {
    const wanted = idsOf(whole()).slice(0, 2);
    const reply = await read(path, { filter: { id: [...wanted, 'none'] } });
    expect(idsOf(reply.rows).sort()).toEqual([...wanted].sort());
    expect((await read(path, { filter: { id: [] } })).rows).toEqual([]);
    expect((await read(path, { filter: { id: ['none', "'; drop table task; --"] } })).rows).toEqual([]);
  });
  it('finds rows that contain the search text, and reads wildcards as plain characters', async () => {
    const searched = columns.filter((field) => resource.fields[field]!.search);
    const row = whole().find((each) => searched.some((field) => each[field]));
    const field = searched.find((each) => row?.[each]);
    expect(searched.length === 0 || field !== undefined).toBe(true);
    if (!row || !field) return;
    const part = String(row[field]).slice(1, 9).toLowerCase();
    expect(idsOf((await read(path, { filter: { q: part } })).rows)).toContain(row.id);
    for (const q of ['%', '_', '\\', 'zzz-nothing-zzz', "' or 1=1 --"])
      for (const found of (await read(path, { filter: { q } })).rows)
        expect(searched.some((each) => String(found[each] ?? '').includes(q))).toBe(true);
  });
  it.each([
    ['an unknown sort field', { sort: ['org_id', 'ASC'] }, 400, 'Unsupported sort field.'],
    ['sorting by a prototype', { sort: ['__proto__', 'ASC'] }, 400, 'Unsupported sort field.'],
    ['SQL as a sort field', { sort: ['id; drop table task', 'ASC'] }, 400, 'Unsupported sort field.'],
    ['an unknown direction', { sort: ['id', 'UP'] }, 400, 'Unsupported sort field.'],
    ['an unknown filter', { filter: { org_id: 'x' } }, 400, 'Unsupported filter.'],
    ['an unknown suffix', { filter: { id_like: 'x' } }, 400, 'Unsupported filter.'],
    ['a filter that is a list', { filter: [1] }, 400, expect.any(String)],
    ['a range of one number', { range: [5] }, 400, expect.any(String)],
    ['a reversed range', { range: [9, 0] }, 400, expect.any(String)],
    ['a negative range', { range: [-1, 5] }, 400, expect.any(String)],
    ['a search of 101 characters', { filter: { q: 'x'.repeat(101) } }, 422, expect.any(String)],
    ['a NUL in a search', { filter: { q: 'a\u0000b' } }, 422, expect.any(String)],
    ['a search that is a number', { filter: { q: 7 } }, 422, expect.any(String)],
    ['an id that is an object', { filter: { id: { gt: '' } } }, 422, expect.any(String)],
  ])('refuses %s', async (_what, query, status, detail) => {
    const reply = await read(path, query);
    expect([reply.status, reply.detail]).toEqual([status, detail]);
  });
  it('refuses a repeated parameter, an unknown one, and invalid JSON', async () => {
    for (const query of ['sort=["id","ASC"]&sort=["id","DESC"]', 'limit=5', 'filter={', 'sort=id', 'range=0-9'])
      expect([query, (await tenant.owner.get(`${path}?${query}`)).status]).toEqual([query, 400]);
  });
  it('gives one record by its id, and the same 404 for every other id', async () => {
    for (const row of whole()) {
      const reply = await tenant.owner.get(`${path.replace(/\/$/, '')}/${String(row.id)}`);
      expect([reply.status, reply.body]).toMatchObject([200, row]);
    }
    for (const id of ['none', '00000000-0000-7000-8000-000000000000', '%27%3B--'])
      expect(await tenant.owner.get(`${path.replace(/\/$/, '')}/${id}`)).toMatchObject({
        status: 404,
        detail: 'Not found.',
      });
  });
});

describe('a very wide range', () => {
  it('is cut at a thousand rows', async () => {
    await server.sql(
      `insert into task (org_id, id, title, priority, status, created_by)
       select (select id from organization where client_name = $1), gen_random_uuid(), 'many ' || n, 'low', 'pending', gen_random_uuid() from generate_series(1, 1100) n`,
      [tenant.owner.user.client_name],
    );
    const reply = await read('/api/tasks/', { range: [0, 999_999], sort: ['title', 'ASC'] });
    expect(reply.rows).toHaveLength(1000);
    expect((await read('/api/tasks/')).rows.length).toBeGreaterThan(1100);
  });
});
