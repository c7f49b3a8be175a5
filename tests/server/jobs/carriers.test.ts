// What hands a message on: a mail server, a provider of text messages, a log in development.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Row } from '#server/db/database.ts';
import { chooseCarriers } from '#server/providers/carriers.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

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
    email.close!();
    await new Promise<void>((resolve) => void smtp.close(resolve));
    expect(mails).toHaveLength(2);
    expect(mails[1]!.text).toMatch(/From: Tidewater via Sharebook <from@example.com>/i);
    expect(mails[0]!.to).toEqual(['ada@example.com']);
    expect(mails[0]!.text).toMatch(/From: Sharebook <from@example.com>[\s\S]*Message-ID: <an-id@sharebook>/i);
    const { email: gone } = chooseCarriers(
      config({ MAIL_DRIVER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Sharebook <from@example.com>' }),
      () => undefined,
    );
    await expect(gone.send({ id: 'x', to: 'ada@example.com', subject: null, text: 'x' })).rejects.toThrow(
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
