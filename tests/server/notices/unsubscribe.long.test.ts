// The link that stops mails with one click (RFC 8058), as a mail server received it.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { unsubscribeToken } from '#server/data/queue/unsubscribeToken.ts';
import { handlersOf } from '#server/jobs/kinds.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { chooseCarriers } from '#server/providers/carriers.ts';
import * as given from '#tests/support/given.ts';
import { givenBook, letHourPass, takeMails } from '#tests/support/jobs/noticeMails.ts';
import type { Book } from '#tests/support/jobs/noticeMails.ts';
import { anyone, ownAddress } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let book: Book;
const received: { to: string; raw: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, session, done) {
    let raw = '';
    stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
    stream.on('end', () => {
      received.push({ to: session.envelope.rcptTo[0]!.address, raw });
      done();
    });
  },
});
beforeAll(async () => {
  book = await givenBook(server, { client_display_name: `<b>&"Tide` });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise<void>((resolve) => void smtp.close(resolve)));

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
const CLICK = 'List-Unsubscribe=One-Click';
const tokenOf = (account_id: unknown, ...kinds: string[]) =>
  unsubscribeToken(server.deps, { account_id: String(account_id), kinds });
const post = (token: string) => anyone(server, ownAddress()).post(`/api/unsubscribe?token=${token}`, CLICK, FORM);
const isMailed = async (kind: string) =>
  (await book.holder.get('/api/notices/preferences')).rows.find((row) => row.kind === kind)!.by_mail;

describe('a mail of notices', () => {
  it('arrives once from two workers, in text and HTML, with the headers of one click, which stop its kind alone', async () => {
    await takeMails(server);
    await letHourPass(server);
    const config = readConfig({
      DATA_DIR: server.dataDir,
      DEMO: 'off',
      MAIL_DRIVER: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Sharebook <from@example.com>',
    });
    await given.task(book.owner, { title: 'Sign <i>here</i>', assignee_id: book.record.id });
    const workers = [1, 2].map(() =>
      startWorker(
        server.deps,
        handlersOf(
          server.deps,
          chooseCarriers(config, () => undefined),
          null,
        ),
        20,
      ),
    );
    const mine = () => received.filter(({ to, raw }) => to === book.holder.email && raw.includes('new task'));
    await expect.poll(() => mine().length).toBe(1);
    for (const worker of workers) await worker.stop();
    expect(mine()).toHaveLength(1);
    const raw = mine()[0]!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(raw).toMatch(/Content-Type: text\/plain[^]*Content-Type: text\/html/);
    const html = raw.slice(raw.indexOf('Content-Type: text/html'));
    expect(html).toContain('&lt;b&gt;&amp;&quot;Tide');
    expect(html).not.toMatch(/<b>|<i>|src=/);
    const url = /^List-Unsubscribe: ?\s*<([^>]+)>/m.exec(mine()[0]!.raw)![1]!.replace(/\s/g, '');
    expect(url).toMatch(/^http:\/\/sharebook\.test\/api\/unsubscribe\?token=/);
    const { pathname, search } = new URL(url);
    expect((await anyone(server).get(`${pathname}${search}`)).status).toBe(303);
    expect((await anyone(server).get(`${pathname}/about${search}`)).body).toEqual({ kinds: ['A task for you'] });
    expect(await isMailed('task_assigned')).toBe(true);
    const clicked = await anyone(server).post(`${pathname}${search}`, CLICK, FORM);
    expect([clicked.status, clicked.body]).toEqual([200, { kinds: ['A task for you'] }]);
    expect(await isMailed('task_assigned')).toBe(false);
    expect(await isMailed('payment_sent')).toBe(true);
  });
});

describe('a link to unsubscribe', () => {
  it('works again, also with another content type or none', async () => {
    const token = tokenOf(book.holder.user.id, 'payment_sent');
    const url = `/api/unsubscribe?token=${token}`;
    const boundary = { headers: { 'content-type': 'multipart/form-data; boundary=x' } };
    expect((await post(token)).status).toBe(200);
    expect((await post(token)).status).toBe(200);
    expect((await anyone(server).post(url, `--x\r\n\r\n--x--`, boundary)).status).toBe(200);
    expect((await anyone(server).post(url)).status).toBe(200);
    expect((await anyone(server).post(url, {})).status).toBe(200);
    expect(await isMailed('payment_sent')).toBe(false);
  });

  it('is refused when it was made up, changed, cut or made elsewhere, and changes nothing', async () => {
    const [content, signature] = tokenOf(book.holder.user.id, 'document_shown').split('.') as [string, string];
    const [forged] = tokenOf(book.owner.user.id, 'document_shown').split('.') as [string];
    const elsewhere = { secrets: { ...server.deps.secrets, fingerprint: () => Buffer.alloc(32, 7) } };
    const foreign = unsubscribeToken(elsewhere, { account_id: String(book.holder.user.id), kinds: ['document_shown'] });
    for (const token of [
      '',
      'x',
      'x.y',
      content,
      `${content}.`,
      `${forged}.${signature}`,
      `${content}.${signature}x`,
      foreign,
    ]) {
      const reply = await post(token);
      expect([token, reply.status, reply.code]).toEqual([token, 404, 'link_invalid']);
      expect((await anyone(server, ownAddress()).get(`/api/unsubscribe/about?token=${token}`)).status).toBe(404);
    }
    expect(await isMailed('document_shown')).toBe(true);
  });

  it('is refused after thirty wrong ones from one network', async () => {
    const guesser = anyone(server, ownAddress());
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await guesser.post('/api/unsubscribe?token=x', CLICK, FORM)).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});
