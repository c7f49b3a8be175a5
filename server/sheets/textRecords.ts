// The records of a text with separators, whoever asks for them: one reader knows encodings, separators, quotes and limits.
import { parse } from 'csv-parse/sync';
import { COLUMNS_MAX } from '#src/domain/sheets/grid.ts';
import type { TextForm } from '#src/domain/sheets/grid.ts';
import { CELL_CHARACTERS_MAX, refusal } from './refusals.ts';
import { separatorOf } from './separator.ts';
import { decodeText } from './textEncoding.ts';

const RECORD_MAX = 1024 * 1024;
/** More separators than a cell has characters. */
const FIELDS_MAX = 2 * CELL_CHARACTERS_MAX;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

/**
 * Calls `take` with each record, also an empty one, and the physical line at which it begins. Out: what the bytes said of their form.
 * Refuses (422): not_text, too_many_columns, too_large_field, and what `take` refuses.
 */
export function readRecords(bytes: Buffer, take: (record: string[], line: number) => void): TextForm {
  const { encoding, utf8 } = decodeText(bytes);
  refuseMarkup(utf8);
  const { separator, start } = separatorOf(utf8);
  const records = utf8.subarray(start);
  refuseWideLines(records, separator);
  let [line, end] = [start > 0 ? 2 : 1, 0];
  try {
    parse(records, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: RECORD_MAX,
      on_record: (record: string[], { bytes: recordEnd }) => {
        take(record, line);
        line += lineEndsIn(records, end, recordEnd);
        end = recordEnd;
        return null;
      },
    });
  } catch (error) {
    throw refusalOf(error, line);
  }
  return { encoding, separator };
}

/** A line of nothing but separators would become a row of millions of empty fields before it is refused. */
function refuseWideLines(bytes: Buffer, separator: string): void {
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf(LINE_FEED, start);
    const end = next < 0 ? bytes.length : next + 1;
    if (end - start > FIELDS_MAX) refuseWide(bytes.subarray(start, end), separator.charCodeAt(0));
    start = end;
  }
}

function refuseWide(bytes: Buffer, separator: number): void {
  let fields = 0;
  for (const byte of bytes) {
    if (byte === separator) fields += 1;
    else if (byte === CARRIAGE_RETURN) fields = 0;
    if (fields > FIELDS_MAX)
      throw refusal(
        'too_many_columns',
        `A line of this file has more than ${FIELDS_MAX.toLocaleString('en-US')} fields, and ${COLUMNS_MAX} columns are read at most. Delete the cells beyond them on the right.`,
      );
  }
}

function lineEndsIn(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) count += 1;
  }
  return count;
}

/** In: what the reader of CSV threw, and the line at which the record begins. */
function refusalOf(error: unknown, line: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return refusal(
      'too_large_field',
      `The row that begins on line ${line} is longer than 1 MiB. Shorten it, or close the quotation mark that it opens.`,
    );
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return refusal(
      'not_text',
      `The row that begins on line ${line} opens a quotation mark that nothing closes. Close or delete it, and choose the file again.`,
    );
  return error;
}

/** Web pages and XML that programs export under the name of a spreadsheet. */
function refuseMarkup(utf8: Buffer): void {
  const start = utf8.toString('latin1', 0, 1024).trimStart();
  if (/^(<\?xml|<!doctype|<html|<table|<workbook|\{\\rtf|%PDF-)/i.test(start))
    throw refusal(
      'not_text',
      'This file is a web page or a document, not a table, whatever its name. Open it in a spreadsheet program, save it as .xlsx, and choose that file.',
    );
}
