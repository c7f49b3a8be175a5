// Account rows are part of the chain of changes. What Sharebook and its operator do to them passes verification.
import { expect, it } from 'vitest';
import { Database } from '#server/db/database.ts';
import { replacePhone } from '#server/maintenance/account.ts';
import { changeFaults, INSTALLATION } from '#server/maintenance/verify/changeFaults.ts';
import { anyone, codeFor, confirmationTo, ownAddress, signUpCompany, signupBody } from '#tests/support/people.ts';
import { withClient } from '#tests/support/postgresSetup.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

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
