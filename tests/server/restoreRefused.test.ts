// What the operator's commands answer when they cannot do it: one sentence, and nothing that is in the way of a second try.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readZip } from '../../server/data/safeZip.ts';
import type { BackupIndex } from '../../server/maintenance/contents.ts';
import { zipOf } from '../support/packages.ts';
import type { File } from '../support/packages.ts';
import { signupBody } from '../support/people.ts';
import { messageTo, newDataDir, startServer } from '../support/runningServer.ts';

// Each command is a process with a database of its own to start.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const root = join(import.meta.dirname, '..', '..');
const from = newDataDir('refused');
const folder = mkdtempSync(join(tmpdir(), 'sharebook-refused-'));
chmodSync(folder, 0o755);
const file = join(folder, 'company.backup');
let whole: File[];
let index: BackupIndex;

beforeAll(async () => {
  const server = await startServer(from);
  const person = signupBody();
  const post = (path: string, body: object) =>
    fetch(server.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/api/auth/signup', person);
  const [, code] = await messageTo(from, person.phone, /code is (\d{6})/);
  await post('/api/auth/verify-phone', { email: person.email, code });
  await server.stop();
  await run('backup', from, file);
  whole = (await readZip(readFileSync(file), () => true)).map(({ path, bytes }) => ({ path, content: bytes }));
  index = JSON.parse(String(whole.find(({ path }) => path === 'backup.json')!.content)) as BackupIndex;
});
afterAll(() => {
  const placed = readFileSync(join(from, 'postgres.path'), 'utf8').trim();
  if (!placed.startsWith(from)) rmSync(dirname(placed), { recursive: true, force: true });
  for (const each of [from, folder]) rmSync(each, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  /** What was told as an error, line by line. */
  refusal: string[];
}
function run(script: string, dataDir: string, ...args: string[]): Promise<Ended> {
  return runIn({ DATA_DIR: dataDir }, script, ...args);
}
function runIn(env: Record<string, string>, script: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, `scripts/${script}.ts`), ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
    });
    let text = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('close', (code) => resolve({ code, refusal: text.trim().split('\n') }));
  });
}

/** The backup with one entry written over; what the index promises of it is true again. */
async function tampered(path: string, change: (text: string) => string): Promise<string> {
  const named = join(folder, 'tampered.backup');
  const content = change(String(whole.find((entry) => entry.path === path)!.content));
  const tables = index.tables.map((table) =>
    `tables/${table.name}.copy` === path
      ? { ...table, sha256: createHash('sha256').update(content).digest('hex') }
      : table,
  );
  const others = whole.filter((entry) => entry.path !== path && entry.path !== 'backup.json');
  const entries =
    path === 'backup.json' ? [] : [{ path: 'backup.json', content: JSON.stringify({ ...index, tables }) }];
  writeFileSync(named, await zipOf([...others, { path, content }, ...entries]));
  return named;
}
const withIndex = (change: (whole: BackupIndex) => unknown) =>
  tampered('backup.json', (text) => JSON.stringify(change(JSON.parse(text) as BackupIndex)));
const bytesNamed = (name: string, bytes: Buffer | string) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

const ID = '00000000-0000-0000-0000-000000000000';
const sentence = (matches: RegExp) => [expect.stringMatching(matches)];

