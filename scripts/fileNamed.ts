// The one argument of a command that works on a file.
import { resolve } from 'node:path';

/**
 * Relative to where npm was called from, and whether `flag` stands beside it. Ends the process (64, EX_USAGE) when there is
 * none, or more than that.
 */
export function fileNamed(command: string, flag?: string): [file: string, isFlagged: boolean] {
  const isFlagged = flag !== undefined && process.argv.includes(flag);
  const [file, ...more] = process.argv.slice(2).filter((each) => each !== flag);
  if (file && more.length === 0) return [resolve(process.env.INIT_CWD ?? '.', file), isFlagged];
  console.error(`Name one file: npm run ${command} -- FILE${flag ? ` [${flag}]` : ''}`);
  process.exit(64);
}
