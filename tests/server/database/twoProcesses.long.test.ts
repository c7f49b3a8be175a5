// Two processes serve from one database, through a pooler in transaction mode, with files on S3.
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { company, issued } from '#tests/domain/ledger/factories.ts';
import { eventually } from '#tests/support/time/eventually.ts';
import { hasPooledPostgres, startPooledPostgres } from '#tests/support/databases/debianPostgres.ts';
import type { PooledPostgres } from '#tests/support/databases/debianPostgres.ts';
import { PDF, multipart } from '#tests/support/given.ts';
import { packageFiles, zipOf } from '#tests/support/packages.ts';
import { signupBody } from '#tests/support/people.ts';
import { withClient } from '#tests/support/postgresSetup.ts';
import { newDataDir, sentMessages, startServer } from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';

interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server;

describe.runIf(hasPooledPostgres())('two processes on one database, behind a pooler', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-two-'));
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'papers' }],
  });
  const dirs = [newDataDir('first'), newDataDir('second'), newDataDir('third')];
  let postgres: PooledPostgres;
  let first: RunningServer;
  let second: RunningServer;
  let token = '';
  const onDisk = () => ({
    DATABASE_URL: postgres.ownerUrl,
    DATABASE_APP_URL: postgres.appUrl,
    APP_SECRET: 'x'.repeat(40),
  });
  beforeAll(async () => {
    postgres = await startPooledPostgres();
    const { port } = await s3.run();
    const env = {
      ...onDisk(),
      FILES_DRIVER: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'papers',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
    [first, second] = await Promise.all([startServer(dirs[0]!, env), startServer(dirs[1]!, env)]);
    const body = signupBody();
    await ask(first, 'POST', '/api/auth/signup', body);
    const code = await codeFor(body.phone);
    const proved = await ask(second, 'POST', '/api/auth/verify-phone', {
      email: body.email,
      code,
    });
    token = String((proved.body as Row).access_token);
  });
  afterAll(async () => {
    await Promise.all([first?.stop(), second?.stop()]);
    await postgres?.stop();
    await s3.close();
    for (const each of [folder, ...dirs]) rmSync(each, { recursive: true, force: true });
  });

  /** Finds the code, whichever process sent it. */
  async function codeFor(phone: string): Promise<string> {
    return eventually(() => {
      const found = dirs.flatMap(sentMessages).find(({ to }) => to === phone);
      if (!found) throw new Error('No code was sent.');
      return /\d{6}/.exec(found.text)![0];
    });
  }

  async function ask(
    server: RunningServer,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    const response = await fetch(server.address + path, {
      method,
      headers: {
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: body === undefined ? null : isJson ? JSON.stringify(body) : new Uint8Array(body as Buffer),
    });
    const text = await response.text();
    return { status: response.status, text, body: (/^[[{]/.test(text) ? JSON.parse(text) : {}) as Row | Row[] };
  }

  /** As clients do: asks again where the answer is “please try again”. */
  const insist = (...asked: Parameters<typeof ask>) =>
    eventually(async () => {
      const reply = await ask(...asked);
      if (reply.status === 503) throw new Error(reply.text);
      return reply;
    });

  it('share their sessions and their data', async () => {
    const made = await ask(first, 'POST', '/api/tasks/', { title: 'Seen from both' });
    expect(made.status).toBe(201);
    const id = String((made.body as Row).id);
    expect((await ask(second, 'GET', `/api/tasks/${id}`)).body).toMatchObject({ title: 'Seen from both' });
    const many = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        n % 3 === 0
          ? insist(
              n % 2 ? first : second,
              'POST',
              '/api/tasks/',
              { title: `Task ${n}` },
              { 'idempotency-key': `task-${n}` },
            )
          : insist(n % 2 ? first : second, 'GET', '/api/tasks/?range=[0,24]'),
      ),
    );
    expect([...new Set(many.map(({ status }) => status))].sort()).toEqual([200, 201]);
    const counted = await Promise.all(
      Array.from({ length: 40 }, (_, n) => insist(n % 2 ? first : second, 'GET', '/api/tasks/export.csv')),
    );
    expect([...new Set(counted.map(({ status }) => status))]).toEqual([200]);
    expect((await ask(first, 'GET', '/api/tasks/')).body).toHaveLength(41);
    expect((await ask(second, 'GET', '/api/tasks/')).body).toHaveLength(41);
  });

  it('show on one the progress of an import on the other, and the same table afterwards', async () => {
    const certificates = Array.from({ length: 6000 }, (_, n) =>
      issued(`s${n}`, 'ada', '3', { custom_id: `CS-${n + 1}` }),
    );
    const bytes = await zipOf(
      packageFiles([...company({ common: { initial_shares_authorized: 'UNLIMITED' } }), ...certificates]),
    );
    const { body, options } = multipart({ name: 'company.ocf.zip', bytes });
    let isDone = false;
    const importing = ask(first, 'POST', '/api/ocf/import?progress=run', body, options.headers).finally(
      () => (isDone = true),
    );
    const stages = new Set<unknown>();
    while (!isDone) stages.add(((await ask(second, 'GET', '/api/ocf/import/progress/run')).body as Row).stage);
    expect((await importing).body).toMatchObject({ applied: true });
    expect(stages.has('checking') || stages.has('writing')).toBe(true);
    await expect
      .poll(async () => (await ask(second, 'GET', '/api/ocf/import/progress/run')).body)
      .toEqual({ stage: 'done' });
    const tables = await Promise.all(
      [first, second].map((each) => ask(each, 'GET', '/api/cap-table?as_of=2025-01-01')),
    );
    expect(tables.map(({ status }) => status)).toEqual([200, 200]);
    expect(tables[0]!.text).toBe(tables[1]!.text);
    expect(tables[0]!.text).toContain('18000');
  });

  it('serve a document that was uploaded to the other', async () => {
    const { body, options } = multipart({ name: 'minutes.pdf', bytes: PDF });
    const sent = await ask(first, 'POST', '/api/documents/upload', body, options.headers);
    expect(sent.status).toBe(201);
    expect((await ask(second, 'GET', `/api/documents/${String((sent.body as Row).id)}/download`)).text).toBe(PDF);
  });

  it('show a warning when a third process comes whose files nobody else sees, and not before', async () => {
    // While the third process runs, the others may see it at any moment, and warn as well.
    expect(first.output() + second.output()).not.toMatch(/FILES_DRIVER/);
    const third = await startServer(dirs[2]!, onDisk());
    try {
      expect(third.output()).toMatch(/Set FILES_DRIVER=s3/);
      const live = await withClient(postgres.ownerUrl, (client) => client.query('select 1 from server_process'));
      expect(live.rowCount).toBe(3);
    } finally {
      expect(await third.stop()).toBe(0);
    }
    const left = await withClient(postgres.ownerUrl, (client) => client.query('select 1 from server_process'));
    expect(left.rowCount).toBe(2);
  });
});
