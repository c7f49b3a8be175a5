import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { sealedAs } from '#server/data/outbox.ts';
import { v7 } from 'uuid';
import type { Row } from '#server/db/database.ts';
import { startOutboxWorker } from '#server/jobs/outboxWorker.ts';
import type { OutboxWorker } from '#server/jobs/outboxWorker.ts';
import { chooseCarriers } from '#server/providers/carriers.ts';
import type { Carriers } from '#server/providers/carriers.ts';
import { anyone, signupBody } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
type Sent = { id: string; to: string; subject: string | null; text: string };
const workers: OutboxWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await server.sql('delete from outbox');
});
function startWorker(carriers: Partial<Carriers>) {
  const never = { send: () => Promise.reject(new Error('not here')) };
  const worker = startOutboxWorker(server.deps, { sms: never, email: never, ...carriers }, 20);
  workers.push(worker);
  return worker;
}
async function queue(extra: Row = {}): Promise<string> {
  const id = v7();
  const row = {
    id,
    channel: 'email',
    recipient: 'ada@example.com',
    subject: 'Hello',
    body: server.deps.secrets.seal('A text.', sealedAs(id)),
    is_sealed: true,
    ...extra,
  } as Row;
  const names = Object.keys(row);
  await server.sql(
    `insert into outbox (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
  return String(row.id);
}
const rowOf = async (id: string) => (await server.sql('select * from outbox where id = $1', [id]))[0]!;
const sentTo = (sent: Sent[]) => ({ send: async (message: Sent) => void sent.push(message) });

describe('the outbox', () => {
  it('sends the message of a request once, and deletes its text after it was sent', async () => {
    const sent: Sent[] = [];
    const body = signupBody();
    await anyone(server).post('/api/auth/signup', body);
    startWorker({ sms: sentTo(sent) });
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ to: body.phone, text: expect.stringMatching(/\d{6}/) });
    await expect.poll(async () => (await rowOf(sent[0]!.id)).sent_at).not.toBeNull();
    expect((await rowOf(sent[0]!.id)).body).toBe('');
  });
  it('sends a message stored before texts were sealed', async () => {
    const sent: Sent[] = [];
    await queue({ is_sealed: false, body: 'An older text.' });
    startWorker({ email: sentTo(sent) });
    await expect.poll(() => sent.map(({ text }) => text)).toEqual(['An older text.']);
  });
  it('retries after a failure, with a growing pause and under the same id', async () => {
    const sent: Sent[] = [];
    const tries: string[] = [];
    // Each try waits for the test, so that none comes before the test has looked.
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const id = await queue();
    startWorker({
      email: {
        async send(message) {
          tries.push(message.id);
          const attempt = tries.length;
          await gates[attempt - 1]!.promise;
          if (attempt < 3) throw new Error('The mail server is asleep.');
          sent.push(message);
        },
      },
    });
    for (const attempt of [1, 2]) {
      await expect.poll(() => tries.length).toBe(attempt);
      gates[attempt - 1]!.resolve();
      await expect.poll(async () => (await rowOf(id)).last_error).toBe('The mail server is asleep.');
      // The pause as it was set; where this test comes so late that the next try has begun, there is none to see.
      const [paused] = await server.sql<{ seconds: string }>(
        `with paused as (select extract(epoch from next_attempt_at - now()) as seconds from outbox where id = $1 and attempts = $2 for update),
              due as (update outbox set next_attempt_at = now() where id = $1 and exists (select 1 from paused) returning 1)
         select seconds from paused`,
        [id, attempt],
      );
      expect(Number(paused?.seconds ?? 0)).toBeLessThan(2 ** attempt);
      await server.sql('update outbox set last_error = null where id = $1', [id]);
    }
    gates[2]!.resolve();
    await expect.poll(async () => (await rowOf(id)).sent_at).not.toBeNull();
    expect([tries, sent.length]).toEqual([[id, id, id], 1]);
  });
  it('gives up after the twelfth failure, and when a code has expired', async () => {
    const twelfth = await queue({ attempts: 11 });
    const expired = await queue({ expires_at: new Date(Date.now() - 1000) });
    startWorker({});
    for (const id of [twelfth, expired]) {
      await expect.poll(async () => (await rowOf(id)).failed_at).not.toBeNull();
      expect(await rowOf(id)).toMatchObject({ sent_at: null, body: '' });
    }
  });
  it('does not send a code that expired before its first try', async () => {
    const sent: Sent[] = [];
    const expired = await queue({ expires_at: new Date(Date.now() - 1000) });
    startWorker({ email: sentTo(sent) });
    await expect.poll(async () => (await rowOf(expired)).failed_at).not.toBeNull();
    expect(sent).toEqual([]);
  });
  it('can be shared by two workers, and still sends each message once', async () => {
    const sent: Sent[] = [];
    const ids = await Promise.all(Array.from({ length: 60 }, () => queue()));
    startWorker({ email: sentTo(sent) });
    startWorker({ email: sentTo(sent) });
    await expect.poll(async () => (await server.sql('select 1 from outbox where sent_at is null')).length).toBe(0);
    expect(sent.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });
  it('does not let a failing message delay another', async () => {
    const sent: Sent[] = [];
    await queue({ recipient: 'bad@example.com' });
    const good = await queue();
    startWorker({
      email: {
        send: async (message) =>
          message.to.startsWith('bad') ? Promise.reject(new Error('no')) : void sent.push(message),
      },
    });
    await expect.poll(async () => (await rowOf(good)).sent_at).not.toBeNull();
  });
});

describe('the drivers', () => {
  const config = (env: Record<string, string>) => readConfig({ DATA_DIR: server.dataDir, DEMO: 'off', ...env });
  const listening = async (listener: Server) => {
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    return (listener.address() as AddressInfo).port;
  };
  it('smtp hands the mail to the named server', async () => {
    const mails: { to: string[]; text: string }[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const port = (smtp.server.address() as AddressInfo).port;
    const { email } = chooseCarriers(
      config({ MAIL_DRIVER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Sharebook <from@example.com>' }),
      () => undefined,
    );
    await email.send({ id: 'an-id', to: 'ada@example.com', subject: 'Grüße', text: 'Zeile eins\nZeile zwei' });
    const more = { fromName: 'Tidewater via Sharebook' };
    await email.send({ id: 'named', to: 'ada@example.com', subject: 'Named', text: 'From a company.', more });
    await new Promise<void>((resolve) => void smtp.close(resolve));
    expect(mails).toHaveLength(2);
    expect(mails[1]!.text).toMatch(/From: Tidewater via Sharebook <from@example.com>/i);
    expect(mails[0]!.to).toEqual(['ada@example.com']);
    expect(mails[0]!.text).toMatch(/From: Sharebook <from@example.com>[\s\S]*Message-ID: <an-id@sharebook>/i);
    await expect(email.send({ id: 'x', to: 'ada@example.com', subject: null, text: 'x' })).rejects.toThrow(
      /ECONNREFUSED/,
    );
  });
  it('http posts signed JSON, and treats an answer other than 2xx as a failure', async () => {
    const seen: { body: string; signature: unknown; key: unknown }[] = [];
    let status = 200;
    const http = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push({ body, signature: request.headers['x-signature'], key: request.headers['idempotency-key'] });
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
    });
    const port = await listening(http);
    const { sms } = chooseCarriers(
      config({ SMS_DRIVER: 'http', SMS_HTTP_URL: `http://127.0.0.1:${port}/send`, SMS_HTTP_SECRET: 'a secret' }),
      () => undefined,
    );
    const message = { id: 'an-id', to: '+15551234567', subject: null, text: 'Your code is 123456.' };
    await sms.send(message);
    expect(JSON.parse(seen[0]!.body)).toEqual({ id: 'an-id', to: '+15551234567', text: 'Your code is 123456.' });
    expect([seen[0]!.signature, seen[0]!.key]).toEqual([
      createHmac('sha256', 'a secret').update(seen[0]!.body).digest('hex'),
      'an-id',
    ]);
    for (status of [500, 302]) await expect(sms.send(message)).rejects.toThrow(/answered 500|redirect|fetch failed/);
    http.close();
    expect(seen).toHaveLength(3);
  });
  it('log prints the message and appends one JSON line to the outbox of the data directory', async () => {
    const printed: string[] = [];
    const { sms, email } = chooseCarriers(config({}), (line) => printed.push(line));
    await sms.send({ id: '1', to: '+15551234567', subject: null, text: 'code is 123456' });
    await email.send({ id: '2', to: 'ada@example.com', subject: 'Hello', text: 'two\nlines' });
    const lines = readFileSync(join(server.dataDir, 'outbox.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    expect(lines).toEqual([
      { channel: 'sms', to: '+15551234567', text: 'code is 123456', at: expect.any(String) },
      { channel: 'email', to: 'ada@example.com', subject: 'Hello', text: 'two\nlines', at: expect.any(String) },
    ]);
    expect(printed).toHaveLength(2);
  });
});
