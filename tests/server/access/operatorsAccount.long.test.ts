// npm run account: how the operator helps a person who lost their phone.
import { describe, expect, it } from 'vitest';
import { runAnswered } from '#tests/support/operatorCommand.ts';
import {
  anyone,
  codeFor,
  confirmMailbox,
  messagesTo,
  ownAddress,
  signIn,
  signUpCompany,
} from '#tests/support/people.ts';
import { signupBody } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const run = (args: string[], typed = '') =>
  runAnswered(
    typed,
    'account',
    { DATA_DIR: server.dataDir, DATABASE_URL: server.ownerUrl, APP_SECRET: 'a root secret of thirty-two bytes' },
    ...args,
  );

describe('npm run account', () => {
  it('describes an account, and shows only four digits of its phone', async () => {
    const person = await signUpCompany(server);
    const { code, text } = await run([person.email]);
    expect([code, text]).toEqual([0, expect.stringContaining(`${person.user.client_name}: owner, active`)]);
    expect(text).toContain('Mailbox: not confirmed');
    expect(text).toContain(person.phone.slice(-4));
    expect(text).not.toContain(person.phone);
  });
  it('replaces a phone when the operator confirms, records it, and tells the old number and the mailbox', async () => {
    const person = await signUpCompany(server);
    await confirmMailbox(server, person);
    const elsewhere = await signIn(server, person);
    const { phone } = signupBody();
    const refused = await run(['phone', person.email, phone], 'no\n');
    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('ends every session')]);
    expect((await person.get('/api/auth/me')).status).toBe(200);

    const done = await run(['phone', person.email, phone], 'yes\n');
    expect([done.code, done.text]).toEqual([0, expect.stringContaining('Done.')]);
    for (const token of [person.token, elsewhere]) {
      const me = await anyone(server).get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
      expect(me.status).toBe(401);
    }
    expect((await messagesTo(server, person.phone))[0]).toContain('replaced the phone');
    expect((await messagesTo(server, person.email))[0]).toContain('replaced the phone');
    person.token = await signIn(server, { ...person, phone });
    const bearer = { headers: { authorization: `Bearer ${person.token}` } };
    const { text } = await anyone(server).get('/api/dashboard', bearer);
    expect(text).toContain(`replaced the phone of Ada ${String(person.user.last_name)}`);
    expect(text).toContain('The operator');
  });
  it('ends a pending code', async () => {
    const person = await signUpCompany(server);
    const open = anyone(server, ownAddress());
    const login = await open.post('/api/auth/login', { email: person.email, password: person.password });
    const code = await codeFor(server, person.phone);
    expect((await run(['phone', person.email, signupBody().phone, '--yes'])).code).toBe(0);
    const body = { email: person.email, code, challenge_id: login.body.challenge_id };
    expect((await open.post('/api/auth/verify-2fa', body)).status).toBe(400);
  });
  it.each([
    [['nobody-here@example.com'], 78, 'Nobody has an account'],
    [['phone', 'nobody-here@example.com', '+15551234567', '--yes'], 78, 'Nobody has an account'],
    [['phone', 'nobody-here@example.com', '12', '--yes'], 78, 'with its country code'],
    [['phone', 'somebody@example.com'], 64, 'npm run account'],
    [[], 64, 'npm run account'],
  ])('refuses %j', async (args, status, words) => {
    const { code, text } = await run(args);
    expect([code, text]).toEqual([status, expect.stringContaining(words)]);
  });
});
