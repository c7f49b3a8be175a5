// What the thread that reads a file may be asked for: a function from the grid, and from what else it needs, to its answer.
import type { PackedGrid } from './packedGrid.ts';

/** Answers go from thread to thread as copies, so they hold plain data. The packed grid itself goes without a copy. */
export const sheetTasks = {
  grid: (packed: PackedGrid, _given: null): PackedGrid => packed,
};

export type SheetTask = keyof typeof sheetTasks;
export type GivenOf<Task extends SheetTask> = Parameters<(typeof sheetTasks)[Task]>[1];
export type AnswerOf<Task extends SheetTask> = ReturnType<(typeof sheetTasks)[Task]>;
