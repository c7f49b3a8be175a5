// Grids of files that were looked at lately. Whoever scrolls through a file asks for a page of it several times a second, and
// reading 100,000 rows takes seconds. A grid is found by its file's hash, and nothing in it says whose file it is: only who may
// read the file's row may ask for it.
import type { Grid } from '#src/domain/sheets/grid.ts';
import type { TabSize } from '#src/domain/sheets/gridPage.ts';
import { bytesOf, gridOf, sizesOf } from './packedGrid.ts';
import { readInProcess } from './readInProcess.ts';

export interface SizedGrid {
  grid: Grid;
  sizes: TabSize[];
}

interface Kept extends SizedGrid {
  bytes: number;
}

const GRIDS_KEPT = 8;
const BYTES_KEPT = 192 * 1024 * 1024;
const BYTES_A_ROW = 120;
const KEPT_MS = 10 * 60_000;

/** The one asked for last is last. */
const kept = new Map<string, Kept>();
const reading = new Map<string, Promise<SizedGrid>>();
let emptying: NodeJS.Timeout | undefined;

/** In: a file's hash, and how to get its bytes. Refuses like `readInProcess`. */
export async function recentGrid(sha256: string, bytes: () => Promise<Uint8Array>): Promise<SizedGrid> {
  keepAwhile();
  const known = kept.get(sha256);
  if (known) {
    kept.delete(sha256);
    kept.set(sha256, known);
    return known;
  }
  const begun = reading.get(sha256) ?? read(sha256, bytes);
  reading.set(sha256, begun);
  return begun;
}

async function read(sha256: string, bytes: () => Promise<Uint8Array>): Promise<SizedGrid> {
  try {
    const packed = await readInProcess('grid', await bytes(), null);
    const rows = packed.tabs.reduce((sum, { rowNumbers }) => sum + rowNumbers.length, 0);
    const size = bytesOf(packed) + rows * BYTES_A_ROW;
    const sized = { grid: gridOf(packed), sizes: sizesOf(packed), bytes: size };
    keep(sha256, sized);
    return sized;
  } finally {
    reading.delete(sha256);
  }
}

function keep(sha256: string, sized: Kept): void {
  if (sized.bytes > BYTES_KEPT) return;
  kept.set(sha256, sized);
  let sum = [...kept.values()].reduce((total, { bytes }) => total + bytes, 0);
  for (const [oldest, { bytes }] of kept) {
    if (kept.size <= GRIDS_KEPT && sum <= BYTES_KEPT) return;
    kept.delete(oldest);
    sum -= bytes;
  }
}

/** Nobody looks any more: the memory is given back. */
function keepAwhile(): void {
  clearTimeout(emptying);
  emptying = setTimeout(() => kept.clear(), KEPT_MS);
  emptying.unref();
}
