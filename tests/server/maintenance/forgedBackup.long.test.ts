// A backup is untrusted input. One that somebody else made or changed runs nothing and writes nothing, and is told
// apart from ours when its key is kept outside it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { BackupIndex } from '#server/maintenance/contents.ts';
import { zipOf } from '#tests/support/packages.ts';
import type { File } from '#tests/support/packages.ts';
import { addressOf, withClient } from '#tests/support/postgresSetup.ts';
import { runCommand } from '#tests/support/operatorCommand.ts';
import { removeDataDir, restoreInProcess, savedCompany } from '#tests/support/savedCompany.ts';
import type { Ended } from '#tests/support/operatorCommand.ts';
import type { SavedCompany } from '#tests/support/savedCompany.ts';
import { newDatabase } from '#tests/support/testServer.ts';

// Each command starts a process and a database of its own. Tests that concern only the file restore in this process.
const KEYED = { APP_SECRET: 'kept in the environment, not on the disk' };
let saved: SavedCompany;
let [from, folder, file] = ['', '', ''];
let plain: File[];
let count = 0;
/**
 * An empty database of the tests' PostgreSQL, under the owner's login as in an installation. No refused file may fill
 * it.
 */
let inEmpty: { DATABASE_URL: string; DATABASE_APP_URL: string };
let drop: () => Promise<unknown>;
const newFile = () => join(folder, `${(count += 1)}.backup`);

beforeAll(async () => {
  saved = await savedCompany('forged', KEYED);
  ({ from, folder, file, entries: plain } = saved);
  const made = await newDatabase();
  drop = made.drop;
  const { adminUrl, appRole } = inject('postgres');
  const url = new URL(adminUrl);
  url.pathname = `/${made.database}`;
  inEmpty = { DATABASE_URL: url.href, DATABASE_APP_URL: addressOf(inject('postgres'), made.database, appRole) };
});
afterAll(async () => {
  saved?.remove();
  await drop?.();
});

const run = (script: string, env: Record<string, string>, ...args: string[]) =>
  runCommand(script, { DATA_DIR: from, ...env }, ...args);
const into = () => ({ DATA_DIR: join(folder, `data-${(count += 1)}`) });
const restored = (env: Record<string, string>, named: string, ...flags: string[]) =>
  intoNewFolder((place) => run('restore', { ...place, ...env }, named, ...flags));
async function restoredHere(env: Record<string, string>, named: string) {
  const ended = await intoNewFolder((place) => restoreInProcess({ ...place, ...inEmpty, ...env }, named));
  const rows = await withClient(inEmpty.DATABASE_URL, (client) => client.query('select 1 from account'));
  expect(rows.rowCount).toBe(0);
  return ended;
}
async function intoNewFolder(restore: (place: { DATA_DIR: string }) => Promise<Ended>) {
  const place = into();
  const ended = await restore(place);
  const wasMade = existsSync(place.DATA_DIR);
  if (wasMade) removeDataDir(place.DATA_DIR);
  return { ...ended, wasMade };
}

/** Writes the backup again as somebody would who has it and lacks the key: every hash in it is right. */
async function forged(change: (index: BackupIndex, entries: Map<string, Buffer | string>) => void): Promise<string> {
  const entries = new Map(plain.map(({ path, content }) => [path, content] as [string, Buffer | string]));
  const before = entries.get('backup.json');
  const index = JSON.parse(String(before)) as BackupIndex;
  change(index, entries);
  for (const table of index.tables) {
    const content = entries.get(`tables/${table.name}.copy`);
    if (content !== undefined) table.sha256 = createHash('sha256').update(content).digest('hex');
  }
  if (entries.get('backup.json') === before) entries.set('backup.json', JSON.stringify(index));
  const named = newFile();
  writeFileSync(named, await zipOf([...entries].map(([path, content]) => ({ path, content }))));
  return named;
}
/** Moves an entry to the place its changed name says. */
function rename(index: BackupIndex, entries: Map<string, Buffer | string>, table: string, name: string) {
  entries.set(`tables/${name}.copy`, entries.get(`tables/${table}.copy`)!);
  index.tables.find((each) => each.name === table)!.name = name;
}

