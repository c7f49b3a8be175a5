// Reads a file of results, whichever of the three it is.
import { parse } from 'csv-parse/sync';
import { AppError } from '../../../src/domain/errors.ts';
import { isNacha, readNachaReturns } from '../../../src/domain/payouts/nachaReturns.ts';
import type { NachaReturns } from '../../../src/domain/payouts/nachaReturns.ts';
import { isIsoDate } from '../../../src/domain/dates.ts';
import { textFault } from '../../../src/domain/text.ts';
import { decodeText } from '../textEncoding.ts';
import type { PaymentResult } from '../../commands/batches/applyResults.ts';
import { readPain002 } from './readPain002.ts';
import type { StatusReport } from './readPain002.ts';

export type ResultFile = StatusReport & NachaReturns;

const NONE: ResultFile = { rows: [], whole: null, waiting: [], message_id: '', returns: [], changes: [] };
const STATUSES = ['completed', 'failed', 'returned'] as const;
const COLUMNS = ['payment_id', 'status', 'reference', 'reason', 'date'] as const;
const ROWS_MAX = 200_000;
const LENGTHS = { payment_id: 200, status: 20, reference: 200, reason: 2000, date: 10 };

const broken = (what: string) =>
  new AppError('broken_results', `${what} Nothing was brought in.`, { status: 422, fields: { file: what } });

/** Refuses (422): broken_results, not_text. */
export async function readResults(bytes: Buffer): Promise<ResultFile> {
  const start = bytes.toString('latin1', 0, 1024).replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '');
  if (/^\s*<|^<\0|^\0</.test(start)) return { ...NONE, ...(await readPain002(bytes)) };
  const text = decodeText(bytes).utf8.toString();
  return isNacha(text) ? { ...NONE, ...readNachaReturns(text) } : { ...NONE, rows: readCsv(text) };
}

function readCsv(text: string): PaymentResult[] {
  let records: string[][];
  try {
    records = parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 64 * 1024,
      to: ROWS_MAX + 2,
    });
  } catch {
    throw broken('This file cannot be read as CSV: a quotation mark is not closed, or a row is too long.');
  }
  const [heading, ...rows] = records;
  const names = (heading ?? []).map((name) => name.trim().toLowerCase());
  if (!names.includes('payment_id') || !names.includes('status'))
    throw broken('The first row of this file does not name the columns payment_id and status.');
  const other = names.find((name) => !(COLUMNS as readonly string[]).includes(name));
  if (other !== undefined)
    throw broken(`The column “${other.slice(0, 40)}” is not known: the columns are ${COLUMNS.join(', ')}.`);
  if (new Set(names).size < names.length) throw broken('A column of this file is there twice.');
  if (rows.length === 0) throw broken('This file has no rows.');
  if (rows.length > ROWS_MAX)
    throw broken(`This file has more than ${ROWS_MAX.toLocaleString('en-US')} rows. Split it.`);
  return rows.map((cells, at) => readRow(names, cells, at + 2));
}

function readRow(names: readonly string[], cells: readonly string[], row: number): PaymentResult {
  if (cells.length !== names.length)
    throw broken(`Row ${row} has ${cells.length} columns, and the heading has ${names.length}.`);
  const cell = (name: keyof typeof LENGTHS) => (cells[names.indexOf(name)] ?? '').trim();
  for (const name of COLUMNS) {
    if (cell(name).length > LENGTHS[name])
      throw broken(`Row ${row}: ${name} is longer than ${LENGTHS[name]} characters.`);
    const fault = textFault(cell(name));
    if (fault) throw broken(`Row ${row}: ${name}: ${fault}`);
  }
  const status = STATUSES.find((each) => each === cell('status').toLowerCase());
  if (!status) throw broken(`Row ${row}: the status must be one of ${STATUSES.join(', ')}.`);
  if (cell('payment_id') === '') throw broken(`Row ${row} names no payment.`);
  const date = cell('date');
  if (date !== '' && !isIsoDate(date)) throw broken(`Row ${row}: a date looks like 2025-03-14.`);
  return {
    payment_id: cell('payment_id'),
    status,
    date: date || undefined,
    reference: cell('reference') || undefined,
    reason: cell('reason') || undefined,
  };
}
