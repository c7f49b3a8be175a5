// A file that comes for the first time: read with what was answered about earlier files with the same headings.
import type { Grid } from './grid.ts';
import { recalledAnswers, recalledTables } from './meanings/memory.ts';
import type { HeadedTable, SheetMemory } from './meanings/memory.ts';
import { readSheet } from './readSheet.ts';
import type { SheetOptions } from './readSheet.ts';
import type { Reading, SheetAnswers } from './reading.ts';
import { findTables } from './tables/findTables.ts';

/** Out: the reading, and the answers that it follows. What the file itself shows is not answered from memory. */
export function readRemembering(
  grid: Grid,
  options: SheetOptions,
  memory: SheetMemory,
): { reading: Reading; answers: SheetAnswers } {
  const headed = findTables(grid, []).map(({ id, heads }): HeadedTable => ({
    id,
    columns: heads.map(({ letters, heading }) => ({ column: letters, heading })),
  }));
  const tables = recalledTables(headed, memory);
  const recalled = new Set(tables.map(({ id }) => id));
  let all: SheetAnswers = tables.length > 0 ? { tables, recalled: [...recalled] } : {};
  let { reading } = readSheet(grid, { ...options, ...all });
  // An answer may lead to a further question: rows are read that could not be read without it.
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = recalledAnswers(headed, reading.questions, memory);
    const ids = Object.keys(answers);
    if (ids.length === 0) break;
    for (const id of ids) recalled.add(id.split(':')[1]!);
    all = { ...all, answers: { ...all.answers, ...answers }, recalled: [...recalled] };
    ({ reading } = readSheet(grid, { ...options, ...all }));
  }
  return { reading, answers: all };
}

const ROUNDS = 3;
