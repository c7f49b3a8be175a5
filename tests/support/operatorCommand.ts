// Runs a command of the operator as `npm run` does.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { COMPILED } from './runningServer.ts';
import { PATIENCE_MS } from './time/patience.ts';

const root = join(import.meta.dirname, '..', '..');
/** No command is this long without a line of output. */
const SILENT_MS = 3 * PATIENCE_MS;

export interface Ended {
  /** Null when it had to be killed. */
  code: number | null;
  /** The whole output, and its error output line by line. */
  text: string;
  refusal: string[];
}

/** Runs a command of the operator with nothing else in its environment. */
export const runCommand = (script: string, env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  runAnswered('', script, env, ...args);

/**
 * The same, and types an answer. Node now and then does not end a process that has done its work
 * (https://github.com/nodejs/node/issues/54918), so a command that stays silent is killed and run once more. One that does not end by
 * its own fault does not end the second time either.
 */
export async function runAnswered(
  typed: string,
  script: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<Ended> {
  const ended = await runOnce(typed, script, env, args);
  if (ended !== 'silent') return ended;
  console.warn(`${script} ${args.join(' ')} did not end, and is run once more.`);
  const again = await runOnce(typed, script, env, args);
  return again === 'silent' ? { code: null, text: `${script} did not end, twice.`, refusal: [] } : again;
}

function runOnce(
  typed: string,
  script: string,
  env: Record<string, string>,
  args: string[],
): Promise<Ended | 'silent'> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, `scripts/${script}.ts`), ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, ...COMPILED, ...env },
    });
    let [text, errors] = ['', ''];
    const silent = setTimeout(() => {
      child.kill('SIGKILL');
      resolve('silent');
    }, SILENT_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        silent.refresh();
        text += chunk.toString();
        if (stream === child.stderr) errors += chunk.toString();
      });
    child.stdin.end(typed);
    child.on('close', (code) => {
      clearTimeout(silent);
      resolve({ code, text, refusal: errors.trim().split('\n') });
    });
  });
}
