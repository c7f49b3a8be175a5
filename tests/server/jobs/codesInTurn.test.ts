// Codes that one network asks for wait for each other, and nobody else's for them.
import { expect, it } from 'vitest';
import { anyone, ownAddress, signupBody } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('a code takes the turn of the network that asked for it', async () => {
  const [one, other] = [ownAddress(), ownAddress()];
  const turnOf = async (ip: string) => {
    const body = signupBody();
    expect((await anyone(server).post('/api/auth/signup', body, { ip })).status).toBeLessThan(300);
    const [job] = await server.sql<{ turn_of: string }>(
      `select turn_of from job where lane = 'code' and details ->> 'recipient' = $1`,
      [body.phone],
    );
    return job!.turn_of;
  };
  const turns = [await turnOf(one), await turnOf(one), await turnOf(other)];
  expect(turns[0]).toBe(turns[1]);
  expect(turns[2]).not.toBe(turns[0]);
});