describe('a forged backup', () => {
  const proof = join(tmpdir(), `sharebook-proof-${process.pid}`);
  const program = `copy "legend" from program 'touch ${proof}'; copy "legend`;
  const afterAProgram: Parameters<typeof forged>[0] = (index, entries) =>
    rename(index, entries, 'legend', `legend" from program 'touch ${proof}'; --`);
  const refusedWhole = [78, false, false, expect.stringMatching(/\.$/)];
  const outcomeOf = ({ code, wasMade, text }: Awaited<ReturnType<typeof restored>>) => [
    code,
    wasMade,
    existsSync(proof),
    text.trim().split('\n').at(-1),
  ];
  it('ends the command with one sentence and exit code 78', async () => {
    expect(outcomeOf(await restored({}, await forged(afterAProgram)))).toEqual(refusedWhole);
  });
  it.each<[string, Parameters<typeof forged>[0]]>([
    ['a table named after a program', afterAProgram],
    [
      'a table named after a statement',
      (index, entries) => rename(index, entries, 'legend', `legend" from stdin; ${program}`),
    ],
    [
      'a column named after a program',
      (index) =>
        (index.tables.find(({ name }) => name === 'legend')!.columns = [`id") from program 'touch ${proof}'; --`]),
    ],
    ['a table of the catalogue', (index, entries) => rename(index, entries, 'legend', 'pg_authid')],
    ['a table fewer', (index) => (index.tables = index.tables.filter(({ name }) => name !== 'legend'))],
    [
      'a table twice',
      (index) => (index.tables = index.tables.map((each) => (each.name === 'legend' ? index.tables[0]! : each))),
    ],
    [
      'a document outside of its folder',
      (index) => {
        index.files = [
          { key: '../../proof', content_type: 'text/plain', sha256: createHash('sha256').update('x').digest('hex') },
        ];
      },
    ],
    [
      'a document that no row names',
      (index, entries) => {
        const key = '00000000-0000-0000-0000-000000000000/00000000-0000-0000-0000-000000000000';
        entries.set(`files/${key}`, 'x');
        index.files = [{ key, content_type: 'text/plain', sha256: createHash('sha256').update('x').digest('hex') }];
      },
    ],
  ])('with %s runs nothing and leaves nothing, even when no key can tell it from ours', async (_what, change) => {
    expect(outcomeOf(await restoredHere({}, await forged(change)))).toEqual(refusedWhole);
  });

  it.each<[string, Parameters<typeof forged>[0], RegExp]>([
    [
      'an index of 100 MB',
      (_index, entries) => void entries.set('backup.json', Buffer.alloc(100_000_000, ' ')),
      /backup\.json in it is larger than allowed\.$/,
    ],
    [
      'a secret of 100 MB',
      (index, entries) => void (entries.set('secret', Buffer.alloc(100_000_000, ' ')), (index.has_secret = true)),
      /secret in it is larger than allowed\.$/,
    ],
    [
      'a document that is named 4,000 times',
      (index, entries) => {
        const key = '00000000-0000-0000-0000-000000000000/00000000-0000-0000-0000-000000000000';
        entries.set(`files/${key}`, 'x');
        const each = { key, content_type: 'text/plain', sha256: createHash('sha256').update('x').digest('hex') };
        index.files = Array.from({ length: 4000 }, () => each);
      },
      /its index names files\/[0-9-/]+ twice\.$/,
    ],
  ])('with %s is refused early, with one sentence', async (_what, change, sentence) => {
    const named = await forged(change);
    const { code, text, wasMade } = await restoredHere({}, named);
    rmSync(named);
    expect([code, wasMade, text.trim().split('\n').at(-1)]).toEqual([78, false, expect.stringMatching(sentence)]);
  });

  it('is refused before anything is written when APP_SECRET is kept in the environment', async () => {
    const promoted = await forged((_index, entries) => {
      const memberships = String(entries.get('tables/membership.copy'));
      entries.set('tables/membership.copy', memberships.replace('owner', 'viewer'));
    });
    expect(await restoredHere(KEYED, promoted)).toMatchObject({
      code: 78,
      wasMade: false,
      text: expect.stringContaining('is not signed with this APP_SECRET'),
    });
    const bare = await forged((index, entries) => void (entries.delete('backup.sig'), index.made_at));
    expect(await restored(KEYED, bare)).toMatchObject({
      code: 78,
      wasMade: false,
      text: expect.stringContaining('is not signed'),
    });
    expect(await restoredHere({ APP_SECRET: 'another secret of the environment' }, file)).toMatchObject({
      code: 78,
      wasMade: false,
    });
  });
});

describe('a genuine backup', () => {
  it('is confirmed with its APP_SECRET, and not without', async () => {
    const vouched = await restored(KEYED, file);
    expect([vouched.code, vouched.text.includes('No key outside')]).toEqual([0, false]);
    const open = await restored({}, file);
    // Without its secret it is restored, and verify says that no seal fits.
    expect(open.text).toContain('No key outside this file proves where it comes from');
    expect(open.text).toContain('the changes were written with another one');
    expect(open.code).toBe(1);
  });
  it('can be encrypted with a passphrase, and is restored only with it', async () => {
    const sealed = newFile();
    const BACKUP_PASSPHRASE = 'seven words that nobody else would say';
    expect(await run('backup', { ...KEYED, BACKUP_PASSPHRASE }, sealed)).toMatchObject({ code: 0 });
    expect(readFileSync(sealed).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(readFileSync(sealed).includes('tables/account.copy')).toBe(false);
    const env = { ...KEYED, BACKUP_PASSPHRASE };
    for (const [wrong, named] of [
      [KEYED, sealed],
      [{ ...env, BACKUP_PASSPHRASE: 'seven words that somebody else said' }, sealed],
      [env, file],
    ] as const)
      expect(await restoredHere(wrong, named)).toMatchObject({ code: 78, wasMade: false });
    const changed = newFile();
    const bytes = readFileSync(sealed);
    bytes[bytes.length - 100]! ^= 1;
    writeFileSync(changed, bytes);
    expect(await restoredHere(env, changed)).toMatchObject({
      code: 78,
      wasMade: false,
      text: expect.stringContaining('the file was changed'),
    });
    expect(await restored(env, sealed)).toMatchObject({ code: 0 });
  });
  it('names the heads of the chains, to be kept elsewhere', async () => {
    const { text, code } = await run('backup', KEYED, newFile());
    expect(code).toBe(0);
    expect(text).toMatch(/head of the installation: \d+ [0-9a-f]{64}/);
    expect(saved.index.chains!.map(({ client_name }) => client_name)).toEqual([null, expect.any(String)]);
  });
});
