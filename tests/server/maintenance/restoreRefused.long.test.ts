// An operator's command that cannot succeed answers with one sentence, and leaves nothing that blocks a second try.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupIndex } from '#server/maintenance/contents.ts';
import { zipOf } from '#tests/support/packages.ts';
import type { File } from '#tests/support/packages.ts';
import { newDataDir } from '#tests/support/runningServer.ts';
import { runCommand } from '#tests/support/operatorCommand.ts';
import { restoreInProcess, savedCompany, signatureOf } from '#tests/support/savedCompany.ts';
import type { SavedCompany } from '#tests/support/savedCompany.ts';

// Each command starts a process and a database of its own. Tests that concern only the file restore in this process.
let saved: SavedCompany;
let [from, folder, file] = ['', '', ''];
let whole: File[];
let index: BackupIndex;

beforeAll(async () => {
  saved = await savedCompany('refused');
  ({ from, folder, file, index, entries: whole } = saved);
});
afterAll(() => saved.remove());

const run = (script: string, dataDir: string, ...args: string[]) => runIn({ DATA_DIR: dataDir }, script, ...args);
async function runIn(env: Record<string, string>, script: string, ...args: string[]) {
  const { code, refusal } = await runCommand(script, env, ...args);
  return { code, refusal };
}

/** Writes the backup with one entry changed; its index then matches again, and is signed. */
async function tampered(path: string, change: (text: string) => string): Promise<string> {
  const named = join(folder, 'tampered.backup');
  const content = change(String(whole.find((entry) => entry.path === path)!.content));
  const tables = index.tables.map((table) =>
    `tables/${table.name}.copy` === path
      ? { ...table, sha256: createHash('sha256').update(content).digest('hex') }
      : table,
  );
  const kept = whole.filter((entry) => ![path, 'backup.json', 'backup.sig'].includes(entry.path));
  const said = path === 'backup.json' ? content : JSON.stringify({ ...index, tables });
  const others = path === 'backup.json' ? kept : [...kept, { path, content }];
  const signed = [
    { path: 'backup.json', content: said },
    { path: 'backup.sig', content: signatureOf(said, whole) },
  ];
  writeFileSync(named, await zipOf([...others, ...signed]));
  return named;
}
const withIndex = (change: (whole: BackupIndex) => unknown) =>
  tampered('backup.json', (text) => JSON.stringify(change(JSON.parse(text) as BackupIndex)));
/** Writes the backup with one document more, and its index changed under the signature of the true one. */
async function withUnsignedIndex(change: (whole: BackupIndex) => BackupIndex) {
  const document = { path: `files/${ID}/${ID}`, content: 'A contract' };
  const sha256 = createHash('sha256').update(document.content).digest('hex');
  const signed = { ...index, files: [{ key: `${ID}/${ID}`, content_type: 'application/pdf', sha256 }] };
  const kept = whole.filter(({ path }) => !['backup.json', 'backup.sig'].includes(path));
  const entries = [
    { path: 'backup.json', content: JSON.stringify(change(signed)) },
    { path: 'backup.sig', content: signatureOf(JSON.stringify(signed), whole) },
  ];
  return bytesNamed('forged', await zipOf([...kept, document, ...entries]));
}
const bytesNamed = (name: string, bytes: Buffer | string) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

const ID = '00000000-0000-0000-0000-000000000000';
const sentence = (matches: RegExp) => [expect.stringMatching(matches)];

