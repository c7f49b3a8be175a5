// Builds the pages in the languages beside English, each by a process of its own, because a build speaks one language.
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { PSEUDO_LOCALE, translatedLocales } from '../src/words/locales.ts';

/** One after the other, also what is up to date if forced; outside production the pseudo language too. Throws what a build printed. */
export async function buildLanguages({ force = false } = {}): Promise<void> {
  const locales = process.env.NODE_ENV === 'production' ? translatedLocales : [...translatedLocales, PSEUDO_LOCALE];
  for (const locale of locales) await start(locale, force).done;
}

/** The same, without the pseudo language, while the server works. It keeps no process from ending, and ends with it. */
export async function buildLanguagesAside(): Promise<void> {
  for (const locale of translatedLocales) await aside(start(locale, false));
}

/** The server's own files (serverBundle.ts), in the same way. */
export const bundleServerAside = (): Promise<void> =>
  aside(run('serverBundle.ts', [], {}, 'The server could not be bundled.'));

async function aside({ child, done }: Started): Promise<void> {
  child.unref();
  (child.stderr as unknown as Socket).unref();
  const end = () => child.kill();
  process.once('exit', end);
  await done.finally(() => process.off('exit', end));
}

const start = (locale: string, force: boolean): Started =>
  run('build.ts', force ? ['--force'] : [], { BUILD_LOCALE: locale }, `The pages in ${locale} could not be built.`);

type Started = ReturnType<typeof run>;

function run(script: string, args: string[], env: Record<string, string>, failure: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const done = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${failure}\n${said}`))));
  });
  return { child, done };
}
