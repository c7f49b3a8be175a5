// The fully diluted percentage in the list of shareholders is that of the cap table, and nobody reads it who may not see the total.
import { beforeAll, describe, expect, it } from 'vitest';
import { decimal } from '#src/domain/figures/decimal.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';
import type { Row } from '#server/db/database.ts';
import { listUrl } from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { paperObjects, paperTransactions } from '#tests/support/paperCompany.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
  // Preferred at a ratio with a remainder, options, warrants and pools.
  await importZip(owner, await zipOf(packageFiles([...paperObjects, ...paperTransactions])));
});
const listed = async (by: Person, query: Parameters<typeof listUrl>[1] = {}) =>
  (await by.get(listUrl('/api/shareholders/', query))).rows;
const shown = (rows: readonly Row[]) => rows.map(({ id, fully_diluted_percent: percent }) => [id, percent]);

async function expectedOf(): Promise<Map<unknown, string>> {
  const { body } = await owner.get('/api/cap-table/?basis=fully_diluted');
  const total = decimal(String(body.total));
  return new Map(
    (body.rows as Row[]).map((row) => [row.shareholder_id, percentage(decimal(String(row.total)), total, 8, 'DOWN')]),
  );
}

describe('the fully diluted percentage of a shareholder', () => {
  it('is that of the cap table, on a page, in the whole list and on their own page', async () => {
    const expected = await expectedOf();
    const rows = await listed(owner);
    expect(new Set(rows.map(({ fully_diluted_percent: percent }) => percent)).size).toBeGreaterThan(3);
    expect(shown(rows)).toEqual(rows.map(({ id }) => [id, expected.get(id) ?? '0.00000000']));
    const sorted = await listed(owner, { sort: ['fully_diluted_percent', 'DESC'] });
    expect(new Map(shown(sorted) as [string, string][])).toEqual(new Map(shown(rows) as [string, string][]));
    const percents = sorted.map((row) => Number(row.fully_diluted_percent));
    expect(percents).toEqual(percents.toSorted((one, other) => other - one));
    const { body } = await owner.get(`/api/shareholders/${String(rows[0]!.id)}`);
    expect(body.fully_diluted_percent).toBe(rows[0]!.fully_diluted_percent);
  });
  it('follows an entry', async () => {
    const before = await listed(owner);
    const [shareClass] = (await owner.get('/api/share-classes/')).rows.filter((row) => row.class_type === 'COMMON');
    const issued = await owner.post('/api/certificates/', {
      shareholder_id: before[0]!.id,
      share_class_id: shareClass!.id,
      quantity: '7',
      issue_date: '2024-01-01',
      price_per_share: '1',
    });
    expect([issued.status, issued.detail]).toEqual([201, undefined]);
    const expected = await expectedOf();
    expect(shown(await listed(owner))).toEqual(before.map(({ id }) => [id, expected.get(id) ?? '0.00000000']));
  });
  it('is not shown to a shareholder, whose total it would tell', async () => {
    const fund = (await listed(owner)).find(({ name }) => name === 'fund')!;
    const person = await signUpShareholder(server, owner, fund);
    expect(shown(await listed(person))).toEqual([[fund.id, null]]);
  });
});
