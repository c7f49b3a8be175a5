// Builds everything the browser gets into dist/: bundles, prerendered pages, precompressed copies. Of the pages index.html
// is the console, and landing.html what the server sends for /.
// Skips when dist/ already came from these very inputs. Run as `node scripts/build.ts [--force]`.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { precompress } from './precompress.ts';
import { prerender } from './prerender.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stampFile = '.inputs';
const listCode = 'src/admin/kit/list/ResourceList.tsx';
const inputs = ['src', 'public', 'account.html', 'index.html', 'vite.config.ts', 'package-lock.json', 'scripts'];

export interface BuildResult {
  dist: string;
  /** False when dist/ was fresh and left alone. */
  built: boolean;
}

export async function build({ force = false }: { force?: boolean } = {}): Promise<BuildResult> {
  const stamp = await hashOfInputs();
  if (!force && (await readStamp()) === stamp) return { dist, built: false };
  // Built aside and moved into place, so that neither a failed build nor a running server ever sees half of one.
  const workshop = join(root, 'node_modules/.cache', `sharebook-build-${process.pid}`);
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });
  try {
    const fresh = join(workshop, 'fresh');
    await bundle(fresh);
    await prerender(root, fresh);
    await precompress(fresh);
    await writeFile(join(fresh, stampFile), stamp);
    if (existsSync(dist)) await rename(dist, join(workshop, 'old'));
    await rename(fresh, dist);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  return { dist, built: true };
}

/**
 * Twice: the bundler cuts what the console starts with into as many files as there are screens that share a piece of it.
 * The first time tells what the console starts with; the second puts that into one file, what the account's pages start
 * with too into another, and what the lists add into a third.
 */
async function bundle(outDir: string): Promise<void> {
  const { build: viteBuild } = await import('vite');
  // Vite takes NODE_ENV over its own mode; in tests and in development it would bundle React's development build.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    const settings = { root, mode: 'production', logLevel: 'warn' } as const;
    const first = (await viteBuild({ ...settings, build: { write: false } })) as Rolldown.RolldownOutput;
    const account = modulesAtStart(first, 'account.html');
    const console = modulesAtStart(first, 'index.html');
    const lists = modulesAtStart(first, listCode);
    const groups = [
      { name: 'start', test: (id: string) => account.has(id) && console.has(id) },
      // All of the console's styles are one file, in the order in which the rooms name them: none waits for another.
      { name: 'console', test: (id: string) => console.has(id) || id.endsWith('.module.css') },
      { name: 'lists', test: (id: string) => lists.has(id) },
    ];
    const rolldownOptions = { output: { codeSplitting: { groups } } };
    await viteBuild({ ...settings, build: { outDir, emptyOutDir: true, rolldownOptions } });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** Of the script of a page, or of code that is fetched later, and of all that it imports at once. */
function modulesAtStart({ output }: Rolldown.RolldownOutput, page: string): Set<string> {
  const chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])));
  const entry = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === join(root, page));
  if (!entry) throw new Error(`The build has no script for ${page}.`);
  const seen = new Set([entry.fileName]);
  // A set is walked in the order in which it grows.
  for (const fileName of seen) for (const each of chunks.get(fileName)?.imports ?? []) seen.add(each);
  return new Set([...seen].flatMap((fileName) => Object.keys(chunks.get(fileName)?.modules ?? {})));
}

async function readStamp(): Promise<string | null> {
  return readFile(join(dist, stampFile), 'utf8').catch(() => null);
}

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(inputs.map(filesUnder))).flat().sort()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

async function filesUnder(input: string): Promise<string[]> {
  const path = join(root, input);
  if (input.includes('.')) return [path];
  // Of the scripts only those that build are inputs; editing another must not cost a build.
  if (input === 'scripts') return ['build.ts', 'prerender.ts', 'precompress.ts'].map((name) => join(path, name));
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const { built } = await build({ force: process.argv.includes('--force') });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(built ? `Built dist/ in ${seconds} s.` : 'dist/ is up to date.');
}
