// What the process that reads a file may be asked for: a function from the grid, and from what else it needs, to its answer.
import { createHash } from 'node:crypto';
import { findingLines } from './findingLines.ts';
import { gridOf } from './packedGrid.ts';
import type { PackedGrid } from './packedGrid.ts';
import type { SheetMemory } from '#src/domain/sheets/meanings/memory.ts';
import { readRemembering } from '#src/domain/sheets/readRemembering.ts';
import { corrected } from '#src/domain/sheets/corrections.ts';
import { readSheet } from '#src/domain/sheets/readSheet.ts';
import type { SheetOptions, SheetResult } from '#src/domain/sheets/readSheet.ts';

export interface SheetGiven extends Omit<SheetOptions, 'idOf'> {
  /** Ids follow from it and from what a row says, so that the same row of the same company always has the same id. */
  org: string;
}

const optionsOf = ({ org, ...options }: SheetGiven): SheetOptions => ({
  ...options,
  idOf: (key) => idFrom(`${org} ${key}`),
});

const read = (packed: PackedGrid, given: SheetGiven): SheetResult => readSheet(gridOf(packed), optionsOf(given));

/** A UUID (version 8, RFC 9562) of the text's hash. */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Answers go from process to process as copies, so they hold plain data. */
export const sheetTasks = {
  grid: (packed: PackedGrid, _given: null): PackedGrid => packed,
  /** A file that comes for the first time. */
  first: (packed: PackedGrid, { memory, ...given }: SheetGiven & { memory: SheetMemory }) =>
    readRemembering(gridOf(packed), optionsOf(given), memory),
  reading: (packed: PackedGrid, given: SheetGiven) => read(packed, given).reading,
  objects: (packed: PackedGrid, given: SheetGiven) => {
    const { ledger: _ledger, ...answer } = read(packed, given);
    return answer;
  },
  errors: (packed: PackedGrid, given: SheetGiven): string[][] =>
    findingLines(corrected(gridOf(packed), given.cells).grid, read(packed, given).reading),
};

export type SheetTask = keyof typeof sheetTasks;
export type GivenOf<Task extends SheetTask> = Parameters<(typeof sheetTasks)[Task]>[1];
export type AnswerOf<Task extends SheetTask> = ReturnType<(typeof sheetTasks)[Task]>;
