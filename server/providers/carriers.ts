// The drivers that send messages: a log for development, and the providers. Each call has a time limit.
import { createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Carrier } from './carrier.ts';

export type Carriers = Record<'sms' | 'email', Carrier>;
const TIMEOUT_MS = 5000;
/** As many as the worker sends at once (server/jobs/worker.ts). */
const CONNECTIONS_MAX = 10;

export function chooseCarriers(config: Config, print: (line: string) => void): Carriers {
  return {
    sms: chooseSms(config, print),
    email: config.smtp ? smtp(config.smtp, config.mailFrom) : log('email', config.dataDir, print),
  };
}

function chooseSms(config: Config, print: (line: string) => void): Carrier {
  if (config.twilio) return twilio(config.twilio);
  if (config.smsHttp) return signedPost(config.smsHttp);
  return log('sms', config.dataDir, print);
}

// The only place where a code may be printed: only in development on this machine (config.ts refuses it otherwise).
function log(channel: 'sms' | 'email', dataDir: string, print: (line: string) => void): Carrier {
  return {
    async send({ to, subject, text, more }) {
      const from = more?.fromName ? { from: more.fromName } : {};
      const line = { channel, to, ...from, ...(subject ? { subject } : {}), text, at: new Date().toISOString() };
      appendFileSync(join(dataDir, 'outbox.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 });
      print(`[${channel}] to ${to}: ${text.replaceAll('\n', ' ')}`);
    },
  };
}

function twilio({ accountSid, authToken, from }: NonNullable<Config['twilio']>): Carrier {
  return {
    async send({ to, text }) {
      const response = await fetch(
        `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
        {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
          body: new URLSearchParams({ To: to, From: from, Body: text }),
        },
      );
      if (!response.ok) throw new Error(`Twilio answered ${response.status}.`);
    },
  };
}

/** Any provider behind a small adapter: a JSON POST signed with HMAC-SHA-256 of the body in `x-signature`. */
function signedPost({ url, secret }: NonNullable<Config['smsHttp']>): Carrier {
  return {
    async send({ id, to, text }) {
      const body = JSON.stringify({ id, to, text });
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
        },
        body,
      });
      if (!response.ok) throw new Error(`The SMS provider answered ${response.status}.`);
    },
  };
}

function smtp({ url, requiresTls }: NonNullable<Config['smtp']>, from: string): Carrier {
  // Connections stay open between mails, so that a mail costs no new handshake. One that the server closed meanwhile is replaced once.
  // The library is loaded only where mail is sent.
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      pool: true,
      maxConnections: CONNECTIONS_MAX,
      maxMessages: Infinity,
      maxRequeues: 1,
      url,
      requireTLS: requiresTls,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    }),
  );
  return {
    close: async () => (await transport).close(),
    async send({ id, to, subject, text, more }) {
      await (
        await transport
      ).sendMail({
        from: more?.fromName ? { name: more.fromName, address: addressIn(from) } : from,
        to,
        subject: subject ?? 'Sharebook',
        text,
        messageId: `<${id}@sharebook>`,
        ...(more?.html && { html: more.html }),
        ...(more?.unsubscribeUrl && {
          headers: {
            'List-Unsubscribe': { prepared: true, value: `<${more.unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
      });
    },
  };
}

/** "Sharebook <no-reply@example.com>" -> "no-reply@example.com" */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