describe('a restore that cannot be done', () => {
  it.each<[string, () => string | Promise<string>, RegExp]>([
    ['a file that is not there', () => join(folder, 'nothing'), /nothing is no backup.*no such file/],
    ['a folder', () => folder, /is no backup/],
    ['text', () => bytesNamed('text', 'Dear holder'), /is no backup/],
    ['the first half', () => bytesNamed('half', readFileSync(file).subarray(0, 9000)), /is no backup/],
    [
      'a zip of something else',
      async () => bytesNamed('zip', await zipOf([{ path: 'a', content: 'b' }])),
      /lacks backup\.json/,
    ],
    ['an index that is none', () => withIndex(() => null), /is damaged/],
    ['an index without its tables', () => withIndex(({ tables: _tables, ...rest }) => rest), /is damaged/],
    [
      'what lost its secret',
      async () => bytesNamed('bare', await zipOf(whole.filter(({ path }) => path !== 'secret'))),
      /lacks secret/,
    ],
    [
      'a document that is not in it',
      () =>
        withIndex((whole) => ({ ...whole, files: [{ key: `${ID}/${ID}`, content_type: '', sha256: '0'.repeat(64) }] })),
      /lacks files\/0/,
    ],
    [
      'a table there is not',
      () => withIndex((whole) => ({ ...whole, tables: [...whole.tables, { ...whole.tables[0], name: 'shares' }] })),
      /lacks tables\/shares/,
    ],
  ])('from %s says so in a sentence and makes nothing', async (_what, damaged, matches) => {
    const dataDir = join(folder, 'new', 'data');
    const { code, refusal } = await run('restore', dataDir, await damaged());
    expect([code, refusal]).toEqual([78, sentence(matches)]);
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  it('half-way takes back the folder that it made, and the whole backup then goes into it', async () => {
    const dataDir = join(folder, 'made', 'data');
    const wrong = await tampered('tables/account.copy', (text) => `x${text}`);
    const { code, refusal } = await run('restore', dataDir, wrong);
    expect([code, refusal]).toEqual([1, sentence(/^Nothing was restored: .*account/)]);
    expect(existsSync(join(folder, 'made'))).toBe(false);
    expect(await run('restore', dataDir, file)).toMatchObject({ code: 0 });
  });

  it('half-way leaves a folder that it found as it was', async () => {
    const found = newDataDir('found');
    writeFileSync(join(found, 'note'), 'mine');
    mkdirSync(join(found, 'files'));
    const wrong = await tampered('tables/organization.copy', (text) => `x${text}`);
    expect(await run('restore', found, wrong)).toEqual({
      code: 1,
      refusal: sentence(/^Nothing was restored: .*organization/),
    });
    expect(readdirSync(found).sort()).toEqual(['files', 'note']);
    rmSync(found, { recursive: true });
  });

  it('over a company leaves everything there', async () => {
    const before = readdirSync(from).sort();
    expect(await run('restore', from, file)).toEqual({
      code: 78,
      refusal: sentence(/^There is a company or an account/),
    });
    expect(readdirSync(from).sort()).toEqual(before);
    expect(await run('verify', from)).toMatchObject({ code: 0 });
  });
});

describe('a command of the operator', () => {
  it.each(['backup', 'verify'])('%s says that there is no Sharebook in a folder, and makes none', async (command) => {
    const dataDir = join(folder, 'mistyped');
    const args = command === 'backup' ? [join(folder, 'empty.backup')] : [];
    expect(await run(command, dataDir, ...args)).toEqual({
      code: 78,
      refusal: sentence(/^There is no Sharebook in .*mistyped/),
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each(['backup', 'restore', 'verify'])('%s says that a database cannot be reached', async (command) => {
    const args = { backup: [join(folder, 'far.backup')], restore: [file], verify: [] }[command]!;
    const env = { DATA_DIR: join(folder, 'far'), DATABASE_URL: 'postgres://x:tellnobody@127.0.0.1:9/x' };
    const { code, refusal } = await runIn(env, command, ...args);
    expect([code, refusal]).toEqual([78, sentence(/^DATABASE_URL cannot be reached/)]);
    expect(refusal[0]).not.toContain('tellnobody');
    expect(existsSync(join(folder, 'far'))).toBe(false);
  });

  it.each(['backup', 'restore', 'verify'])('%s says which setting is wrong', async (command) => {
    const args = { backup: [join(folder, 'set.backup')], restore: [file], verify: [] }[command]!;
    const { code, refusal } = await runIn({ DATA_DIR: from, PORT: 'http' }, command, ...args);
    expect([code, refusal]).toEqual([78, sentence(/^PORT/)]);
  });

  it('backup says that a file cannot be written, and leaves no piece of it', async () => {
    const { code, refusal } = await run('backup', from, join(folder, 'no', 'such', 'folder'));
    expect([code, refusal]).toEqual([78, sentence(/cannot be written/)]);
  });

  it.skipIf(!existsSync('/dev/full'))('backup ends when the disk is full, and leaves no piece of it', async () => {
    const full = join(folder, 'full.backup');
    symlinkSync('/dev/full', `${full}.part`);
    const { code, refusal } = await run('backup', from, full);
    expect([code, refusal]).toEqual([1, sentence(/^Nothing was saved: .*no space left/)]);
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([]);
  });
});
