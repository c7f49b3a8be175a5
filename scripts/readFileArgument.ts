// Reads the one file argument of a command.
import { resolve } from 'node:path';

/** Relative to the folder where npm was called. Exits (64, EX_USAGE) without a file or with more arguments. */
export function readFileArgument(command: string): string {
  const [file, ...more] = process.argv.slice(2);
  if (file && more.length === 0) return resolve(process.env.INIT_CWD ?? '.', file);
  console.error(`Name one file: npm run ${command} -- FILE`);
  process.exit(64);
}
