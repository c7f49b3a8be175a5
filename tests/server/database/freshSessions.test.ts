// Sessions that the server has not seen yet have no share of their own beside that of their person.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('do not hold the connections of others, however many one person opens', async () => {
  const [busy, other] = [await signUpCompany(server), await signUpCompany(server)];
  const hashes = ['1', '2'].map((digit) => digit.repeat(64));
  for (const hash of hashes)
    await server.sql(
      `insert into session select (jsonb_populate_record(s, jsonb_build_object('token_hash', '\\x' || $2)
         || case when to_jsonb(s) ? 'id' then jsonb_build_object('id', gen_random_uuid()) else '{}' end)).*
       from session s where s.account_id = $1 limit 1`,
      [busy.user.id, hash],
    );
  let held = 0;
  const gate = Promise.withResolvers<void>();
  const work = async () => {
    held += 1;
    await gate.promise;
  };
  const asked = hashes.flatMap((hash) =>
    Array.from({ length: 6 }, () =>
      server.deps.db.asActor(hash, work, { readOnly: true }).catch((error: Row) => error),
    ),
  );
  await expect.poll(() => held).toBeGreaterThan(5);
  expect((await other.get('/api/shareholders/')).status).toBe(200);
  // Six are the person's share, and each session's first call may be beside it.
  expect(held).toBeLessThan(9);
  gate.resolve();
  await Promise.all(asked);
});