describe('a restore that cannot succeed', () => {
  it.each<[string, () => string | Promise<string>, RegExp]>([
    ['a missing file', () => join(folder, 'nothing'), /nothing is not a backup.*no such file/],
    ['a folder', () => folder, /is not a backup/],
    ['text', () => bytesNamed('text', 'Dear holder'), /is not a backup/],
    ['the first half', () => bytesNamed('half', readFileSync(file).subarray(0, 9000)), /is not a backup/],
    [
      'a zip of something else',
      async () => bytesNamed('zip', await zipOf([{ path: 'a', content: 'b' }])),
      /lacks backup\.json/,
    ],
    ['an empty index', () => withIndex(() => null), /is damaged/],
    [
      'a newer version',
      () => withIndex((whole) => ({ ...whole, version: '999.0.0' })),
      /is of Sharebook 999\.0\.0; this is/,
    ],
    ['an index without its tables', () => withIndex(({ tables: _tables, ...rest }) => rest), /is damaged/],
    [
      'an index with another time',
      () => withUnsignedIndex((whole) => ({ ...whole, made_at: '1999-01-01T00:00:00.000Z' })),
      /is damaged: its index is not what was saved/,
    ],
    [
      'an index with another kind of a document',
      () =>
        withUnsignedIndex((whole) => ({
          ...whole,
          files: whole.files.map((file) => ({ ...file, content_type: 'text/html' })),
        })),
      /is damaged: its index is not what was saved/,
    ],
    [
      'an index with another end of a chain',
      () =>
        withUnsignedIndex((whole) => ({
          ...whole,
          chains: whole.chains!.map((chain) => ({ ...chain, head: '0'.repeat(64) })),
        })),
      /is damaged: its index is not what was saved/,
    ],
    [
      'a backup without its signature',
      async () => bytesNamed('unsigned', await zipOf(whole.filter(({ path }) => path !== 'backup.sig'))),
      /lacks backup\.sig/,
    ],
    [
      'a backup without its secret',
      async () => bytesNamed('bare', await zipOf(whole.filter(({ path }) => path !== 'secret'))),
      /lacks secret/,
    ],
    [
      'a missing document',
      () =>
        withIndex((whole) => ({ ...whole, files: [{ key: `${ID}/${ID}`, content_type: '', sha256: '0'.repeat(64) }] })),
      /lacks files\/0/,
    ],
    [
      'a missing table',
      () => withIndex((whole) => ({ ...whole, tables: [...whole.tables, { ...whole.tables[0], name: 'shares' }] })),
      /lacks tables\/shares/,
    ],
  ])('from %s says so in one sentence and makes nothing', async (_what, damaged, matches) => {
    const DATA_DIR = join(folder, 'new', 'data');
    const { code, refusal } = await restoreInProcess({ DATA_DIR }, await damaged());
    expect([code, refusal]).toEqual([78, sentence(matches)]);
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });
  it('ends the command with that sentence and exit code 78', async () => {
    const dataDir = join(folder, 'new', 'data');
    const ended = await run('restore', dataDir, bytesNamed('text', 'Dear holder'));
    expect(ended).toEqual({ code: 78, refusal: sentence(/is not a backup/) });
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  it('half way removes the folder it made, and the intact backup can then be restored into it', async () => {
    const dataDir = join(folder, 'made', 'data');
    const wrong = await tampered('tables/account.copy', (text) => `x${text}`);
    const { code, refusal } = await run('restore', dataDir, wrong);
    expect([code, refusal]).toEqual([1, sentence(/^Nothing was restored: .*account/)]);
    expect(existsSync(join(folder, 'made'))).toBe(false);
    expect(await run('restore', dataDir, file)).toMatchObject({ code: 0 });
  });

  it('half way leaves an existing folder as it was', async () => {
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

  it('over a company changes nothing there', async () => {
    const before = readdirSync(from).sort();
    expect(await run('restore', from, file)).toEqual({
      code: 78,
      refusal: sentence(/^This database already contains a company or an account/),
    });
    expect(readdirSync(from).sort()).toEqual(before);
    expect(await run('verify', from)).toMatchObject({ code: 0 });
  });
});

describe('a command of the operator', () => {
  it.each(['backup', 'verify'])('%s says that a folder has no Sharebook data, and makes none', async (command) => {
    const dataDir = join(folder, 'mistyped');
    const args = command === 'backup' ? [join(folder, 'empty.backup')] : [];
    expect(await run(command, dataDir, ...args)).toEqual({
      code: 78,
      refusal: sentence(/^There is no Sharebook data in .*mistyped/),
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
    const before = readdirSync(folder);
    const { code, refusal } = await run('backup', from, join(folder, 'no', 'such', 'folder'));
    expect([code, refusal]).toEqual([78, sentence(/cannot be written/)]);
    expect(readdirSync(folder)).toEqual(before);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'backup fails when the disk is full, and leaves no part of the file',
    async () => {
      const full = join(folder, 'full.backup');
      symlinkSync('/dev/full', `${full}.part`);
      const { code, refusal } = await run('backup', from, full);
      expect([code, refusal]).toEqual([1, sentence(/^Nothing was saved: .*no space left/)]);
      expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([]);
    },
  );
});
