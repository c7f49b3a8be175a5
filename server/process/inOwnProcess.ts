// Work in a process of its own, with a limit of memory and a deadline: whatever its input does, this process goes on. A
// thread would not do: its end can end everything (docs/decisions/0164-work-in-a-process-of-its-own.md).
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../src/domain/errors.ts';
import type { Outcome } from './program.ts';

export interface ProcessLimits {
  deadlineMs: number;
  memoryMb: number;
}

/** Why there is no answer: it took too long, needed too much memory, the process ended by itself, or its work has a fault. */
export class EndedEarly extends Error {
  readonly reason: 'deadline' | 'memory' | 'crash' | 'fault';
  constructor(reason: EndedEarly['reason'], detail: string) {
    super(`A process ended without an answer: ${detail}`);
    this.reason = reason;
  }
  /** Whether the input asked for too much; else the fault is ours. */
  get isTooMuch(): boolean {
    return this.reason === 'deadline' || this.reason === 'memory';
  }
}

/** Node's compiled files, so that a process is there in a tenth of a second. Where it cannot be written, starting is slower. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/**
 * In: a program that calls `answerOrder`, and what it is given (a copy: plain data and buffers). Out: its answer, a copy
 * too. Throws what the program refuses with, and EndedEarly. The process has none of this one's environment, thus no
 * password or key.
 */
export function inOwnProcess<Answer>(program: URL, order: unknown, limits: ProcessLimits): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(program), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${limits.memoryMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { NODE_COMPILE_CACHE: COMPILED },
    });
    const end = (reason: EndedEarly['reason'], detail: string): void => {
      clearTimeout(deadline);
      reject(new EndedEarly(reason, detail));
      child.kill('SIGKILL');
    };
    const deadline = setTimeout(() => end('deadline', `after ${limits.deadlineMs} ms`), limits.deadlineMs);
    child.once('message', (outcome) => {
      clearTimeout(deadline);
      settle(outcome as Outcome<Answer>, resolve, reject);
    });
    child.once('error', (error) => end('crash', error.message));
    // V8 ends a process that reaches its limit of memory with SIGABRT.
    child.once('close', (code, signal) =>
      end(signal === 'SIGABRT' ? 'memory' : 'crash', signal ?? `code ${String(code)}`),
    );
    child.send(order as object, (error) => {
      if (error) end('crash', error.message);
    });
  });
}

function settle<Answer>(
  outcome: Outcome<Answer>,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): void {
  if ('answer' in outcome) return resolve(outcome.answer);
  if ('failed' in outcome) return reject(new EndedEarly('fault', outcome.failed));
  const { code, detail, status, fields } = outcome.refused;
  return reject(new AppError(code, detail, { status, ...(fields && { fields }) }));
}
