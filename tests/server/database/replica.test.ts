// A replica answers a person with a session, and nobody else: checking the session writes nothing.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sha256 } from '#server/data/sha256.ts';
import { migrate } from '#server/db/migrate.ts';
import { hasPooledPostgres, startPooledPostgres } from '#tests/support/databases/debianPostgres.ts';
import type { PooledPostgres } from '#tests/support/databases/debianPostgres.ts';
import { withClient } from '#tests/support/postgresSetup.ts';

const TOKEN = sha256('a session of the first');

describe.skipIf(!hasPooledPostgres())('a replica', () => {
  let database: PooledPostgres;
  let reader: pg.Client;
  beforeAll(async () => {
    database = await startPooledPostgres();
    await migrate(database.ownerUrl, 'serving');
    await withClient(database.ownerUrl, async (owner) => {
      for (const name of ['first', 'second']) {
        const [org, account] = [v7(), v7()];
        await owner.query(
          `insert into account (id, email, phone, password_hash, first_name, last_name, account_type, sms_consent_at, phone_verified_at)
           values ($1, $2, '+15555550100', '', 'Ada', 'Early', 'client', now(), now())`,
          [account, `${name}@example.com`],
        );
        await owner.query('select create_organization($1, $2, $3, $3, $4, false)', [org, v7(), name, account]);
        if (name === 'first')
          // Last seen so long ago that the primary would record it.
          await owner.query(
            `insert into session (token_hash, account_id, org_id, last_seen_at) values ($1, $2, $3, now() - interval '5 minutes')`,
            [TOKEN, account, org],
          );
      }
    });
    reader = new pg.Client({ connectionString: await database.startReplica() });
    await reader.connect();
  });
  afterAll(async () => {
    await reader?.end();
    await database?.stop();
  });
  const companies = async () =>
    (await reader.query<{ client_name: string }>('select client_name from organization')).rows.map(
      (row) => row.client_name,
    );

  it('begins with a session as the primary does, and shows only the session’s company', async () => {
    await reader.query('begin');
    const { rows } = await reader.query('select role, client_name from app_begin($1, 1800, 43200)', [
      TOKEN.toString('hex'),
    ]);
    expect(rows).toEqual([{ role: 'owner', client_name: 'first' }]);
    expect(await companies()).toEqual(['first']);
    await reader.query('rollback');
  });
  it('does not trust a forged company id', async () => {
    await reader.query('begin');
    await reader.query('select app_begin($1, 1800, 43200)', [TOKEN.toString('hex')]);
    await reader.query(`select set_config('app.org_id', $1, true)`, [v7()]);
    expect(await companies()).toEqual([]);
    await reader.query('rollback');
  });
});
