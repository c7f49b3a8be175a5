// Builds everything the browser gets into dist/: bundles, prerendered pages, precompressed copies.
// Skips when dist/ already came from these very inputs. Run as `node scripts/build.ts [--force]`.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from './precompress.ts';
import { prerender } from './prerender.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stampFile = '.inputs';
const inputs = ['src', 'public', 'account.html', 'app.html', 'vite.config.ts', 'package-lock.json', 'scripts'];

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

async function bundle(outDir: string): Promise<void> {
  const { build: viteBuild } = await import('vite');
  // Vite takes NODE_ENV over its own mode; in tests and in development it would bundle React's development build.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await viteBuild({ root, mode: 'production', logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
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
