// A declaration as a CSV: which columns, under which heading, and a cell that a spreadsheet cannot run.
import { dayOfMidnight } from '../../domain/dates.ts';
import { exceptionOf, labelOf, wordOf } from './defineResource.ts';
import type { Resource } from './defineResource.ts';
import type { Field } from './fields.ts';

export interface CsvColumn {
  field: string;
  header: string;
}

/**
 * Every readable field: an export carries what the viewer may see, not only the visible columns. In declared order, but ids
 * after the names they stand for, the record's own last; no heading twice.
 */
export function csvColumns(resource: Resource): CsvColumn[] {
  const names = Object.keys(resource.fields).filter((field) => field !== 'version');
  const isId = (name: string) => name === 'id' || resource.fields[name]!.kind === 'reference';
  const columns = [
    ...names.filter((name) => !isId(name)),
    ...names.filter((name) => isId(name) && name !== 'id'),
    'id',
  ];
  const taken = new Set<string>();
  return columns.map((field) => {
    const label = field === 'id' ? 'ID' : labelOf(resource, field);
    const header = field !== 'id' && isId(field) ? `${label} ID` : label;
    const unique = taken.has(header) ? `${header} (${field})` : header;
    taken.add(unique);
    return { field, header: unique };
  });
}

/** Named after the company and the day, so that two downloads are told apart. */
export const fileNameOf = (clientName: string | null, name: string, day: string, ending: string): string =>
  `${[clientName, name, day].filter(Boolean).join('-')}.${ending}`;

export const csvFileName = (clientName: string | null, resource: Pick<Resource, 'name'>, day: string): string =>
  fileNameOf(clientName, resource.name, day, 'csv');

/** A field of a record as its column's cell: a day that is kept as its midnight is a day; a choice, a status, a yes or no have the screen's words. */
export function csvValue(resource: Resource, field: string, record: Readonly<Record<string, unknown>>): string {
  const [declared, value] = [resource.fields[field], record[field]];
  const except = field === 'status' ? exceptionOf(declared, record) : null;
  if (except) return csvCell(except.label);
  if (declared?.kind === 'boolean' && typeof value === 'boolean') {
    const [yes, no] = declared.words ?? ['Yes', 'No'];
    return value ? yes : no;
  }
  if (typeof value === 'string' && hasWords(declared, value)) return csvCell(wordOf(declared, value));
  const isInstant = declared?.kind === 'datetime' && typeof value === 'string';
  return csvCell(isInstant ? (dayOfMidnight(value) ?? value) : value);
}

/** Of a text that may also be a code of ours, the codes that have words. */
const hasWords = (field: Field | undefined, value: string): boolean =>
  field?.kind === 'choice' ||
  field?.kind === 'status' ||
  (field?.kind === 'text' && field.labels?.[value] !== undefined);

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
