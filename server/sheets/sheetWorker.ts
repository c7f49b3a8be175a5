// The thread that reads one file, and does with its grid what was asked for.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../src/domain/errors.ts';
import { buffersOf } from './packedGrid.ts';
import { readBytes } from './readBytes.ts';
import type { SheetOrder, SheetOutcome } from './readInThread.ts';
import type { PackedGrid } from './packedGrid.ts';
import { sheetTasks } from './sheetTasks.ts';
import type { AnswerOf, SheetTask } from './sheetTasks.ts';

const { task, bytes, given } = workerData as SheetOrder;

async function outcome(): Promise<{ outcome: SheetOutcome; transfer: ArrayBuffer[] }> {
  try {
    const packed = await readBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    // The compiler does not tie a task to what is given for it.
    const work = sheetTasks[task] as (packed: PackedGrid, given: unknown) => AnswerOf<SheetTask>;
    const answer = work(packed, given);
    return { outcome: { answer }, transfer: answer === packed ? buffersOf(packed) : [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail, status } = error;
    return { outcome: { refused: { code, detail, status } }, transfer: [] };
  }
}

const { outcome: message, transfer } = await outcome();
parentPort!.postMessage(message, transfer);
