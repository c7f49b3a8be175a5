// Somebody who is not signed in, and sends more than the server answers: others are served as before.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { anyone, ownAddress, PASSWORD, signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it.each([
  [
    'sessions that nobody has',
    401,
    (ip: string) =>
      anyone(server).get('/api/shareholders/', {
        ip,
        headers: { authorization: `Bearer ${randomBytes(32).toString('base64url')}` },
      }),
  ],
  ['certificates that nobody has', 404, (ip: string) => anyone(server).get('/api/verify/NOBODYHASTHIS1', { ip })],
])('%s: who asks for too many at once is told so, and a company meanwhile has its list', async (_what, usual, ask) => {
  const owner = await signUpCompany(server);
  expect((await ask(ownAddress())).status).toBe(usual);
  const stranger = ownAddress();
  const flood = Array.from({ length: 300 }, () => ask(stranger));
  const list = await owner.get('/api/shareholders/');
  const answers = await Promise.all(flood);
  expect(list.status).toBe(200);
  expect(answers.filter(({ code }) => code === 'busy').length).toBeGreaterThan(150);
});

it('passwords: a network that tries many at once does not keep another from signing in', async () => {
  const owner = await signUpCompany(server);
  const tryAs = (email: string, ip: string) =>
    anyone(server).post('/api/auth/login', { email, password: PASSWORD }, { ip });
  const stranger = ownAddress();
  const flood = Array.from({ length: 90 }, (_, n) => tryAs(`n${n}@example.com`, stranger));
  const other = await anyone(server).post(
    '/api/auth/login',
    { email: owner.email, password: owner.password },
    { ip: ownAddress() },
  );
  const answers = await Promise.all(flood);
  expect(other.status).toBe(200);
  expect(answers.some(({ code }) => code === 'busy')).toBe(true);
  // Also afterwards an address that has no account is told so, and nothing else.
  expect((await tryAs('nobody@example.com', ownAddress())).code).toBe('invalid_credentials');
});
