// The file itself, page by page.
import type { SheetGrid } from '#src/contract/sheets.ts';
import { rowsShown, sizeWith } from '#src/domain/sheets/gridPage.ts';
import type { SheetAnswers } from '#src/domain/sheets/reading.ts';
import { notFound } from '#server/data/refusals.ts';
import type { Tx } from '#server/db/database.ts';
import { recentGrid } from '#server/sheets/recentGrids.ts';
import { invalidFields } from '#server/commands/core/checked.ts';

export interface SheetFile {
  id: string;
  sha256: string;
  answers: SheetAnswers;
}

/** The file without its bytes, which are read only if nobody has looked at it lately. Refuses: not_found (404). */
export async function sheetFile(tx: Tx, org: string, id: string): Promise<SheetFile> {
  const row = await tx.row<SheetFile>('select id, sha256, answers from sheet where org_id = $1 and id::text = $2', [
    org,
    id,
  ]);
  if (!row) throw notFound();
  return row;
}

/** Refuses: not_found (404). */
export async function storedBytes(tx: Tx, org: string, id: string): Promise<Buffer> {
  const row = await tx.row<{ bytes: Buffer }>('select bytes from sheet where org_id = $1 and id::text = $2', [org, id]);
  if (!row) throw notFound();
  return row.bytes;
}

export interface PageAsked {
  tab: number;
  from: number;
  rows: number;
}

/** Refuses: a tab that the file does not have (422). */
export async function sheetPage(
  { sha256, answers: { cells = [] } }: SheetFile,
  { tab, from, rows }: PageAsked,
  bytes: () => Promise<Buffer>,
): Promise<SheetGrid> {
  const { grid, sizes } = await recentGrid(sha256, bytes);
  if (!grid.tabs[tab]) throw invalidFields({ tab: 'The file has no such tab.' });
  const tabs = grid.tabs.map(({ name, hidden }, index) => {
    const { lastRow, lastColumn } = sizeWith(sizes[index]!, name, cells);
    return { name, hidden, last_row: lastRow, last_column: lastColumn };
  });
  return { tabs, tab, rows: rowsShown(grid, tab, cells, from, from + rows) };
}
