import { expect, it } from 'vitest';
import { anyone, ownAddress, signUp, signupBody } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('signing up and then signing in does not reveal whether an address was taken (T7)', async () => {
  const person = await signUp(server);
  const answers = [];
  for (const email of [person.email, signupBody().email]) {
    const stranger = anyone(server, ownAddress());
    const body = signupBody({ email, password: 'a stranger’s own password' });
    const signup = await stranger.post('/api/auth/signup', body);
    const login = await stranger.post('/api/auth/login', { email, password: body.password });
    const forgot = await stranger.post('/api/auth/forgot-password', { email });
    answers.push([signup, login, forgot].map((reply) => [reply.status, Object.keys(reply.body), reply.detail]));
  }
  expect(answers[0]).toEqual(answers[1]);
});
