// A company made by a real server process and saved by the operator's command, for the tests of restoring.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readSecrets } from '#server/auth/secrets.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { readZip } from '#server/data/safeZip.ts';
import { exitCodeOf } from '#server/main.ts';
import type { BackupIndex } from '#server/maintenance/contents.ts';
import { restore } from '#server/maintenance/restore.ts';
import { runCommand } from './operatorCommand.ts';
import type { Ended } from './operatorCommand.ts';
import type { File } from './packages.ts';
import { signupBody } from './people.ts';
import { messageTo, newDataDir, startServer } from './runningServer.ts';

export interface SavedCompany {
  /** Its data directory, and a folder for files that tests make. */
  from: string;
  folder: string;
  /** The backup, its entries and its index. */
  file: string;
  entries: File[];
  index: BackupIndex;
  remove(): void;
}

export async function savedCompany(name: string, env: Record<string, string> = {}): Promise<SavedCompany> {
  const from = newDataDir(name);
  const folder = mkdtempSync(join(tmpdir(), `sharebook-${name}-`));
  chmodSync(folder, 0o755);
  const file = join(folder, 'company.backup');
  const server = await startServer(from, env);
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
  const { code: ended, text } = await runCommand('backup', { DATA_DIR: from, ...env }, file);
  if (ended !== 0) throw new Error(text);
  const entries = (await readZip(readFileSync(file), () => true)).map(({ path, bytes }) => ({ path, content: bytes }));
  const index = JSON.parse(String(entries.find(({ path }) => path === 'backup.json')!.content)) as BackupIndex;
  const remove = () => {
    removeDataDir(from);
    rmSync(folder, { recursive: true, force: true });
  };
  return { from, folder, file, entries, index, remove };
}

/** Signs an index with the backup's own secret, as anybody who has the file can. */
export function signatureOf(index: string, entries: readonly File[]): string {
  const secret = String(entries.find(({ path }) => path === 'secret')?.content ?? '');
  return readSecrets(secret.trim(), '').signing(index).toString('hex');
}

/** Removes a data directory, with its database where that had to be put elsewhere. */
export function removeDataDir(dataDir: string): void {
  const placed = readFileSync(join(dataDir, 'postgres.path'), 'utf8').trim();
  if (!placed.startsWith(dataDir)) rmSync(dirname(placed), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

/**
 * Does what `npm run restore` does with a file, in the test's own process, for the many cases about the content of the
 * file. A refusal is returned as the command would print it; any other failure is thrown.
 */
export async function restoreInProcess(env: Record<string, string>, file: string): Promise<Ended> {
  const said: string[] = [];
  try {
    await restore(readConfig({ ...env, DEMO: 'off' }), file, (line) => said.push(line));
    return { code: 0, text: said.join('\n'), refusal: [''] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const refusal = error.message.split('\n');
    return { code: exitCodeOf(error), text: [...said, ...refusal].join('\n'), refusal };
  }
}
