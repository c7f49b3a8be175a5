// A declaration as CSV: its columns and headings, and cells that a spreadsheet cannot execute.
import { dayOfMidnight } from '#src/domain/dates.ts';
import { said } from '#src/words/said.ts';
import { exceptionOf, labelOf, wordOf } from './defineResource.ts';
import type { Resource } from './defineResource.ts';
import type { Field } from './fields.ts';

export interface CsvColumn {
  field: string;
  header: string;
}

/**
 * Every readable field: an export contains everything the viewer may see, not only visible columns. In declared order,
 * but ids after their names, and the record's own last; no heading twice. `chosen`: these alone, in this order.
 */
export function csvColumns(resource: Resource, chosen: readonly string[] | null = null): CsvColumn[] {
  const columns = everyColumn(resource);
  return chosen?.map((name) => columns.find(({ field }) => field === name)!) ?? columns;
}

function everyColumn(resource: Resource): CsvColumn[] {
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

/** Named after the company and the day, to distinguish downloads. */
export const fileNameOf = (clientName: string | null, name: string, day: string, ending: string): string =>
  `${[clientName, name, day].filter(Boolean).join('-')}.${ending}`;

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportFileName = (
  clientName: string | null,
  resource: Pick<Resource, 'name'>,
  day: string,
  format: ExportFormat,
): string => fileNameOf(clientName, resource.name, day, format);

/** A field's value as a CSV cell: `exportedValue`, guarded. */
export const csvValue = (resource: Resource, field: string, record: Readonly<Record<string, unknown>>): string =>
  csvCell(exportedValue(resource, field, record));

/**
 * A field's value as it is exported: a date stored as midnight becomes a date; choices, statuses and booleans have the
 * screen's words.
 */
export function exportedValue(resource: Resource, field: string, record: Readonly<Record<string, unknown>>): unknown {
  const [declared, value] = [resource.fields[field], record[field]];
  const except = field === 'status' ? exceptionOf(declared, record) : null;
  if (except) return said(except.label);
  if (declared?.kind === 'boolean' && typeof value === 'boolean') {
    const [yes, no] = declared.words ?? ['Yes', 'No'];
    return said(value ? yes : no);
  }
  if (declared?.kind === 'values' && declared.labels && Array.isArray(value))
    return value.map((code) => said(declared.labels![String(code)] ?? String(code))).join('; ');
  if (typeof value === 'string' && hasWords(declared, value)) return wordOf(declared, value);
  const isInstant = declared?.kind === 'datetime' && typeof value === 'string';
  return isInstant ? (dayOfMidnight(value) ?? value) : value;
}

/** For a text that may be one of our codes: the codes with labels. */
const hasWords = (field: Field | undefined, value: string): boolean =>
  field?.kind === 'choice' ||
  field?.kind === 'status' ||
  (field?.kind === 'text' && field.labels?.[value] !== undefined);

const NUMERIC = /^-?\d+(\.\d+)?$/;

// The formula characters, in full-width and small forms too, and the mathematical minus.
const FORMULA = new Set('=+-@＝＋－＠﹦﹢﹣﹫−');
const HAS_FORMULA = /[=+\-@＝＋－＠﹦﹢﹣﹫−]/;
/** Other separators that a spreadsheet may use; quotation marks do not protect there. */
const SEPARATORS = new Set(';|\t\r\n');
// eslint-disable-next-line no-control-regex -- a leading NUL is one of the characters that must be defused.
const STARTS_ODDLY = /^[\t\r\u0000]/;

/**
 * A cell that starts like a formula gets an apostrophe in front, also after a separator, a blank or a quotation mark;
 * numbers, including negative ones, stay numbers.
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
