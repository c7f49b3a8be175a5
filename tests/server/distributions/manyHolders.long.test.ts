// A distribution to more holders than are looked for one by one: the same figures as of few, in the order of their names.
import { beforeAll, expect, it } from 'vitest';
import { writeManyHolders } from '#bench/manyHolders.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const HOLDERS = 2300;
const server = useTestServer();
let owner: Person;
let distribution: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  const [org] = await server.sql<{ id: string }>('select id from organization');
  await writeManyHolders(server, org!, HOLDERS);
  await server.sql(`update shareholder set country = 'DE' where right(id, 1) in ('1', '3', '5', '7', '9')`);
  const rule = { country: 'DE', holder_type: '*', distribution_type: '*', rate: '0.26375' };
  await owner.put('/api/organization', { withholding_rules: [rule], require_bank_details: true });
  const profile = { country: 'CH', form: 'W-8BEN', form_valid_until: '2029-12-31', withholding_rate: '0.15' };
  const saved = await owner.put('/api/shareholders/h10', {
    first_name: 'Holder',
    last_name: '10',
    tax_profile: profile,
  });
  if (saved.status !== 200) throw new Error(saved.text);
  const terms = { amount_per_share: '0.37', record_date: '2025-06-30', payment_date: '2025-07-15' };
  distribution = await given.distribution(owner, { ...terms, share_class_ids: ['common', 'a'] });
});

const previewed = async (limit: number) =>
  (await owner.get(`/api/distributions/${String(distribution.id)}/preview?limit=${limit}`)).body as Row & {
    rows: Row[];
  };

it('has each holder at their own rate, and the sums of all, however few lines are asked for', async () => {
  const [sums] = await server.sql<Row>(
    `select round(sum(g), 2)::text as gross, round(sum(round(g * rate, 2)), 2)::text as tax, count(*) filter (where rate > 0)::int as withheld
     from (select round(s.quantity * 0.37, 2) as g,
                  case when h.id = 'h10' then 0.15 when h.country = 'DE' then 0.26375 else 0 end as rate
           from security s join shareholder h on h.id = s.stakeholder_id) l`,
  );
  const [few, all] = [await previewed(3), await previewed(HOLDERS)];
  for (const { total_gross, total_tax, counts } of [few, all])
    expect([total_gross, total_tax, counts]).toEqual([
      sums!.gross,
      sums!.tax,
      { lines: HOLDERS, holders: HOLDERS, payments: HOLDERS, withheld: sums!.withheld, not_paid: 0 },
    ]);
  expect(few.rows).toEqual(all.rows.slice(0, 3));
  expect(few.rows.map(({ shareholder }) => shareholder)).toEqual(['Holder 1', 'Holder 2', 'Holder 3']);
  expect(new Set(all.rows.map(({ shareholder_id }) => shareholder_id)).size).toBe(HOLDERS);
  const rateOf = (id: string) => all.rows.find((row) => row.shareholder_id === id)!.withholding_rate;
  expect(['h9', 'h10', 'h11', 'h12'].map(rateOf)).toEqual(['0.26375', '0.15', '0.26375', '0']);
  expect(all.rows.every(({ hold_reasons }) => String(hold_reasons) === 'no_bank_details')).toBe(true);
});

it('is approved as it was seen, and each holder has the task of what is missing', async () => {
  const { total_net, preview_hash } = await previewed(1);
  expect((await previewed(2)).preview_hash).toBe(preview_hash);
  expect((await approveSeen(owner, distribution)).status).toBe(200);
  const [paid] = await server.sql<Row>(
    'select round(sum(amount), 2)::text as net, count(*)::int as count from payment',
  );
  expect(paid).toEqual({ net: total_net, count: HOLDERS });
  const frozen = await previewed(2);
  expect(frozen).toMatchObject({ total_net, counts: { lines: HOLDERS } });
  expect(frozen.rows.map(({ hold_reasons }) => hold_reasons)).toEqual([['no_bank_details'], ['no_bank_details']]);
});
