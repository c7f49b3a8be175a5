// Reads the one file argument of a command.
import { resolve } from 'node:path';

/**
 * Relative to the folder where npm was called, and whether `flag` is given too. Exits (64, EX_USAGE) without a file or
 * with more arguments.
 */
export function readFileArgument(command: string, flag?: string): [file: string, isFlagged: boolean] {
  const isFlagged = flag !== undefined && process.argv.includes(flag);
  const [file, ...more] = process.argv.slice(2).filter((each) => each !== flag);
  if (file && more.length === 0) return [resolve(process.env.INIT_CWD ?? '.', file), isFlagged];
  console.error(`Name one file: npm run ${command} -- FILE${flag ? ` [${flag}]` : ''}`);
  process.exit(64);
}
