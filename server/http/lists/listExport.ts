// A list as CSV or as a workbook, made piece by piece, so that others are answered while it is long.
import { stringify } from 'csv-stringify/sync';
import { AppError } from '#src/domain/errors.ts';
import type { Slices } from '#src/domain/slices.ts';
import { csvColumns, csvValue, exportedValue } from '#src/resources/kit/csv.ts';
import type { CsvColumn } from '#src/resources/kit/csv.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import type { SheetColumn, SheetHead, SheetRow } from '#server/paper/sheet.ts';
import { readJson } from './listQuery.ts';

const ROWS_AT_ONCE = 50;
const RECORDS = { record_delimiter: '\r\n' } as const;
/** Of a workbook of one tab, which is made in memory. The format itself ends at 1,048,576 rows. */
const CELLS_MAX = 2_000_000;

type Record = Readonly<{ [field: string]: unknown }>;

/** In: `?columns=["field"]`. Null: every readable field. Refuses: unsupported_column, bad_query (400). */
export function readColumns(resource: Resource, text: string | undefined): readonly string[] | null {
  if (text === undefined || text === '') return null;
  const asked = readJson(text, 'columns');
  const known = new Set(csvColumns(resource).map(({ field }) => field));
  const isList = Array.isArray(asked) && asked.length > 0 && new Set(asked).size === asked.length;
  if (!isList || !asked.every((name) => typeof name === 'string' && known.has(name)))
    throw new AppError('unsupported_column', 'columns names fields of the list, each once: ["name","status"].', {
      status: 400,
    });
  return asked as string[];
}

export function* csvOf(resource: Resource, rows: readonly Record[], chosen: readonly string[] | null): Slices<string> {
  const columns = csvColumns(resource, chosen);
  const pieces = [stringify([columns.map(({ header }) => header)], { ...RECORDS, bom: true })];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    pieces.push(
      stringify(
        some.map((row) => columns.map(({ field }) => csvValue(resource, field, row))),
        RECORDS,
      ),
    );
    yield;
  }
  return pieces.join('');
}

/** The same as the sheet of a workbook: texts need no guard there. Refuses: too_long (422). */
export function* sheetOf(
  resource: Resource,
  rows: readonly Record[],
  chosen: readonly string[] | null,
): Slices<SheetHead & { rows: SheetRow[] }> {
  const columns = csvColumns(resource, chosen);
  if ((rows.length + 1) * columns.length > CELLS_MAX)
    throw new AppError(
      'too_long',
      `A workbook holds ${CELLS_MAX.toLocaleString('en-US')} cells, and this would have more. Choose fewer rows or columns, or use CSV.`,
      { status: 422 },
    );
  const sheet: SheetRow[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    for (const row of rows.slice(at, at + ROWS_AT_ONCE))
      sheet.push({ cells: columns.map(({ field }) => textOf(exportedValue(resource, field, row))) });
    yield;
  }
  return {
    title: resource.label,
    tab: resource.label,
    columns: columns.map((each) => columnOf(resource, each)),
    rows: sheet,
  };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function columnOf(resource: Resource, { field, header }: CsvColumn): SheetColumn {
  const declared = resource.fields[field]!;
  const kind = isNumeric(declared)
    ? 'number'
    : declared.kind === 'date'
      ? 'day'
      : declared.kind === 'datetime'
        ? 'instant'
        : 'text';
  return { name: header, kind, width: Math.min(40, Math.max(12, header.length + 4)) };
}
