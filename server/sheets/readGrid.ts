import type { Grid } from '#src/domain/sheets/grid.ts';
import { gridOf } from './packedGrid.ts';
import { readInProcess } from './readInProcess.ts';

/**
 * In: the bytes of a workbook (.xlsx), or of a text with separators. Out: its tabs, rows and cells. Refuses: a code of
 * `SheetRefusal` (422), busy (503).
 */
export const readGrid = async (bytes: Uint8Array): Promise<Grid> => gridOf(await readInProcess('grid', bytes, null));
