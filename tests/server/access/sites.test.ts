// A provider's customer may have thousands of IPv6 networks. Together they count as one stranger for an account.
import { expect, it } from 'vitest';
import { anyone, codeFor, signupBody } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const from = (network: number) => anyone(server, `2001:db8:7:${network.toString(16)}::1`);

it('a person can sign up although all networks of one site tried with their address', async () => {
  const person = signupBody();
  for (let network = 0; network < 110; network += 1) {
    const tried = await from(network).post('/api/auth/signup', signupBody({ email: person.email }));
    expect(tried.status).toBe(200);
  }
  const own = anyone(server, '2001:db8:8::1');
  expect((await own.post('/api/auth/signup', person)).status).toBe(200);
  const code = await codeFor(server, person.phone);
  const reply = await own.post('/api/auth/verify-phone', { email: person.email, code });
  expect([reply.status, (reply.body.user as { first_name: string }).first_name]).toEqual([200, person.first_name]);
});
