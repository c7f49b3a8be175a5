// Sheets as a workbook. Spreadsheets store numbers as binary floating point with fifteen digits, so longer ones are written as
// text to keep every share.
import type { Provenance, Sheet, SheetColumn } from './sheet.ts';

const DIGITS_EXACT = 15;

export async function workbookOf(sheets: readonly Sheet[], from: Provenance): Promise<Buffer> {
  const pages = sheets.map((sheet) => ({
    sheet: sheet.tab,
    columns: sheet.columns.map(({ width }) => ({ width })),
    stickyRowsCount: 4,
    data: [
      [{ value: clean(`${from.company}: ${sheet.title}`), fontWeight: 'bold' as const }],
      [
        {
          value: `${from.date}${from.knownAt === null ? '' : `, as known at entry ${from.knownAt}`}. Made ${from.madeAt}. Currency: ${from.currency}.`,
        },
      ],
      [],
      sheet.columns.map(({ name, kind }) => ({
        value: clean(name),
        fontWeight: 'bold' as const,
        align: kind === 'number' ? ('right' as const) : ('left' as const),
      })),
      ...sheet.rows.map(({ cells, formulas, isStrong }) =>
        cells.map((text, index) => {
          const formula = formulas?.[index];
          return formula && isExactAsFloat(text)
            ? formulaCell(formula, text, isStrong ?? false)
            : cellOf(text, sheet.columns[index]!.kind, isStrong ?? false);
        }),
      ),
    ],
  }));
  // Loaded with the first workbook: the server is ready sooner.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(pages, { features: [valuesBeside(sheets)] }).toBuffer();
}

/** The rows of a sheet begin under its title, source, an empty line and the headings. */
const FIRST_ROW = 5;

function formulaCell(formula: string, text: string, isStrong: boolean) {
  const value = formula.replace(
    /\[(\d+),(\d+)\]/g,
    (_, column, row) => columnName(Number(column)) + (Number(row) + FIRST_ROW),
  );
  const style = isStrong ? { fontWeight: 'bold' as const } : {};
  return { value, type: 'Formula' as const, format: formatOf(text), ...style };
}

/**
 * The library writes a formula without its value, and a reader that does not compute (a preview, a program that imports) would show
 * an empty cell.
 */
function valuesBeside(sheets: readonly Sheet[]) {
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml: string, _options: unknown, { sheetIndex }: { sheetIndex: number }): string => {
            const { rows } = sheets[sheetIndex]!;
            const valueOf = (column: string, row: string) => rows[Number(row) - FIRST_ROW]!.cells[columnIndex(column)]!;
            return xml.replace(
              /(<c r="([A-Z]+)(\d+)"[^>]*><f>[^<]*<\/f>)(?=<\/c>)/g,
              (_, cell: string, column: string, row: string) => `${cell}<v>${Number(valueOf(column, row))}</v>`,
            );
          },
        },
      },
    },
  };
}

const columnIndex = (name: string): number =>
  [...name].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** A, B, … Z, AA, … */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? columnName(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

export function cellOf(text: string, kind: SheetColumn['kind'], isStrong: boolean) {
  if (text === '') return null;
  const style = isStrong ? { fontWeight: 'bold' as const } : {};
  if (kind === 'number' && isExactAsFloat(text))
    return { value: Number(text), type: Number, format: formatOf(text), ...style };
  const align = kind === 'number' ? { align: 'right' as const } : {};
  return { value: clean(text), type: String, format: '@', ...align, ...style };
}

/** At most fifteen significant digits survive the conversion to a double. */
export function isExactAsFloat(text: string): boolean {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return false;
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= DIGITS_EXACT;
}

/** With as many decimals as the text. */
function formatOf(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
}

/** XML allows no control characters. */
export function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
