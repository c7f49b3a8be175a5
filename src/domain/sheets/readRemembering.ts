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
  const told: SheetAnswers = tables.length > 0 ? { tables } : {};
  const first = readSheet(grid, { ...options, ...told, recalled: tables.map(({ id }) => id) }).reading;
  const answers = recalledAnswers(headed, first.questions, memory);
  const ids = Object.keys(answers);
  if (tables.length + ids.length === 0) return { reading: first, answers: {} };
  const recalled = new Set([...tables.map(({ id }) => id), ...ids.map((id) => id.split(':')[1]!)]);
  const all: SheetAnswers = { ...told, ...(ids.length > 0 && { answers }), recalled: [...recalled] };
  return { reading: ids.length > 0 ? readSheet(grid, { ...options, ...all }).reading : first, answers: all };
}
