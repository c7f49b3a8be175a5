import { describe, expect, it } from 'vitest';
import { createLimits } from '#server/auth/limits.ts';
import { anyone, codeFor, ownAddress, signupBody } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

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
    expect(await server.sql(`select 1 from job where details ->> 'recipient' = $1`, [phone])).toEqual([]);
  });
});

describe('an operator who opened more countries', () => {
  const server = useTestServer({
    SMS_DRIVER: 'http',
    SMS_HTTP_URL: 'http://127.0.0.1:9/',
    SMS_HTTP_SECRET: 's',
    SMS_COUNTRIES: 'us, CA,SE,GB,FR,DE',
  });
  const signup = (phone: string) => anyone(server, ownAddress()).post('/api/auth/signup', signupBody({ phone }));
  it.each(['+46701234567', '+447400123456', '+33612345678', '+12125550123'])('sends a code to %s', async (phone) => {
    expect((await signup(phone)).status).toBe(200);
    expect(await server.sql('select 1 from job where kind = $1', ['sms'])).not.toEqual([]);
  });
  it.each([
    ['of a country that is not open', '+4791234567', 'Canada, Sweden, the United Kingdom, France'],
    ['of an island that shares the country code', '+447624123456', 'Canada, Sweden'],
    ['of Jamaica', '+18765550123', 'Canada, Sweden'],
    ['of a satellite', '+881612345678', 'Canada, Sweden'],
    ['of a satellite network', '+882161234567', 'Canada, Sweden'],
    ['at a premium rate', '+46939123456', 'cost extra'],
    ['at a premium rate of France', '+33899123456', 'cost extra'],
    ['at a shared cost', '+448431234567', 'cost extra'],
    ['that forwards at a price', '+447012345678', 'cost extra'],
    ['too short for its country', '+4670123', 'Canada, Sweden'],
    ['that no operator gives out', '+46001234567', 'Canada, Sweden'],
    ['with the zero of calls inside the country', '+460701234567', 'Canada, Sweden'],
  ])('refuses a number %s', async (_what, phone, words) => {
    const reply = await signup(phone);
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'phone', message: expect.stringContaining(words) }],
    ]);
  });
  it('says which countries are open', async () => {
    expect((await anyone(server).get('/api/config')).body).toMatchObject({
      sms_countries: ['US', 'CA', 'SE', 'GB', 'FR', 'DE'],
    });
  });
  it('gives one country a part of a day’s messages, and others the rest', async () => {
    const numbers = (prefix: string, digits: number) => {
      let n = 0;
      return () => `${prefix}${String((n += 1)).padStart(digits, '0')}`;
    };
    const fromMany = async (phone: () => string, times: number) => {
      const statuses = [];
      for (let n = 0; n < times; n += 1) statuses.push((await signup(phone())).status);
      return statuses;
    };
    const { db, secrets } = server.deps;
    const limits = createLimits(db, secrets, 30);
    for (let n = 0; n < 799; n += 1) await limits.spend('sms_country_unproved', 'DE');
    expect(await fromMany(numbers('+491511', 7), 2)).toEqual([200, 429]);
    expect(await fromMany(numbers('+336122', 5), 1)).toEqual([200]);
  });
});

describe('the log driver', () => {
  const server = useTestServer();
  it('takes any possible number, and its code signs in', async () => {
    const from = anyone(server, ownAddress());
    const body = signupBody({ phone: '+46701234567' });
    expect((await from.post('/api/auth/signup', body)).status).toBe(200);
    const code = await codeFor(server, body.phone);
    const reply = await from.post('/api/auth/verify-phone', { email: body.email, code });
    expect([reply.status, typeof reply.body.access_token]).toEqual([200, 'string']);
    expect((await from.get('/api/config')).body).toMatchObject({ sms_countries: null });
  });
  it.each(['+467', '+999123456789', '+1555123456', '46701234567', '+46 70 123 45 67', '+0701234567'])(
    'refuses %s, which is no number',
    async (phone) => {
      const reply = await anyone(server, ownAddress()).post('/api/auth/signup', signupBody({ phone }));
      expect([reply.status, (reply.body.errors as { field: string }[])[0]?.field]).toEqual([422, 'phone']);
    },
  );
  it('accepts any +1 number of the specified form', async () => {
    for (const phone of ['+15551234567', '+18765550123'])
      expect((await anyone(server).post('/api/auth/signup', signupBody({ phone }))).status).toBe(200);
  });
});
