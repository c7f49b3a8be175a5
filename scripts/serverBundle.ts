// The server in a few files instead of its thousand modules and those of its libraries, from which it starts sooner. Made aside once a
// server is ready that started from its sources, and used while these are the same. Run as `node scripts/serverBundle.ts`.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { hashOf, root, STAMP, stampIn } from './inputs.ts';

type Server = typeof import('../server/main.ts');

const folder = join(root, 'node_modules/.cache/server');
const ENTRY = 'main.js';
/** Libraries of many small modules. Others stay as they are installed. */
const TAKEN_IN = ['kysely', 'zod', 'libphonenumber-js', 'uuid', 'csv-parse', 'csv-stringify'];

/** The files have the places of their sources in them, so a copy in another folder has its own. */
const stampNow = async (): Promise<string> =>
  `${root} ${await hashOf(['server', 'src', 'package-lock.json', 'scripts/serverBundle.ts'])}`;

/** The bundle where it is of these sources, else the sources. */
export async function importServer(): Promise<Server> {
  const [stamp, now] = await Promise.all([stampIn(folder), stampNow()]);
  return stamp === now
    ? ((await import(pathToFileURL(join(folder, ENTRY)).href)) as Server)
    : import('../server/main.ts');
}

/** Files beside a module, and programs that processes of their own run, are found where the module's source is. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('/node_modules/')) return null;
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.main', 'false');
  },
};

/** Does nothing where it is there already. */
async function bundleServer(): Promise<void> {
  const stamp = await stampNow();
  if ((await stampIn(folder)) === stamp) return;
  const { build } = await import('vite');
  const fresh = `${folder}-${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      plugins: [placesOfSources],
      ssr: { noExternal: TAKEN_IN },
      build: {
        ssr: 'server/main.ts',
        outDir: fresh,
        minify: false,
        rolldownOptions: { output: { entryFileNames: ENTRY } },
      },
    });
    await writeFile(join(fresh, STAMP), stamp);
    await writeFile(join(fresh, 'package.json'), '{"type":"module"}');
    // A server that starts meanwhile has one whole bundle or its sources.
    if (existsSync(folder)) await rename(folder, `${fresh}-old`);
    await rename(fresh, folder);
  } finally {
    for (const left of [fresh, `${fresh}-old`]) await rm(left, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer();
