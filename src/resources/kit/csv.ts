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

// As they are, in the full width and the small form that some keyboards write, and the minus of mathematics.
const FORMULA = new Set('=+-@＝＋－＠﹦﹢﹣﹫−');
const HAS_FORMULA = /[=+\-@＝＋－＠﹦﹢﹣﹫−]/;
/** What another spreadsheet takes for the end of a cell; quotation marks mean nothing to it there. */
const SEPARATORS = new Set(';|\t\r\n');
// eslint-disable-next-line no-control-regex -- a leading NUL is one of the characters that must be defused.
const STARTS_ODDLY = /^[\t\r\u0000]/;

/**
 * A cell that starts like a formula gets an apostrophe before it, also where it starts behind a separator, a blank or a
 * quotation mark; numbers, also negative ones, stay numbers.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (NUMERIC.test(text)) return text;
  const guarded = HAS_FORMULA.test(text) ? defused(text) : text;
  return STARTS_ODDLY.test(guarded) ? `'${guarded}` : guarded;
}

function defused(text: string): string {
  let atStart = true;
  let guarded = '';
  for (const character of text) {
    if (atStart && FORMULA.has(character)) guarded += "'";
    guarded += character;
    atStart = SEPARATORS.has(character) || (atStart && /[\s"'\p{Cf}]/u.test(character));
  }
  return guarded;
}
