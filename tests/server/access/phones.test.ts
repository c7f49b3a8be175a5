import { describe, expect, it } from 'vitest';
import { anyone, ownAddress, signupBody } from '../../support/people.ts';
import { useTestServer } from '../../support/testServer.ts';

describe('an SMS provider that charges for each message (T3)', () => {
  const server = useTestServer({ SMS_DRIVER: 'http', SMS_HTTP_URL: 'http://127.0.0.1:9/', SMS_HTTP_SECRET: 's' });
  const signup = (phone: string) => anyone(server, ownAddress()).post('/api/auth/signup', signupBody({ phone }));
  it.each(['+12125550123', '+14165550123', '+13105550199'])(
    'accepts %s, a number of the United States or Canada',
    async (phone) => {
      expect((await signup(phone)).status).toBe(200);
    },
  );
  it.each([
    ['of Jamaica', '+18765550123'],
    ['of the Bahamas', '+12425550123'],
    ['of the Dominican Republic', '+18095550123'],
    ['at a premium rate', '+19005550123'],
    ['with the premium prefix 976', '+19765550123'],
    ['with an area code that does not exist', '+11115550123'],
    ['of another country', '+44207946012'],
  ])('refuses a number %s', async (_what, phone) => {
    const reply = await signup(phone);
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'phone', message: expect.stringContaining('United States or Canada') }],
    ]);
    expect(await server.sql('select 1 from outbox where recipient = $1', [phone])).toEqual([]);
  });
});

describe('the log driver', () => {
  const server = useTestServer();
  it('accepts any +1 number of the specified form', async () => {
    for (const phone of ['+15551234567', '+18765550123'])
      expect((await anyone(server).post('/api/auth/signup', signupBody({ phone }))).status).toBe(200);
  });
});
