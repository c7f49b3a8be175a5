// A column that shows a number is sorted by value, also when it is stored as text because it may hold a word.
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#src/resources/index.ts';
import { isNumeric, sqlTypes } from '#src/resources/kit/fields.ts';
import * as given from '#tests/support/given.ts';
import { listUrl } from '#tests/support/given.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const path = '/api/share-classes/';
const made = ['900', '10000', 'UNLIMITED', 'NOT APPLICABLE', '1000000'];
let tenant: Tenant;
beforeAll(async () => {
  tenant = await givenTenant(server, 'FIGMARK');
  for (const [index, authorized_shares] of made.entries()) {
    await given.shareClass(tenant.owner, { name: `Made ${index}`, prefix: `M${index}-`, authorized_shares });
  }
});

/** Returns the authorized numbers of the classes made here, in the order of the answer. */
async function authorized(query: object): Promise<unknown[]> {
  const { status, rows } = await tenant.owner.get(listUrl(path, query));
  expect(status).toBe(200);
  return rows.filter(({ name }) => /^Made \d$/.test(String(name))).map(({ authorized_shares }) => authorized_shares);
}

describe('the authorized number of a class', () => {
  it('is sorted by value, with unlimited above all numbers and not applicable last', async () => {
    const upwards = ['900', '10000', '1000000', 'UNLIMITED'];
    expect(await authorized({ sort: ['authorized_shares', 'ASC'] })).toEqual([...upwards, 'NOT APPLICABLE']);
    expect(await authorized({ sort: ['authorized_shares', 'DESC'] })).toEqual([
      ...upwards.toReversed(),
      'NOT APPLICABLE',
    ]);
  });

  it('is filtered by value', async () => {
    const sort = ['authorized_shares', 'ASC'];
    const most = { sort, filter: { authorized_shares_lte: '10000' } };
    expect(await authorized(most)).toEqual(['900', '10000']);
    const least = { sort, filter: { authorized_shares_gte: '10000' } };
    expect(await authorized(least)).toEqual(['10000', '1000000', 'UNLIMITED']);
    const all = { sort, filter: { authorized_shares_gte: 'UNLIMITED' } };
    expect(await authorized(all)).toEqual(['UNLIMITED']);
  });
});

/** Digits that are no quantity: the end of a phone number, and the number of a bank. */
const NO_QUANTITIES = ['phone_last4', 'routing_number'];
const columns = resources.flatMap(({ name, path: url, list, fields }) =>
  list
    .filter((column) => !NO_QUANTITIES.includes(column))
    .map((column) => [name, column, url, fields[column]!] as const),
);

it.each(columns)('sorts no column of numbers as text: %s, %s', async (_name, column, url, field) => {
  const { rows } = await tenant.owner.get(url);
  const shown = rows.map((row) => row[column]).filter((value) => value !== null && value !== '');
  const areNumbers = shown.length > 0 && shown.every((value) => /^-?\d+(\.\d+)?$/.test(String(value)));
  const isText = (sqlTypes[field.kind] as readonly string[]).includes('text');
  expect(areNumbers && isText && !isNumeric(field)).toBe(false);
});
