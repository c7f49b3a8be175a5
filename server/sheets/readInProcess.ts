// Reads a file in a process of its own, with a limit of memory and a deadline: whatever the file is, the server goes on
// answering, and the file is read or refused.
import { AppError } from '#src/domain/errors.ts';
import { EndedEarly, inOwnProcess } from '../process/inOwnProcess.ts';
import type { ProcessLimits } from '../process/inOwnProcess.ts';
import { Turns } from '../process/turns.ts';
import { tooLarge, unreadable } from './refusals.ts';
import type { AnswerOf, GivenOf, SheetTask } from './sheetTasks.ts';

export interface SheetOrder {
  task: SheetTask;
  bytes: Uint8Array;
  given: GivenOf<SheetTask>;
}

/** A workbook of 200 MB unpacked takes a fifth of the time, and reading counts what it keeps. */
const LIMITS: ProcessLimits = { deadlineMs: 30_000, memoryMb: 512 };
/** Each of those that wait keeps up to 20 MB. */
const turns = new Turns(
  { atOnce: 2, waiting: 16, ofAccount: 8 },
  'Too many spreadsheets are being read right now. Please try again.',
);

/**
 * In: what is asked for, a file, and what the task needs beside it. Refuses: a code of `SheetRefusal` (422), also when
 * the file needs too much memory or time, or where reading it crashes; busy (503), too_many (429).
 */
export function readInProcess<Task extends SheetTask>(
  task: Task,
  bytes: Uint8Array,
  given: GivenOf<Task>,
  limits = LIMITS,
): Promise<AnswerOf<Task>> {
  return turns.take(async () => {
    try {
      const order: SheetOrder = { task, bytes, given };
      return await inOwnProcess<AnswerOf<Task>>(new URL('sheetProgram.ts', import.meta.url), order, limits);
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (!(error instanceof EndedEarly) || !error.isTooMuch) throw unreadable(error);
      throw tooLarge(
        error.reason === 'memory' ? 'This file needs too much memory' : 'This file takes too long to read',
      );
    }
  });
}
