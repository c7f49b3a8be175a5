// A column that shows a name is sorted by that name, not by the id behind it.
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#src/resources/index.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await givenTenant(server, 'AMARK');
  // Ids grow with time: this gives the holder with the first id the last name.
  const url = `/api/shareholders/${String(tenant.one.record.id)}`;
  const { body: record } = await tenant.owner.get(url);
  await tenant.owner.put(url, { ...record, first_name: 'Zz', history: undefined });
});

const named = resources.flatMap((resource) =>
  resource.list.flatMap((name) => {
    const field = resource.fields[name]!;
    return field.kind === 'reference' && field.shows ? [[resource.path, name, field.shows] as const] : [];
  }),
);

describe('names', () => {
  it('are sorted without regard to case and accents', async () => {
    const company = await signUpCompany(server);
    const names = ['Zephyr Capital', 'Émile Arnaud', 'mer Zeller', 'Frank Moss', 'de Vries'];
    for (const entity_name of names) await given.shareholder(company, { type: 'entity', entity_name });
    const listed = async (order: string) =>
      (await company.get(`/api/shareholders/?sort=["name","${order}"]`)).rows.map(({ name }) => name);
    const wanted = ['de Vries', 'Émile Arnaud', 'Frank Moss', 'mer Zeller', 'Zephyr Capital'];
    expect(await listed('ASC')).toEqual(wanted);
    expect(await listed('DESC')).toEqual(wanted.toReversed());
  });
});

describe('certificate numbers', () => {
  it('are sorted by number, not by letters', async () => {
    const company = await signUpCompany(server);
    for (const certificate_number of ['CS-10', 'CS-2', 'CS-0009', 'CB-11'])
      await given.certificate(company, { certificate_number });
    const { rows } = await company.get('/api/certificates/?sort=["certificate_number","ASC"]');
    expect(rows.map((row) => row.certificate_number)).toEqual(['CB-11', 'CS-2', 'CS-0009', 'CS-10']);
  });
});

describe('the key of a text', () => {
  it('is made faster where digits stand at the end alone, and is the same', async () => {
    const rows = await server.sql(
      `select v from unnest($1::text[]) a cross join unnest($2::text[]) b cross join unnest($1::text[]) c cross join unnest($2::text[]) d
         cross join lateral (select a || b || c || d as v) x
       where v ~ '[0-9]' and alphabetical(v) is distinct from
         regexp_replace(regexp_replace(letters_in_order(v), '([0-9]+)', '00000000000000000000\\1', 'g'), '[0-9]*([0-9]{20})', '\\1', 'g')`,
      [
        ['', 'CS-', ' ', 'a b', 'É', 'ß', '١', '１', '\\', '%', '\n'],
        ['', '0', '007', '12', '12345678901234567890', '123456789012345678901', '000000000000000000000001'],
      ],
    );
    expect(rows).toEqual([]);
  });
});

describe('a column that shows a name', () => {
  it('is tested with names in another order than their ids', async () => {
    const { rows } = await tenant.owner.get('/api/payments/?sort=["shareholder","ASC"]&range=[0,24]');
    const ids = rows.map(({ shareholder_id }) => String(shareholder_id));
    expect(ids).not.toEqual(ids.toSorted());
  });
  it.each(named)('of %s, %s, is sorted by %s', async (path, name, shows) => {
    for (const order of ['ASC', 'DESC']) {
      const names = async (field: string) => {
        const { rows } = await tenant.owner.get(`${path}?sort=["${field}","${order}"]&range=[0,24]`);
        return rows.map((row) => row[shows]);
      };
      expect(await names(name)).toEqual(await names(shows));
    }
  });
});
