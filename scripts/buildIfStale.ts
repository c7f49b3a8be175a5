// Builds the console unless dist/ was built from the same inputs; says so before it starts.
import { existsSync } from 'node:fs';
import { build } from './build.ts';

export async function buildIfStale(): Promise<void> {
  const root = `${import.meta.dirname}/..`;
  // An installation without the build tools (npm ci --omit=dev) serves the dist/ it was given.
  if (!existsSync(`${root}/node_modules/vite`)) return;
  const started = Date.now();
  const timer = setTimeout(() => console.log('Building the console'), 1500);
  const { built } = await build();
  clearTimeout(timer);
  if (built) console.log(`Built the console in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
