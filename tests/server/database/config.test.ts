import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';

const production = {
  NODE_ENV: 'production',
  DEMO: 'off',
  SMS_DRIVER: 'http',
  SMS_HTTP_URL: 'https://sms.example.com',
  SMS_HTTP_SECRET: 's',
  MAIL_DRIVER: 'smtp',
  SMTP_URL: 'smtp://mail.example.com',
  APP_SECRET: 'x'.repeat(32),
};
const bucket = {
  FILES_DRIVER: 's3',
  S3_REGION: 'x',
  S3_BUCKET: 'x',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
};
const problem = (env: Record<string, string | undefined>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the configuration', () => {
  it('has the contract’s defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 8000,
      host: '127.0.0.1',
      demo: true,
      smsDriver: 'log',
      mailDriver: 'log',
      otpTtlSeconds: 600,
      otpResendSeconds: 30,
      sessionIdleSeconds: 1800,
      sessionMaxSeconds: 43_200,
      files: { driver: 'disk' },
      publicUrl: 'http://127.0.0.1:8000',
      trustedProxies: [],
    });
  });
  it('reads an empty value as unset, as a compose file writes it', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', SMS_DRIVER: '' })).toMatchObject({
      port: 8000,
      databaseUrl: null,
      smsDriver: 'log',
    });
  });
  it('is valid for production when everything is set', () => {
    expect(readConfig(production)).toMatchObject({ isProduction: true, demo: false });
  });
  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ['an invalid port', { PORT: 'http' }, /^PORT must be a whole number from 0 to 65535/],
    ['a port beyond the last', { PORT: '65536' }, /^PORT/],
    ['a negative lifetime of codes', { OTP_TTL_SECONDS: '-1' }, /^OTP_TTL_SECONDS/],
    ['an unknown driver', { SMS_DRIVER: 'pigeon' }, /^SMS_DRIVER must be one of log, twilio, http/],
    ['an unknown environment', { NODE_ENV: 'staging' }, /^NODE_ENV/],
    ['a country that is none', { SMS_COUNTRIES: 'US,XX' }, /^SMS_COUNTRIES must be .* "XX" is not a country/],
    ['a country by its name', { SMS_COUNTRIES: 'Sweden' }, /^SMS_COUNTRIES must be/],
    ['twilio without its account', { SMS_DRIVER: 'twilio' }, /^TWILIO_ACCOUNT_SID must be set/],
    ['a mail server without its address', { MAIL_DRIVER: 'smtp' }, /^SMTP_URL must be set/],
    ['a bucket without its endpoint', { FILES_DRIVER: 's3' }, /^S3_ENDPOINT must be set/],
    [
      'an address of another kind of database',
      { DATABASE_URL: 'mysql://x' },
      /^DATABASE_URL must be an address that starts with postgres/,
    ],
    [
      'a second login without the first',
      { DATABASE_APP_URL: 'postgres://x/y' },
      /^DATABASE_APP_URL needs DATABASE_URL/,
    ],
    ['a replica without its primary', { DATABASE_READ_URL: 'postgres://x/y' }, /^DATABASE_READ_URL needs DATABASE_URL/],
    ['a public address without http', { PUBLIC_URL: 'example.com' }, /^PUBLIC_URL/],
    ['a proxy that is a name', { TRUSTED_PROXIES: 'proxy.local' }, /^TRUSTED_PROXIES/],
    [
      'log drivers in production (T27)',
      { ...production, SMS_DRIVER: 'log' },
      /^SMS_DRIVER=log cannot be used when NODE_ENV is production/,
    ],
    ['a sample company in production', { ...production, DEMO: 'on' }, /^DEMO=on cannot be used/],
    ['log drivers on the network (T27)', { HOST: '0.0.0.0' }, /cannot be used when HOST is not a loopback address/],
    [
      'a short secret in production',
      { ...production, APP_SECRET: 'short' },
      /^APP_SECRET must be set to at least 32 bytes/,
    ],
    ['no secret in production', { ...production, APP_SECRET: undefined }, /^APP_SECRET/],
    ['codes that live longer in production', { ...production, OTP_TTL_SECONDS: '601' }, /^OTP_TTL_SECONDS/],
    ['codes resent sooner in production', { ...production, OTP_RESEND_SECONDS: '29' }, /^OTP_RESEND_SECONDS/],
    [
      'sessions that last longer in production',
      { ...production, SESSION_IDLE_SECONDS: '1801' },
      /^SESSION_IDLE_SECONDS/,
    ],
    ['a public address without TLS', { ...production, PUBLIC_URL: 'http://shares.example.com' }, /^PUBLIC_URL must be/],
    ['an open address without a public one', { ...production, HOST: '0.0.0.0' }, /^PUBLIC_URL must be/],
    ['an SMS provider without TLS', { ...production, SMS_HTTP_URL: 'http://sms.example.com' }, /^SMS_HTTP_URL must be/],
    ['an SMS provider with an invalid address', { ...production, SMS_HTTP_URL: 'sms' }, /^SMS_HTTP_URL must be/],
    ['a bucket without TLS', { ...production, ...bucket, S3_ENDPOINT: 'http://10.0.0.7:9000' }, /^S3_ENDPOINT must be/],
    ['mail without TLS', { ...production, SMTP_URL: 'smtp://mail.example.com?ignoreTLS=true' }, /^SMTP_URL/],
    [
      'mail without a check of the certificate',
      { ...production, SMTP_URL: 'smtps://x?tls.rejectUnauthorized=false' },
      /^SMTP_URL/,
    ],
    ...[
      'tls[rejectUnauthorized]=false',
      'tls%5BrejectUnauthorized%5D=false',
      'tls.minVersion=TLSv1',
      'tls=%7B%7D',
      'TLS.ciphers=NULL',
      'service=mail',
    ].map((query): [string, Record<string, string>, RegExp] => [
      `mail with ${query}`,
      { ...production, SMTP_URL: `smtps://mail.example.com?pool=true&${query}` },
      /^SMTP_URL must not contain/,
    ]),
    ['a mail server of another kind', { ...production, SMTP_URL: 'http://mail.example.com' }, /^SMTP_URL must be/],
    ['sessions without an end in production', { ...production, SESSION_MAX_SECONDS: '43201' }, /^SESSION_MAX_SECONDS/],
  ])('refuses %s, in one line that names the variable', (_what, env, sentence) => {
    expect(problem(env)).toMatch(sentence);
    expect(problem(env)).not.toContain('\n');
  });
  it('accepts providers on the same machine without TLS, in production too', () => {
    const here = {
      SMS_HTTP_URL: 'http://127.0.0.1:9',
      SMTP_URL: 'smtp://localhost:25',
      PUBLIC_URL: 'http://localhost',
    };
    const config = readConfig({ ...production, ...bucket, ...here, S3_ENDPOINT: 'http://[::1]:9000' });
    expect([config.publicUrl, config.smtp]).toEqual([
      'http://localhost',
      { url: 'smtp://localhost:25', requiresTls: false },
    ]);
  });
  it('requires TLS of a mail server on another machine in production', () => {
    expect(readConfig(production).smtp).toEqual({ url: 'smtp://mail.example.com', requiresTls: true });
  });
  it('allows log drivers on the network only when told to', () => {
    expect(readConfig({ HOST: '0.0.0.0', ALLOW_LOG_DRIVERS_ON_NETWORK: 'yes' }).host).toBe('0.0.0.0');
    expect(problem({ HOST: '::', ALLOW_LOG_DRIVERS_ON_NETWORK: 'no' })).not.toBe('');
    expect(problem({ ...production, SMS_DRIVER: 'log', ALLOW_LOG_DRIVERS_ON_NETWORK: 'yes' })).not.toBe('');
  });
  it('never shows a secret', () => {
    expect(problem({ ...production, APP_SECRET: 'tellnobody' })).not.toContain('tellnobody');
    expect(problem({ DATABASE_URL: 'mysql://ada:tellnobody@x/y' })).not.toContain('tellnobody');
  });
});
