// Builds the console unless dist/ was built from the same inputs; says so before it starts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfConsole, root, stampIn } from './inputs.ts';

/** An installation without the build tools (npm ci --omit=dev) serves the dist/ it was given. */
const canBuild = () => existsSync(join(root, 'node_modules/vite'));

export async function buildIfStale(): Promise<void> {
  if (!canBuild()) return;
  const [stamp, now] = await Promise.all([stampIn(join(root, 'dist')), hashOfConsole()]);
  if (stamp === now) return;
  const started = Date.now();
  const timer = setTimeout(() => console.log('Building the console'), 1500);
  // What builds takes longer to load than finding that there is nothing to build.
  const { build } = await import('./build.ts');
  await build();
  clearTimeout(timer);
  console.log(`Built the console in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** The other languages, and the server for its next start. Says nothing, save of a failure: then pages are English, or a start is later. */
export async function buildTheRest(): Promise<void> {
  if (!canBuild()) return;
  const { buildLanguagesAside, bundleServerAside } = await import('./buildLanguages.ts');
  const say = (error: unknown) => console.error(error instanceof Error ? error.message : error);
  await buildLanguagesAside().catch(say);
  await bundleServerAside().catch(say);
}
