// Work in a process of its own, with a limit of memory and a deadline: whatever its input does, this process goes on.
// A thread would not do: its end can end everything (docs/decisions/server-and-jobs.md#long-work-has-a-process-of-its-own).
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '#src/domain/errors.ts';
import { COMPILED } from './compiled.ts';
import { askerNow } from '#server/running/asker.ts';
import type { Outcome, Said } from './program.ts';

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

/** How long a process waits for the next order of its company. */
const IDLE_MS = 5_000;
/** What waits, by program, limits and company. A file of one company is never read where another's was. */
const idle = new Map<string, ChildProcess>();

/**
 * In: a program that calls `answerOrder`, and what it is given (a copy: plain data and buffers). Out: its answer, a copy
 * too. Throws what the program refuses with, and EndedEarly. The process has none of this one's environment, thus no
 * password or key. Afterwards it waits a little: who answers a question about a file has it read again.
 */
export async function inOwnProcess<Answer>(program: URL, order: unknown, limits: ProcessLimits): Promise<Answer> {
  const company = askerNow()?.org_id;
  const key = company ? `${program.href} ${limits.memoryMb} ${company}` : null;
  const waiting = key === null ? null : taken(key);
  if (waiting) {
    try {
      return await ask<Answer>(waiting, key, order, limits);
    } catch (error) {
      // It may have ended while it waited, before this order reached it.
      if (!(error instanceof EndedEarly) || error.reason !== 'crash') throw error;
    }
  }
  return ask<Answer>(start(program, limits), key, order, limits);
}

function ask<Answer>(child: ChildProcess, key: string | null, order: unknown, limits: ProcessLimits): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (reason: EndedEarly['reason'], detail: string): void => {
      over();
      reject(new EndedEarly(reason, detail));
      child.kill('SIGKILL');
    };
    const answered = (said: unknown): void => {
      over();
      const { outcome, is_full } = said as Said<Answer>;
      if (key === null || is_full) leave(child);
      else keep(key, child);
      settle(outcome, resolve, reject);
    };
    const failed = (error: Error): void => end('crash', error.message);
    // V8 ends a process that reaches its limit of memory with SIGABRT.
    const closed = (code: number | null, signal: string | null): void =>
      end(signal === 'SIGABRT' ? 'memory' : 'crash', signal ?? `code ${String(code)}`);
    const over = (): void => {
      clearTimeout(deadline);
      child
        .off('message', answered)
        .off('error', failed)
        .off('close', closed)
        .on('error', () => undefined);
    };
    const deadline = setTimeout(() => end('deadline', `after ${limits.deadlineMs} ms`), limits.deadlineMs);
    child.once('message', answered).once('error', failed).once('close', closed);
    child.send(order as object, (error) => {
      if (error) failed(error);
    });
  });
}

const start = (program: URL, { memoryMb }: ProcessLimits): ChildProcess =>
  fork(fileURLToPath(program), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { NODE_COMPILE_CACHE: COMPILED },
  });

/** It ends once nobody listens. */
function leave(child: ChildProcess): void {
  if (child.connected) child.disconnect();
}

/** The server may end while a process waits: the process then ends too. */
function keep(key: string, child: ChildProcess): void {
  if (!child.connected || idle.has(key)) return leave(child);
  idle.set(key, child);
  child.unref();
  child.channel?.unref();
  const forget = (): void => {
    if (idle.get(key) === child) idle.delete(key);
  };
  child.once('disconnect', forget);
  setTimeout(() => {
    if (idle.get(key) !== child) return;
    forget();
    leave(child);
  }, IDLE_MS).unref();
}

function taken(key: string): ChildProcess | null {
  const child = idle.get(key);
  idle.delete(key);
  if (!child?.connected) return null;
  child.ref();
  child.channel?.ref();
  return child;
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
