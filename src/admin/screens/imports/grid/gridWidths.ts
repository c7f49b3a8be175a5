// How wide each column of a tab is: as its first rows need, within limits.
import { columnNumber } from '#src/domain/sheets/values/cells.ts';
import type { Table } from './tabMarks.ts';
import type { ShownRow } from './useGridPages.ts';

const CHARACTER = 7;
const AROUND = 30;
const NARROWEST = 76;
/** A menu with the meaning has to be readable. */
const NARROWEST_WITH_MEANING = 136;
const WIDEST = 280;

/** By the column's number; a column that is not named is `NARROWEST` wide. */
export function widthsOf(rows: readonly ShownRow[], table: Table | undefined): Map<number, number> {
  const widths = new Map<number, number>();
  const grow = (column: number, width: number) =>
    widths.set(column, Math.min(Math.max(widths.get(column) ?? NARROWEST, width), WIDEST));
  for (const { column, heading } of table?.columns ?? [])
    grow(columnNumber(column), Math.max(NARROWEST_WITH_MEANING, Math.min(heading.length, 20) * CHARACTER + AROUND));
  for (const { number, texts } of rows)
    if (!table?.heading_rows.includes(number) && texts.size > 1)
      for (const [column, text] of texts) grow(column, text.length * CHARACTER + AROUND);
  return widths;
}

export const widthAt = (widths: ReadonlyMap<number, number>, column: number): number => widths.get(column) ?? NARROWEST;
