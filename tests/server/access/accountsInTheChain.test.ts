// Account rows are part of the chain of changes. What Sharebook and its operator do to them passes verification, also
// after an upgrade.
import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { readSecrets } from '../../../server/auth/secrets.ts';
import { v7 } from 'uuid';
import { sealerOf } from '../../../server/data/seals.ts';
import { Database } from '../../../server/db/database.ts';
import { migrate, readMigrations } from '../../../server/db/migrate.ts';
import { replacePhone } from '../../../server/maintenance/account.ts';
import { changeFaults, INSTALLATION } from '../../../server/maintenance/verify/changeFaults.ts';
import { anyone, codeFor, confirmationTo, ownAddress, signUpCompany, signupBody } from '../../support/people.ts';
import { addressOf, withClient } from '../../support/postgresSetup.ts';
import { useTestServer } from '../../support/testServer.ts';

const server = useTestServer();
const made: string[] = [];
afterAll(async () => {
  for (const name of made)
    await withClient(inject('postgres').adminUrl, (client) => client.query(`drop database ${name} with (force)`));
});

async function faultsIn(ownerUrl: string, chain = INSTALLATION): Promise<string[]> {
  const db = new Database(ownerUrl, { idleSeconds: 60, maxSeconds: 60, connections: 1 });
  try {
    return (await db.system((tx) => changeFaults(tx, chain, server.deps.secrets.sealing))).faults;
  } finally {
    await db.close();
  }
}

it('verification passes after sign-ups, a reset, a disowned account and a phone the operator replaced, and fails after an edit in SQL', async () => {
  const [reset, disowned, replaced] = [
    await signUpCompany(server),
    await signUpCompany(server),
    await signUpCompany(server),
  ];
  const open = anyone(server, ownAddress());
  await open.post('/api/auth/forgot-password', { email: reset.email });
  const body = { email: reset.email, code: await codeFor(server, reset.email), new_password: 'a new password 9' };
  expect((await open.post('/api/auth/reset-password', body)).status).toBe(200);
  const token = await confirmationTo(server, disowned.email);
  expect((await open.post('/api/auth/confirm-email/deny', { token })).body.outcome).toBe('deleted');
  const config = { ...server.deps.config, databaseUrl: server.ownerUrl };
  const change = { email: replaced.email, phone: signupBody().phone };
  expect(
    await replacePhone(
      config,
      change,
      () => undefined,
      async () => true,
    ),
  ).toBe(true);
  expect(await faultsIn(server.ownerUrl)).toEqual([]);
  for (const { id } of await server.sql<{ id: string }>('select id from organization'))
    expect(await faultsIn(server.ownerUrl, id)).toEqual([]);
  await withClient(server.ownerUrl, (client) =>
    client.query(`update account set phone = '+15550000000' where email = $1`, [replaced.email]),
  );
  expect(await faultsIn(server.ownerUrl)).not.toEqual([]);
});

it('verification passes after an upgrade from migration 0024', async () => {
  const postgres = inject('postgres');
  const name = `${postgres.template.replace('_template', '')}_${randomBytes(5).toString('hex')}`;
  await withClient(postgres.adminUrl, (client) => client.query(`create database ${name} owner ${postgres.ownerRole}`));
  made.push(name);
  const url = addressOf(postgres, name, postgres.ownerRole);
  const seal = sealerOf(readSecrets(server.deps.config.appSecret, server.dataDir).sealing);
  const until = (last: string) => readMigrations().filter((each) => each.name.slice(0, 4) <= last);
  await migrate(url, postgres.appRole, until('0024'), seal);
  await withClient(url, (client) =>
    client.query(
      `insert into account (id, email, email_verified_at, phone, phone_verified_at, password_hash, first_name, last_name, account_type, sms_consent_at)
       values ($1, 'before@example.com', null, '+15551234567', now(), 'x', 'Ada', 'Marsh', 'client', now()),
              ($2, 'unproved@example.com', null, '+15551234568', null, 'x', 'Ada', 'Marsh', 'client', now())`,
      [v7(), v7()],
    ),
  );
  await migrate(url, postgres.appRole, until('0029'), seal);
  await migrate(url, postgres.appRole, readMigrations(), seal);
  expect(await faultsIn(url)).toEqual([]);
  // The upgrade removed the account whose phone was never proved; that person signs up again.
  const left = await withClient(url, (client) => client.query('select email from account'));
  expect(left.rows).toEqual([{ email: 'before@example.com' }]);
});
