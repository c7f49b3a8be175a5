// A list as a workbook: one tab with the headings in its first row, as in its CSV, and numbers and dates as such.
import type { Sheet, SheetColumn } from './sheet.ts';
import { cellOf, clean } from './workbook.ts';

/** Of one cell, by the format. */
const CHARACTERS_MAX = 32_767;
const CUT = ' … (cut here: the CSV has all of it)';
/** Excel counts days from 1900, and takes that year for a leap year. */
const FIRST_DAY = '1900-03-01';

export async function tableWorkbook(sheet: Sheet): Promise<Buffer> {
  const head = sheet.columns.map(({ name, kind }) => ({
    value: clean(name),
    fontWeight: 'bold' as const,
    align: kind === 'number' ? ('right' as const) : ('left' as const),
  }));
  const rows = sheet.rows.map(({ cells }) => cells.map((text, index) => tableCell(text, sheet.columns[index]!.kind)));
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile([
    {
      sheet: sheet.tab,
      columns: sheet.columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
      data: [head, ...rows],
    },
  ]).toBuffer();
}

function tableCell(text: string, kind: SheetColumn['kind']) {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isDated = (kind === 'day' || kind === 'instant') && (isDay || text.endsWith('Z')) && text >= FIRST_DAY;
  if (!isDated)
    return cellOf(
      text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX - CUT.length)}${CUT}` : text,
      kind,
      false,
    );
  return { value: new Date(text), type: Date, format: isDay ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' };
}
