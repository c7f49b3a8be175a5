// The one argument of a command that works on a file.
import { resolve } from 'node:path';

/** Relative to where npm was called from. Ends the process (64, EX_USAGE) when there is none. */
export function fileNamed(command: string): string {
  const [file, ...more] = process.argv.slice(2);
  if (file && more.length === 0) return resolve(process.env.INIT_CWD ?? '.', file);
  console.error(`Name one file: npm run ${command} -- FILE`);
  process.exit(64);
}
