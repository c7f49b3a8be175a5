// A declaration as a CSV: which columns, under which heading, and a cell that a spreadsheet cannot run.
import { labelOf } from './defineResource.ts';
import type { Resource } from './defineResource.ts';

export interface CsvColumn {
  field: string;
  header: string;
}

/** Every readable field in declared order: an export carries what the viewer may see, not only the visible columns. */
export function csvColumns(resource: Resource): CsvColumn[] {
  return Object.keys(resource.fields)
    .filter((field) => field !== 'version')
    .map((field) => ({ field, header: field === 'id' ? 'ID' : labelOf(resource, field) }));
}

const NUMERIC = /^-?\d+(\.\d+)?$/;

/** A cell that starts like a formula gets a leading apostrophe; numbers, also negative ones, stay numbers. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (NUMERIC.test(text)) return text;
  // eslint-disable-next-line no-control-regex -- a leading NUL is one of the characters that must be defused.
  return /^[=+\-@\t\r\u0000]/.test(text) ? `'${text}` : text;
}
