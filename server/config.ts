// Reads and checks the environment once. All other code takes typed values from here; a wrong or missing value stops the start
// with one clear line before anything runs.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isCountry } from '../src/domain/countries.ts';
import { countriesOfMask } from '../src/domain/phone.ts';

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  databaseAppUrl: string | null;
  databaseReadUrl: string | null;
  isProduction: boolean;
  demo: boolean;
  smsDriver: 'log' | 'twilio' | 'http';
  /** Codes of what countries a driver that charges sends to. The log driver sends nothing, and takes numbers of all. */
  smsCountries: readonly string[];
  mailDriver: 'log' | 'smtp';
  otpTtlSeconds: number;
  otpResendSeconds: number;
  sessionIdleSeconds: number;
  sessionMaxSeconds: number;
  files:
    | { driver: 'disk' }
    | { driver: 's3'; endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  publicUrl: string;
  appSecret: string | null;
  /** Encrypts backups; needed to restore an encrypted one. */
  backupPassphrase: string | null;
  mailFrom: string;
  /** `requiresTls`: refuses servers without TLS. */
  smtp: { url: string; requiresTls: boolean } | null;
  twilio: { accountSid: string; authToken: string; from: string } | null;
  smsHttp: { url: string; secret: string } | null;
  /** Who takes batches of payments; null: people bring their files to the bank. */
  payoutHttp: { url: string; secret: string } | null;
  trustedProxies: string[];
}

/** A wrong value: the message names the variable and the allowed values. Exit code 78 (EX_CONFIG). */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;

