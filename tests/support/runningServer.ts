// A real server process on a data directory, as `npm start` runs it, and what its log drivers sent.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS } from './time/patience.ts';

const root = join(import.meta.dirname, '..', '..');

/** For a server process that a test starts: it reuses what Node compiled before, which halves its start. */
export const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile') };

export interface RunningServer {
  address: string;
  pid: number;
  output: () => string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Makes a data directory that PostgreSQL's own account can enter when root runs the tests, so that nothing is left
 * outside it.
 */
export function newDataDir(name: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), `sharebook-${name}-`));
  chmodSync(dataDir, 0o755);
  return dataDir;
}

export const startServer = (
  dataDir: string,
  env: Record<string, string> = {},
  program?: string,
): Promise<RunningServer> => beginServer(dataDir, env, program).ready;

/** Out: what the server says while it starts, and the server once it is ready. */
export function beginServer(
  dataDir: string,
  env: Record<string, string> = {},
  program = 'server/main.ts',
): { output: () => string; ready: Promise<RunningServer> } {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      ...process.env,
      ...COMPILED,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'off',
      OTP_RESEND_SECONDS: '1',
      DATABASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const address = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /Sharebook is ready at (\S+)/.exec(output);
      if (ready) resolve(ready[1]!);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => reject(new Error(`The server ended with ${code} before it was ready:\n${output}`)));
  });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    // Node now and then does not end a process that has done its work (https://github.com/nodejs/node/issues/54918).
    const tooLong = setTimeout(() => child.kill('SIGKILL'), 2 * PATIENCE_MS);
    return ended.finally(() => clearTimeout(tooLong));
  };
  const said = () => output;
  return { output: said, ready: address.then((found) => ({ address: found, pid: child.pid!, output: said, stop })) };
}

interface Sent {
  channel: 'sms' | 'email';
  to: string;
  text: string;
}

/** Waits until the worker has sent a message that `matches`, and returns the newest. */
export async function messageTo(dataDir: string, to: string, matches: RegExp, after = 0): Promise<RegExpExecArray> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    const sent = sentMessages(dataDir).slice(after);
    const found = sent.findLast((message) => message.to === to && matches.test(message.text));
    if (found) return matches.exec(found.text)!;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No message to ${to} matched ${matches}.`);
}

export function sentMessages(dataDir: string): Sent[] {
  const file = join(dataDir, 'outbox.jsonl');
  if (!existsSync(file)) return [];
  // The text after the last line end is still being written.
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Sent);
}
