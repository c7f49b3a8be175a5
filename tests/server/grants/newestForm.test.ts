// The lists of grants and warrants begin with what changed last, however long they are.
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

describe('a list of grants or warrants', () => {
  it.each(['EQUITY_COMPENSATION', 'WARRANT'])('is read in the order of an index: %s', async (kind) => {
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
