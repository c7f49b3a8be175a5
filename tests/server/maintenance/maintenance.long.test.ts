// The operator's commands as separate processes: beside a running server, and into an empty folder.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { acmeObjects, acmeTransactions } from '#tests/domain/ledger/acme.ts';
import { issued } from '#tests/domain/ledger/factories.ts';
import { runCommand } from '#tests/support/operatorCommand.ts';
import { packageFiles, zipOf } from '#tests/support/packages.ts';
import { signupBody } from '#tests/support/people.ts';
import { messageTo, newDataDir, sentMessages, startServer } from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';

// Each command starts a process and a database of its own.
const [from, to] = [newDataDir('backup'), newDataDir('restore')];
const folder = mkdtempSync(join(tmpdir(), 'sharebook-file-'));
const file = join(folder, 'company.backup');
const person = signupBody();
let server: RunningServer;
let token = '';
afterAll(async () => {
  await server?.stop();
  for (const dataDir of [from, to]) {
    const placed = readFileSync(join(dataDir, 'postgres.path'), 'utf8').trim();
    if (!placed.startsWith(dataDir)) rmSync(dirname(placed), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
});

const run = (script: string, dataDir: string, ...args: string[]) => runCommand(script, { DATA_DIR: dataDir }, ...args);
async function send(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Row & Row[]; bytes: Buffer }> {
  const isForm = body instanceof FormData;
  const response = await fetch(server.address + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: (isJson ? JSON.parse(bytes.toString('utf8')) : {}) as Row & Row[], bytes };
}
function formOf(name: string, bytes: Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}
// Larger than anything else that is read as a whole from a backup.
const minutes = Buffer.from('We met, and agreed.\n'.repeat(20_000));
const letter = Buffer.from('Dear holders.');
const whole = async () => ({
  table: (await send('GET', '/api/cap-table/?as_of=2023-06-15')).body,
  entries: (await send('GET', '/api/transactions/')).body,
  documents: (await send('GET', '/api/documents/')).body,
});
let before: Awaited<ReturnType<typeof whole>>;

beforeAll(async () => {
  server = await startServer(from);
  await send('POST', '/api/auth/signup', person);
  const [, code] = await messageTo(from, person.phone, /code is (\d{6})/);
  token = String((await send('POST', '/api/auth/verify-phone', { email: person.email, code })).body.access_token);
  const idOf = (type: string) => String(acmeObjects.find(({ object_type }) => object_type === type)!.id);
  const reduced = [
    issued('reduced', idOf('STAKEHOLDER'), '100', { stock_class_id: idOf('STOCK_CLASS'), date: '2022-06-01' }),
    {
      object_type: 'TX_STOCK_CANCELLATION',
      id: 'reduction',
      date: '2022-06-02',
      security_id: 'reduced',
      quantity: '40',
      reason_text: 'Without a balance.',
    },
  ];
  const package_ = await zipOf(packageFiles([...acmeObjects, ...acmeTransactions, ...reduced]));
  const form = () => formOf('acme.ocf.zip', package_);
  // Undone and imported again, so each of its ids is in the ledger twice.
  const { import_id } = (await send('POST', '/api/ocf/import?accept_findings=true', form())).body;
  await send('POST', `/api/ocf/imports/${String(import_id)}/undo`, {});
  await send('POST', '/api/ocf/import?accept_findings=true', form());
  await send('POST', '/api/documents/upload', formOf('minutes.txt', minutes, { document_type: 'other' }));
  const { id } = (await send('POST', '/api/messaging/files', formOf('letter.txt', letter, {}))).body;
  const [holder] = (await send('GET', '/api/shareholders/')).body;
  await send('POST', '/api/messaging/threads', {
    subject: 'A letter',
    body: 'Attached.',
    shareholder_ids: [holder!.id],
    file_ids: [id],
  });
  before = await whole();
});

describe('the operator', () => {
  it('saves everything beside a running server, into a file of mode 600 that is never overwritten', async () => {
    expect(before.documents).toHaveLength(1);
    const applied = (await send('GET', '/api/ocf/imports/')).body.map((each) => [each.status, each.applied]);
    expect(applied).toEqual([
      ['applied', true],
      ['undone', false],
    ]);
    const done = await run('backup', from, file);
    expect([done.code, done.text]).toEqual([0, expect.stringContaining(`Saved to ${file}.`)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await run('backup', from, file);
    expect([again.code, again.text]).toEqual([78, expect.stringContaining('already exists')]);
    expect((await run('backup', from)).code).toBe(64);
    expect((await send('GET', '/api/ready')).status).toBe(200);
  });
  it('cannot restore into a running server, or from a damaged file', async () => {
    expect((await run('restore', from, file)).code).toBe(75);
    const bytes = readFileSync(file);
    const damaged = join(folder, 'damaged');
    bytes[Math.floor(bytes.length / 3)]! ^= 1;
    writeFileSync(damaged, bytes);
    const refused = await run('restore', to, damaged);
    expect([refused.code, refused.text]).toEqual([
      78,
      expect.stringMatching(/damaged|not what was saved|not a backup/),
    ]);
    writeFileSync(damaged, 'no zip at all');
    expect((await run('restore', to, damaged)).code).toBe(78);
  });
  it('verifies beside a running server, and learns the entry in which a byte was changed', async () => {
    const good = await run('verify', from);
    expect([good.code, good.text]).toEqual([0, expect.stringContaining('2 files, everything agrees')]);
    const client = new pg.Client({ connectionString: readFileSync(join(from, 'postgres.url'), 'utf8').trim() });
    await client.connect();
    const [{ seq, id }] = (
      await client.query(`select seq, id from ledger_tx where ocf ? 'quantity' order by seq offset 5 limit 1`)
    ).rows as [Row];
    const change = (sql: string) =>
      client.query(
        `begin; alter table ledger_tx disable trigger user; ${sql}; alter table ledger_tx enable trigger user; commit`,
      );
    await change(`update ledger_tx set summary = overlay(summary placing 'X' from 1 for 1) where seq = ${String(seq)}`);
    const bad = await run('verify', from);
    expect([bad.code, bad.text]).toEqual([
      1,
      expect.stringContaining(`Entry ${String(seq)} (${String(id)}) was changed after it was written`),
    ]);
    const [{ id: holder }] = (
      await client.query(`select id from ocf_object where object_type = 'STAKEHOLDER' order by id limit 1`)
    ).rows as [Row];
    await client.query(
      `begin; alter table ocf_object disable trigger user; update ocf_object set ocf = replace(ocf::text, 'legal_name', 'legal_namf')::jsonb where id = '${String(holder)}'; alter table ocf_object enable trigger user; commit`,
    );
    expect((await run('verify', from)).text).toContain(
      `STAKEHOLDER ${String(holder)}, version 1, was changed after it was written`,
    );
    await client.end();
  });
  it('restores into an empty folder: companies, ledgers, documents and passwords', async () => {
    await server.stop();
    const done = await run('restore', to, file);
    expect([done.code, done.text]).toEqual([0, expect.stringMatching(/everything agrees[\s\S]*Restored as of/)]);
    expect((await run('restore', to, file)).text).toContain('already contains a company or an account');
    server = await startServer(to);
    token = '';
    const count = sentMessages(to).length;
    const login = await send('POST', '/api/auth/login', { email: person.email, password: person.password });
    const [, code] = await messageTo(to, person.phone, /code is (\d{6})/, count);
    token = String(
      (await send('POST', '/api/auth/verify-2fa', { email: person.email, code, challenge_id: login.body.challenge_id }))
        .body.access_token,
    );
    expect(await whole()).toEqual(before);
    const [document] = before.documents as Row[];
    const [thread] = (await send('GET', '/api/messaging/threads')).body;
    const [message] = (await send('GET', `/api/messaging/threads/${String(thread!.id)}`)).body.messages as Row[];
    const [sent] = message!.files as Row[];
    expect((await send('GET', `/api/messaging/files/${String(sent!.id)}/download`)).bytes.equals(letter)).toBe(true);
    expect((await send('GET', `/api/documents/${String(document!.id)}/download`)).bytes.equals(minutes)).toBe(true);
    expect((await run('verify', to)).code).toBe(0);
  });
});
