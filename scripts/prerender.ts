// Writes the public pages as plain HTML into the built folder. Few have a script (src/resources/pages/pageScripts.ts).
import { base, language } from './buildLanguage.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { inLanguage } from './inLanguage.ts';
import { pageScripts } from '../src/resources/pages/pageScripts.ts';
import type { PageScript } from '../src/resources/pages/pageScripts.ts';

/** The exports of src/publicEntry/staticPages.tsx, loaded through vite because Node does not read JSX. */
interface StaticPagesModule {
  staticPages: ReadonlyArray<{ file: string }>;
  renderStaticPage(
    page: { file: string },
    assets: { stylesheet: string; font: string; scripts: Record<PageScript, string> },
  ): string;
}

/** The exports of src/publicEntry/signInPicture.tsx. */
interface SignInModule {
  withSignIn(page: string, hasDemo: boolean): string;
}

type Manifest = Record<string, { file: string }>;

export async function prerender(root: string, outDir: string): Promise<string[]> {
  const read = async (name: string) => JSON.parse(await readFile(join(outDir, '.vite', name), 'utf8')) as Manifest;
  const manifest = await read('manifest.json');
  const scripts = await read('page-scripts.json');
  const assets = {
    stylesheet: hashed(manifest, 'src/publicStyles/static.css'),
    font: hashed(manifest, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    scripts: {
      tools: hashed(scripts, pageScripts.tools),
      sharedScenario: hashed(scripts, pageScripts.sharedScenario),
    },
  };
  const settings = { root, configFile: false as const, logLevel: 'warn' as const, plugins: [inLanguage(language)] };
  const { module } = await runnerImport<StaticPagesModule>(join(root, 'src/publicEntry/staticPages.tsx'), settings);
  const { module: signIn } = await runnerImport<SignInModule>(
    join(root, 'src/publicEntry/signInPicture.tsx'),
    settings,
  );
  const account = await readFile(join(outDir, 'account.html'), 'utf8');
  await writeFile(join(outDir, 'login.html'), signIn.withSignIn(account, false));
  await writeFile(join(outDir, 'login-demo.html'), signIn.withSignIn(account, true));
  const written = module.staticPages.map(async (page) => {
    await writeFile(join(outDir, page.file), module.renderStaticPage(page, assets));
    return page.file;
  });
  return Promise.all(written);
}

function hashed(manifest: Manifest, source: string): string {
  const entry = manifest[source];
  if (!entry) throw new Error(`The build's manifest does not name ${source}.`);
  return `${base}${entry.file}`;
}
