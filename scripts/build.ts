// Builds everything for the browser into dist/: bundles, prerendered pages, precompressed copies. index.html is the console,
// and landing.html the page for /. Skips when dist/ was built from the same inputs. Run as `node scripts/build.ts [--force]`, which
// builds the other languages too, each into a folder of its own in dist/ (buildLanguages.ts).
import { base, language } from './buildLanguage.ts';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { inLanguage } from './inLanguage.ts';
import { hashOfConsole, root, STAMP, stampIn } from './inputs.ts';
import { precompress } from './precompress.ts';
import { codeOfResource } from '../src/resources/firstScreen.ts';
import { heads } from '../src/resources/heads/heads.ts';
import { declarationOf } from '../src/resources/kit/defineResource.ts';
import { pageScripts } from '../src/resources/pages/pageScripts.ts';

const dist = join(root, language.locale === 'en' ? 'dist' : `dist/${language.locale}`);
const listCode = 'src/admin/kit/list/ResourceList.tsx';
const dashboardCode = 'src/pages/Dashboard.tsx';
const declarations = new Map(
  heads.map((head) => [join(root, `src/resources/${declarationOf(head.name)}.ts`), codeOfResource(head)]),
);

export interface BuildResult {
  /** The folder. */
  dist: string;
  /** False when dist/ was up to date and left unchanged. */
  built: boolean;
}

export async function build({ force = false }: { force?: boolean } = {}): Promise<BuildResult> {
  const stamp = await hashOfConsole();
  if (!force && (await stampIn(dist)) === stamp) return { dist, built: false };
  // Built in another folder and moved into place, so that a failed build or a running server never has half of one.
  const buildFolder = join(root, 'node_modules/.cache', `sharebook-build-${process.pid}`);
  await rm(buildFolder, { recursive: true, force: true });
  await mkdir(buildFolder, { recursive: true });
  try {
    const fresh = join(buildFolder, 'fresh');
    await bundle(fresh);
    // Its packages take longer than finding that there is nothing to build.
    const { prerender } = await import('./prerender.ts');
    await prerender(root, fresh);
    await precompress(fresh);
    await writeFile(join(fresh, STAMP), stamp);
    if (existsSync(dist)) await rename(dist, join(buildFolder, 'old'));
    await rename(fresh, dist);
  } finally {
    await rm(buildFolder, { recursive: true, force: true });
  }
  return { dist, built: true };
}

/**
 * Builds twice: the bundler splits the console's start code into a file for each piece that screens share. The first
 * build shows what the console starts with; the second puts that into one file, the account pages' start code into
 * another, the lists' code into a third, and each declaration into its own. The scripts of prerendered pages are a build of their own.
 */
async function bundle(outDir: string): Promise<void> {
  const { build: viteBuild } = await import('vite');
  // Vite uses NODE_ENV instead of its own mode; in tests and development it would bundle React's development build.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    const settings = {
      root,
      base,
      mode: 'production',
      logLevel: 'warn',
      ...(language.locale === 'en' ? {} : { publicDir: false as const }),
    } as const;
    // The helper of dynamic imports, in a file of its own: within the console's, the account screens would load the console.
    const helper = { output: { codeSplitting: { groups: [{ name: 'preload', test: /vite\/preload-helper/ }] } } };
    const first = (await viteBuild({
      ...settings,
      build: { write: false, rolldownOptions: helper },
    })) as Rolldown.RolldownOutput;
    const account = modulesAtStart(first, 'account.html');
    // What lies in the console's file would start the console there.
    const accountLater = modulesAtStart(first, 'account.html', true);
    const console = modulesAtStart(first, 'index.html');
    const lists = modulesAtStart(first, listCode);
    const dashboard = modulesAtStart(first, dashboardCode);
    const ofDeclarations = [...declarations.keys()].map((file) => modulesAtStart(first, relative(root, file)));
    const groups = [
      { name: 'start', test: (id: string) => account.has(id) && console.has(id) },
      {
        name: 'both',
        test: (id: string) => accountLater.has(id) && [console, lists, dashboard].some((each) => each.has(id)),
      },
      // Its fields, which parts of the console use too.
      { name: 'entry', test: (id: string) => account.has(id) && /\/src\/auth\/(fields|useSubmit)\.tsx?$/.test(id) },
      // What the first screens share is in the console's file, so that none of them loads another's. The console's styles are one
      // file, in the order of the imports, so that none is loaded later.
      {
        name: 'console',
        test: (id: string) =>
          console.has(id) ||
          // So small that a file of its own costs more.
          id.endsWith('/shell/youPages.ts') ||
          (dashboard.has(id) &&
            (lists.has(id) || (!declarations.has(id) && ofDeclarations.some((each) => each.has(id))))) ||
          id.endsWith('.module.css'),
      },
      {
        name: 'lists',
        test: (id: string) =>
          lists.has(id) || (!declarations.has(id) && ofDeclarations.filter((each) => each.has(id)).length > 1),
      },
      // Each by itself: whoever needs one, as another screen may, loads no other.
      {
        debugName: 'declarations',
        name: (id: string) => declarations.get(id) ?? null,
        test: (id: string) => declarations.has(id),
      },
      { name: 'dashboard', test: (id: string) => dashboard.has(id) },
    ];
    const rolldownOptions = { output: { codeSplitting: { groups } } };
    await viteBuild({ ...settings, build: { outDir, emptyOutDir: true, rolldownOptions } });
    // By themselves: they load nothing of the console, also where they have a module in common.
    await viteBuild({
      ...settings,
      configFile: false,
      publicDir: false,
      plugins: [inLanguage(language)],
      build: {
        outDir,
        emptyOutDir: false,
        target: 'baseline-widely-available',
        manifest: '.vite/page-scripts.json',
        modulePreload: { polyfill: false },
        rolldownOptions: { input: Object.values(pageScripts) },
      },
    });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** For a page's script or lazily loaded code: the file, and everything it imports at once, or `later` too. */
function modulesAtStart({ output }: Rolldown.RolldownOutput, page: string, later = false): Set<string> {
  const chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])));
  const entry = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(join(root, page)));
  if (!entry) throw new Error(`The build has no script for ${page}.`);
  const seen = new Set([entry.fileName]);
  // A set's iteration includes items added during it.
  for (const fileName of seen) {
    const { imports = [], dynamicImports = [] } = chunks.get(fileName) ?? {};
    for (const each of [...imports, ...(later ? dynamicImports : [])]) seen.add(each);
  }
  return new Set([...seen].flatMap((fileName) => Object.keys(chunks.get(fileName)?.modules ?? {})));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const force = process.argv.includes('--force');
  const { built } = await build({ force });
  if (language.locale === 'en') await (await import('./buildLanguages.ts')).buildLanguages({ force });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(built ? `Built dist/ in ${seconds} s.` : 'dist/ is up to date.');
}
