// Whether what was built is of the sources that are there now: by the hash of them all, because a copy or a checkout keeps no times.
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** In: folders, with all that is in them, and files, which have a point in their name. */
export async function hashOf(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const each of await Promise.all(inputs.map(hashOfOne))) hash.update(each);
  return hash.digest('hex');
}

/** What is being read: a start asks at once whether the console and the server are of these sources. */
const underWay = new Map<string, Promise<string>>();

function hashOfOne(input: string): Promise<string> {
  const known = underWay.get(input);
  if (known) return known;
  const own = readAndHash(input).finally(() => underWay.delete(input));
  underWay.set(input, own);
  return own;
}

async function readAndHash(input: string): Promise<string> {
  const hash = createHash('sha256');
  const files = (await filesUnder(input)).sort();
  const bytes = await Promise.all(files.map((file) => readFile(file)));
  for (const [at, file] of files.entries())
    hash
      .update(`${relative(root, file)}\0`)
      .update(bytes[at]!)
      .update('\0');
  return hash.digest('hex');
}

async function filesUnder(input: string): Promise<string[]> {
  const path = join(root, input);
  if (input.includes('.')) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Only the scripts that build the console: editing others must not cause a build. */
const ofTheBuild = [
  'build',
  'buildLanguage',
  'inLanguage',
  'leanPackages',
  'leanResources',
  'plainClassNames',
  'prerender',
  'precompress',
  'texts',
].map((name) => `scripts/${name}.ts`);

/** What the console is built from. */
export const hashOfConsole = (): Promise<string> =>
  hashOf([
    'src',
    'public',
    'account.html',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'server/words/catalogue.ts',
    ...ofTheBuild,
  ]);

/** Beside what was built: the hash of what it was built from. */
export const STAMP = '.inputs';

export const stampIn = (folder: string): Promise<string | null> =>
  readFile(join(folder, STAMP), 'utf8').catch(() => null);