/** In: process.env. Out: the configuration. Throws ConfigError with one line. */
export function readConfig(env: Environment): Config {
  const isProduction = oneOf(env, 'NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  const host = env.HOST || '127.0.0.1';
  const port = integer(env, 'PORT', 8000, 0, 65_535);
  const demo = oneOf(env, 'DEMO', ['on', 'off'], isProduction ? 'off' : 'on') === 'on';
  const smsDriver = oneOf(env, 'SMS_DRIVER', ['log', 'twilio', 'http'] as const, 'log');
  const mailDriver = oneOf(env, 'MAIL_DRIVER', ['log', 'smtp'] as const, 'log');
  refuseLogDrivers(env, { isProduction, host, demo, smsDriver, mailDriver });
  const limits = { ttl: 600, resend: 30, idle: 1800, max: 43_200 };
  const otpTtlSeconds = integer(env, 'OTP_TTL_SECONDS', limits.ttl, 1, isProduction ? limits.ttl : 86_400);
  const otpResendSeconds = integer(
    env,
    'OTP_RESEND_SECONDS',
    limits.resend,
    isProduction ? limits.resend : 0,
    isProduction ? limits.resend : 3600,
  );
  const sessionIdleSeconds = integer(
    env,
    'SESSION_IDLE_SECONDS',
    limits.idle,
    1,
    isProduction ? limits.idle : 31_536_000,
  );
  const sessionMaxSeconds = integer(env, 'SESSION_MAX_SECONDS', limits.max, 1, isProduction ? limits.max : 31_536_000);
  const appSecret = env.APP_SECRET || null;
  if (isProduction && (!appSecret || Buffer.byteLength(appSecret) < 32))
    throw new ConfigError('APP_SECRET must be set to at least 32 bytes when NODE_ENV is production.');
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const databaseAppUrl = url(env, 'DATABASE_APP_URL', ['postgres:', 'postgresql:']);
  if (databaseAppUrl && !databaseUrl)
    throw new ConfigError(
      'DATABASE_APP_URL needs DATABASE_URL beside it: the login that owns the schema and migrates it.',
    );
  const databaseReadUrl = url(env, 'DATABASE_READ_URL', ['postgres:', 'postgresql:']);
  if (databaseReadUrl && !databaseUrl)
    throw new ConfigError('DATABASE_READ_URL needs DATABASE_URL beside it: the primary that the replica copies.');
  return {
    port,
    host,
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl,
    databaseAppUrl,
    databaseReadUrl,
    isProduction,
    demo,
    smsDriver,
    smsCountries: readCountries(env),
    mailDriver,
    otpTtlSeconds,
    otpResendSeconds,
    sessionIdleSeconds,
    sessionMaxSeconds,
    files: readFiles(env, isProduction),
    publicUrl: readPublicUrl(env, isProduction, `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    appSecret,
    backupPassphrase: env.BACKUP_PASSPHRASE || null,
    mailFrom: env.MAIL_FROM || 'Sharebook <no-reply@localhost>',
    smtp: mailDriver === 'smtp' ? readSmtp(env, isProduction) : null,
    twilio:
      smsDriver === 'twilio'
        ? {
            accountSid: needed(env, 'TWILIO_ACCOUNT_SID', 'SMS_DRIVER is twilio'),
            authToken: needed(env, 'TWILIO_AUTH_TOKEN', 'SMS_DRIVER is twilio'),
            from: needed(env, 'TWILIO_FROM', 'SMS_DRIVER is twilio'),
          }
        : null,
    smsHttp:
      smsDriver === 'http'
        ? {
            url: provider(env, 'SMS_HTTP_URL', 'SMS_DRIVER is http', isProduction),
            secret: needed(env, 'SMS_HTTP_SECRET', 'SMS_DRIVER is http'),
          }
        : null,
    payoutHttp: readPayouts(env, isProduction),
    trustedProxies: readProxies(env),
  };
}

/** The secret also signs callbacks that say that money arrived, so it is long. */
function readPayouts(env: Environment, isProduction: boolean): Config['payoutHttp'] {
  if (oneOf(env, 'PAYOUT_DRIVER', ['manual', 'http'], 'manual') === 'manual') return null;
  const secret = needed(env, 'PAYOUT_HTTP_SECRET', 'PAYOUT_DRIVER is http');
  if (Buffer.byteLength(secret) < 32) throw new ConfigError('PAYOUT_HTTP_SECRET must have at least 32 bytes.');
  return { url: provider(env, 'PAYOUT_HTTP_URL', 'PAYOUT_DRIVER is http', isProduction), secret };
}

// Codes may be printed only where the developer alone reads them: never in production or on a network address.
function refuseLogDrivers(
  env: Environment,
  at: { isProduction: boolean; host: string; demo: boolean; smsDriver: string; mailDriver: string },
) {
  const uses = [
    at.smsDriver === 'log' && 'SMS_DRIVER=log',
    at.mailDriver === 'log' && 'MAIL_DRIVER=log',
    at.demo && 'DEMO=on',
  ].filter(Boolean);
  if (uses.length === 0) return;
  if (at.isProduction)
    throw new ConfigError(
      `${uses.join(', ')} cannot be used when NODE_ENV is production: set a real provider (and DEMO=off).`,
    );
  const allowed = oneOf(env, 'ALLOW_LOG_DRIVERS_ON_NETWORK', ['yes', 'no'], 'no') === 'yes';
  if (!isLoopback(at.host) && !allowed)
    throw new ConfigError(
      `${uses.join(', ')} cannot be used when HOST is not a loopback address (${at.host}); ALLOW_LOG_DRIVERS_ON_NETWORK=yes allows it.`,
    );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Traffic to this address is not encrypted, unless it stays on this machine. */
function refuseOpen(name: string, text: string, isProduction: boolean): string {
  if (isProduction && new URL(text).protocol === 'http:' && !isHere(text))
    throw new ConfigError(`${name} must be an address that starts with https:// when NODE_ENV is production.`);
  return text;
}

const isHere = (text: string) => isLoopback(new URL(text).hostname.replace(/^\[|\]$/g, ''));

function readPublicUrl(env: Environment, isProduction: boolean, own: string): string {
  const text = url(env, 'PUBLIC_URL', ['http:', 'https:']) ?? own;
  return refuseOpen('PUBLIC_URL', text, isProduction).replace(/\/$/, '');
}

function provider(env: Environment, name: string, because: string, isProduction: boolean): string {
  needed(env, name, because);
  return refuseOpen(name, url(env, name, ['http:', 'https:'])!, isProduction);
}

function readSmtp(env: Environment, isProduction: boolean): NonNullable<Config['smtp']> {
  needed(env, 'SMTP_URL', 'MAIL_DRIVER is smtp');
  const text = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])!;
  const requiresTls = isProduction && !isHere(text);
  // Any TLS option in the URL could weaken the required encryption.
  const weakened = [...new URL(text).searchParams.keys()].find((name) => /tls|secure|service|servername/i.test(name));
  if (requiresTls && weakened)
    throw new ConfigError(
      `SMTP_URL must not contain ${weakened} when NODE_ENV is production: mail leaves with TLS only.`,
    );
  return { url: text, requiresTls };
}

function readFiles(env: Environment, isProduction: boolean): Config['files'] {
  if (oneOf(env, 'FILES_DRIVER', ['disk', 's3'], 'disk') === 'disk') return { driver: 'disk' };
  const because = 'FILES_DRIVER is s3';
  return {
    driver: 's3',
    endpoint: provider(env, 'S3_ENDPOINT', because, isProduction),
    region: needed(env, 'S3_REGION', because),
    bucket: needed(env, 'S3_BUCKET', because),
    accessKeyId: needed(env, 'S3_ACCESS_KEY_ID', because),
    secretAccessKey: needed(env, 'S3_SECRET_ACCESS_KEY', because),
  };
}

/** Unless the operator names others: where a message costs little, and few numbers earn from receiving one. */
function readCountries(env: Environment): readonly string[] {
  const named = (env.SMS_COUNTRIES ?? '')
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter(Boolean);
  const wrong = named.find((code) => !isCountry(code));
  if (wrong)
    throw new ConfigError(
      `SMS_COUNTRIES must be a comma-separated list of countries by their two letters, such as US,CA,SE; "${wrong}" is not a country.`,
    );
  return named.length === 0 ? countriesOfMask : [...new Set(named)];
}

function readProxies(env: Environment): string[] {
  const list = (env.TRUSTED_PROXIES ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const wrong = list.find((entry) => isIP(entry.split('/')[0] ?? '') === 0);
  if (wrong)
    throw new ConfigError(
      `TRUSTED_PROXIES must be a comma-separated list of addresses or ranges; "${wrong}" is neither.`,
    );
  return list;
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}; "${text}" is not.`);
  return value;
}

function oneOf<const V extends string>(env: Environment, name: string, values: readonly V[], fallback: V): V {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (!(values as readonly string[]).includes(text))
    throw new ConfigError(`${name} must be one of ${values.join(', ')}; "${text}" is not.`);
  return text as V;
}

function needed(env: Environment, name: string, because: string): string {
  const text = env[name];
  if (!text) throw new ConfigError(`${name} must be set when ${because}.`);
  return text;
}

function url(env: Environment, name: string, protocols: string[]): string | null {
  const text = env[name];
  if (!text) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
    throw new ConfigError(`${name} must be an address that starts with ${protocols.join(' or ')}//.`);
  return text;
}
