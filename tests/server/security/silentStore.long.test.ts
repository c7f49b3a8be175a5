// A file store that accepts connections and never answers, and files that must exist as long as a row names them.
import { existsSync, readdirSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { removeAbandonedFiles } from '#server/commands/core/files.ts';
import { readZip } from '#server/data/safeZip.ts';
import { backup } from '#server/maintenance/backup.ts';
import { chooseFileStore } from '#server/providers/files/fileStore.ts';
import type { FileStore } from '#server/providers/files/fileStore.ts';
import * as given from '#tests/support/given.ts';
import { PDF, multipart } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const silent = createServer(() => undefined);
let [owner, neighbour]: Person[] = [];
let [disk, s3]: FileStore[] = [];
beforeAll(async () => {
  [owner, neighbour] = [await signUpCompany(server), await signUpCompany(server)];
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  disk = server.deps.files;
  s3 = await storeAt(silent.address() as AddressInfo);
});
beforeEach(() => void (server.deps.files = disk!));
afterAll(() => void silent.close());

function storeAt({ port }: AddressInfo): Promise<FileStore> {
  const names = { S3_REGION: 'x', S3_BUCKET: 'x', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
  return chooseFileStore(readConfig({ FILES_DRIVER: 's3', S3_ENDPOINT: `http://127.0.0.1:${port}`, ...names }));
}
const upload = (by: Person) => {
  const { body, options } = multipart({ name: 'minutes.pdf', bytes: PDF });
  return by.post('/api/documents/upload', body, options);
};
const stored = () =>
  readdirSync(join(server.dataDir, 'files'), { recursive: true }).filter((name) => String(name).includes('/')).length;

it('a store that never answers holds up nobody else, and gives 503 with a time to retry', async () => {
  const document = await given.document(owner!);
  server.deps.files = s3!;
  const waiting = Promise.all([
    ...Array.from({ length: 15 }, () => upload(owner!)),
    owner!.get(`/api/documents/${String(document.id)}/download`),
  ]);
  let isDone = false;
  void waiting.finally(() => (isDone = true));
  // One after the other, while all sixteen wait for the store.
  for (let calls = 0; calls < 5; calls += 1)
    expect([(await neighbour!.get('/api/shareholders/')).status, isDone]).toEqual([200, false]);
  for (const reply of await waiting) {
    expect([reply.status, Number(reply.headers['retry-after']) > 0]).toEqual([503, true]);
    expect(String(reply.detail)).toMatch(/Please try again\.$/);
  }
  expect((await owner!.get('/api/documents/')).rows).toHaveLength(1);
  server.failures.length = 0;
});

/** The store has five seconds to begin its answer. */
const STORE_MS = 5000;

it('a download waits five seconds for the store in all, not for each try', async () => {
  const document = await given.document(owner!);
  server.deps.files = s3!;
  const answer = owner!.get(`/api/documents/${String(document.id)}/download`).then(({ status }) => status);
  // Two tries of five seconds each would end with it.
  const twoTries = new Promise((resolve) => setTimeout(resolve, 2 * STORE_MS, 'two tries'));
  expect(await Promise.race([answer, twoTries])).toBe(503);
  server.failures.length = 0;
});

it('a store that begins to answer and then falls silent gives 503 as well', async () => {
  const document = await given.document(owner!);
  const halting = createHttpServer((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('x');
  });
  await new Promise<void>((resolve) => void halting.listen(0, '127.0.0.1', resolve));
  server.deps.files = await storeAt(halting.address() as AddressInfo);
  // Without an end of its own, the server would wait for the rest forever.
  expect((await owner!.get(`/api/documents/${String(document.id)}/download`)).status).toBe(503);
  halting.closeAllConnections();
  halting.close();
  server.failures.length = 0;
});

it('an export of everything succeeds, and names the documents it could not read', async () => {
  const there = await given.document(owner!);
  const gone = await given.document(owner!);
  const [{ storage_key }] = (await server.sql<{ storage_key: string }>(
    'select storage_key from document where id = $1',
    [gone.id],
  )) as [{ storage_key: string }];
  server.deps.files = {
    ...disk!,
    get: (key) => (key === storage_key ? Promise.reject(new Error('no answer')) : disk!.get(key)),
  };
  const { status, bytes } = await owner!.get('/api/organization/export');
  expect(status).toBe(200);
  const files = new Map((await readZip(bytes, () => true)).map((file) => [file.path, file.bytes.toString()]));
  const note = files.get('missing-documents.txt')!;
  expect([note.includes(String(gone.id)), note.includes(String(there.id))]).toEqual([true, false]);
  expect([...files.keys()].some((path) => path.includes(String(there.id)))).toBe(true);
  expect(
    (JSON.parse(files.get('manifest.json')!) as { missing: { id: string }[] }).missing.map(({ id }) => id),
  ).toEqual([gone.id]);
  server.deps.files = s3!;
  const silentExport = await readZip((await owner!.get('/api/organization/export')).bytes, () => true);
  expect(silentExport.map(({ path }) => path)).toContain('missing-documents.txt');
});

it('a document is deleted although its store does not answer, and its bytes later', async () => {
  const document = await given.document(owner!);
  const before = stored();
  server.deps.files = s3!;
  expect((await owner!.delete(`/api/documents/${String(document.id)}`)).status).toBe(204);
  expect((await owner!.get(`/api/documents/${String(document.id)}`)).status).toBe(404);
  expect(stored()).toBe(before);
  server.deps.files = disk!;
  await server.sql(`update abandoned_file set removable_at = now() where removable_at < now() + interval '30 minutes'`);
  await removeAbandonedFiles(server.deps);
  expect(stored()).toBe(before - 1);
});

it('the bytes stay when the deletion of their document does not commit', async () => {
  const document = await given.document(owner!);
  await server.sql(`
    create function refuse_late() returns trigger language plpgsql as $$ begin raise exception 'late' using errcode = '40001'; end $$`);
  await server.sql(
    `create constraint trigger refuse_late after delete on document deferrable initially deferred for each row execute function refuse_late()`,
  );
  expect((await owner!.delete(`/api/documents/${String(document.id)}`)).status).toBe(503);
  await server.sql('drop function refuse_late() cascade');
  const download = await owner!.get(`/api/documents/${String(document.id)}/download`);
  expect([download.status, download.text]).toEqual([200, PDF]);
  server.failures.length = 0;
});

it('the bytes of a refused or repeated upload are not kept', async () => {
  const before = stored();
  const { body, options } = multipart({ name: 'minutes.pdf', bytes: PDF }, { shareholder_id: 'nobody' });
  expect((await owner!.post('/api/documents/upload', body, options)).status).toBe(422);
  expect(stored()).toBe(before);
  const again = multipart({ name: 'minutes.pdf', bytes: PDF });
  const headers = { ...again.options.headers, 'idempotency-key': 'minutes-once' };
  const [first, second] = [
    await owner!.post('/api/documents/upload', again.body, { headers }),
    await owner!.post('/api/documents/upload', again.body, { headers }),
  ];
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  expect(stored()).toBe(before + 1);
});

it('a backup made during deletions holds every document that existed when it began', async () => {
  const document = await given.document(owner!);
  const bytes = stored();
  const holding = new pg.Client({ connectionString: server.ownerUrl });
  await holding.connect();
  await holding.query('begin; lock table task in access exclusive mode');
  const file = join(server.dataDir, 'beside.zip');
  const config = readConfig({ DATA_DIR: server.dataDir, DATABASE_URL: server.ownerUrl });
  const making = backup(config, file, () => undefined);
  const waits = `select count(*)::integer as count from pg_locks where not granted and relation = 'task'::regclass
                   and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await server.sql<{ count: number }>(waits))[0]!.count).toBe(1);
  expect((await owner!.delete(`/api/documents/${String(document.id)}`)).status).toBe(204);
  expect(stored()).toBe(bytes);
  await holding.query('rollback');
  await holding.end();
  const { files } = await making;
  expect(files.length).toBe(bytes);
  expect(existsSync(file)).toBe(true);
  await removeAbandonedFiles(server.deps);
  expect(stored()).toBe(bytes - 1);
});
