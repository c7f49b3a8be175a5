// The process that reads one file, and does with its grid what was asked for.
import { answerOrder } from '../process/program.ts';
import { readBytes } from './readBytes.ts';
import type { PackedGrid } from './packedGrid.ts';
import type { SheetOrder } from './readInProcess.ts';
import { sheetTasks } from './sheetTasks.ts';
import type { AnswerOf, SheetTask } from './sheetTasks.ts';

answerOrder(async ({ task, bytes, given }: SheetOrder): Promise<AnswerOf<SheetTask>> => {
  const packed = await readBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  // The compiler does not tie a task to what is given for it.
  const work = sheetTasks[task] as (packed: PackedGrid, given: unknown) => AnswerOf<SheetTask>;
  return work(packed, given);
});
