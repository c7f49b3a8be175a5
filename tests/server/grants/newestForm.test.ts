// A security that a split replaced keeps its grant date. The lists still begin with the open ones, however long they
// are.
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../server/db/database.ts';
import * as given from '../../support/given.ts';
import { signUpCompany } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import { useTestServer } from '../../support/testServer.ts';

const server = useTestServer();
beforeAll(() => server.setClock('2026-06-15'));

async function split(owner: Person, shareClass: Row, numerator: string, date: string): Promise<void> {
  const terms = { numerator, denominator: '1', date };
  const reply = await owner.post(`/api/share-classes/${String(shareClass.id)}/split`, terms);
  expect([reply.text, reply.status < 300]).toEqual([reply.text, true]);
}

describe('the first lines of a list, after splits', () => {
  it('are the open grants and warrants, also after a split and a partial cancellation on one day', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '100000' });
    for (const month of ['01', '02', '03']) {
      await given.grant(owner, { equity_plan_id: plan.id, quantity: '1000', date: `2024-${month}-01`, vesting: null });
      await given.warrant(owner, { share_class_id: common.id, quantity: '1000', date: `2024-${month}-01` });
    }
    await split(owner, common, '3', '2026-06-14');
    await split(owner, common, '2', '2026-06-15');
    // A cancellation in part replaces each once more, on the day of the split.
    for (const path of ['/api/grants/', '/api/warrants/']) {
      const open = (await owner.get(path)).rows.filter(({ status }) => status === 'active');
      for (const { id } of open) {
        const reply = await owner.post(`${path}${String(id)}/cancel`, {
          quantity: '10',
          date: '2026-06-15',
          reason: 'x',
        });
        expect([reply.text, reply.status < 300]).toEqual([reply.text, true]);
      }
    }
    for (const path of ['/api/grants/', '/api/warrants/']) {
      const { rows } = await owner.get(path);
      expect(rows.map(({ status }) => status === 'active')).toEqual([
        true,
        true,
        true,
        ...Array.from({ length: 9 }, () => false),
      ]);
    }
  });

  it.each(['EQUITY_COMPENSATION', 'WARRANT'])('are read in the order of an index: %s', async (kind) => {
    const view = kind === 'WARRANT' ? 'warrant_view' : 'grant_view';
    const client = new pg.Client(server.ownerUrl);
    await client.connect();
    // PostgreSQL sorts a table of few rows whatever indexes there are, so other ways are turned off.
    for (const way of ['sort', 'seqscan', 'bitmapscan']) await client.query(`set enable_${way} = off`);
    const { rows } = await client.query<Row>(
      `explain select id from ${view} where org_id = '00000000-0000-7000-8000-000000000000'
       order by issued_on desc nulls last, issue_seq desc nulls last, id limit 10`,
    );
    await client.end();
    expect(JSON.stringify(rows)).not.toContain('Sort');
  });
});
