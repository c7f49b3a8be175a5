// Reads a file in a thread of its own, with a limit of memory and a deadline: whatever the file is, the server goes on
// answering, and the file is read or refused.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../src/domain/errors.ts';
import { tooLarge } from './refusals.ts';
import type { AnswerOf, GivenOf, SheetTask } from './sheetTasks.ts';

export interface SheetOrder {
  task: SheetTask;
  bytes: Uint8Array<ArrayBuffer>;
  given: GivenOf<SheetTask>;
}

export type SheetOutcome =
  { answer: AnswerOf<SheetTask> } | { refused: { code: string; detail: string; status: number | undefined } };

/**
 * A workbook of 200 MB unpacked takes a fifth of the time. Whoever asks for one allocation of more than 16 MB beyond the
 * limit of memory ends the process and not only the thread; so reading counts what it keeps, and never comes near.
 */
const LIMITS = { deadlineMs: 30_000, memoryMb: 512 };
const YOUNG_MB = 48;
const AT_ONCE = 2;
/** Each waits with up to 20 MB. */
const WAITING = 16;

let running = 0;
const queue: (() => void)[] = [];

/**
 * In: what is asked for, a file, and what the task needs beside it. Refuses: a code of `SheetRefusal` (422), also when
 * the file needs too much memory or time; busy (503) while sixteen wait.
 */
export async function readInThread<Task extends SheetTask>(
  task: Task,
  bytes: Uint8Array,
  given: GivenOf<Task>,
  limits: typeof LIMITS = LIMITS,
): Promise<AnswerOf<Task>> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING)
      throw new AppError('busy', 'Too many spreadsheets are being read right now. Please try again.', { status: 503 });
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  running += 1;
  try {
    return await start({ task, bytes: new Uint8Array(bytes), given }, limits);
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

function start<Task extends SheetTask>(order: SheetOrder, limits: typeof LIMITS): Promise<AnswerOf<Task>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('sheetWorker.ts', import.meta.url), {
      workerData: order,
      transferList: [order.bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const deadline = setTimeout(() => {
      reject(tooLarge('This file takes too long to read'));
      void worker.terminate();
    }, limits.deadlineMs);
    worker.once('message', (outcome: SheetOutcome) => {
      if ('answer' in outcome) return resolve(outcome.answer as AnswerOf<Task>);
      const { code, detail, status } = outcome.refused;
      return reject(new AppError(code, detail, status === undefined ? {} : { status }));
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge('This file needs too much memory') : error),
    );
    worker.once('exit', () => {
      clearTimeout(deadline);
      reject(new Error('The thread that reads a file ended without an answer.'));
    });
  });
}
