// Reads the one file argument of a command.
import { resolve } from 'node:path';
import { endProcess } from '../server/process/end.ts';

/** Relative to the folder where npm was called. Ends the process (64, EX_USAGE) without a file or with more arguments. */
export async function readFileArgument(command: string): Promise<string> {
  const [file, ...more] = process.argv.slice(2);
  if (file && more.length === 0) return resolve(process.env.INIT_CWD ?? '.', file);
  console.error(`Name one file: npm run ${command} -- FILE`);
  return endProcess(64);
}
