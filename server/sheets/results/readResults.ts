// Reads a file of results, whichever of the three it is.
import { AppError } from '#src/domain/errors.ts';
import { isNacha, readNachaReturns } from '#src/domain/payouts/nachaReturns.ts';
import type { NachaReturns } from '#src/domain/payouts/nachaReturns.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { plural } from '#src/domain/plural.ts';
import { textFault } from '#src/domain/text.ts';
import { decodeText } from '../textEncoding.ts';
import { readRecords } from '../textRecords.ts';
import type { PaymentResult } from '#server/commands/batches/applyResults.ts';
import { readPain002 } from './readPain002.ts';
import type { StatusReport } from './readPain002.ts';

export type ResultFile = StatusReport & NachaReturns;

const NONE: ResultFile = { rows: [], whole: null, waiting: [], message_id: '', returns: [], changes: [] };
const STATUSES = ['completed', 'failed', 'returned'] as const;
const COLUMNS = ['payment_id', 'status', 'reference', 'reason', 'date'] as const;
const ROWS_MAX = 200_000;
const LENGTHS = { payment_id: 200, status: 20, reference: 200, reason: 2000, date: 10 };

const broken = (what: string) =>
  new AppError('broken_results', `${what} Nothing was imported.`, { status: 422, fields: { file: what } });

/** Refuses (422): broken_results, not_text. */
export async function readResults(bytes: Buffer): Promise<ResultFile> {
  const start = bytes.toString('latin1', 0, 1024).replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '');
  if (/^\s*<|^<\0|^\0</.test(start)) return { ...NONE, ...(await readPain002(bytes)) };
  const text = decodeText(bytes).utf8.toString();
  return isNacha(text) ? { ...NONE, ...readNachaReturns(text) } : { ...NONE, rows: readCsv(bytes) };
}

/** Refuses as the reader of texts does, with the code of results: whoever brings them in sees one kind of refusal. */
function readCsv(bytes: Buffer): PaymentResult[] {
  let names: readonly string[] | null = null;
  const rows: PaymentResult[] = [];
  try {
    readRecords(bytes, (cells, line) => {
      if (cells.every((cell) => cell.trim() === '')) return;
      if (names === null) names = namesOf(cells);
      else rows.push(readRow(names, cells, line));
      if (rows.length > ROWS_MAX)
        throw broken(`This file has more than ${ROWS_MAX.toLocaleString('en-US')} rows. Split it.`);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'broken_results') throw error;
    throw broken(error.detail);
  }
  if (rows.length === 0) throw broken('This file has no rows.');
  return rows;
}

/** Columns without a name that stand behind the others, or between them, hold nothing: a row that has something there is refused. */
function namesOf(heading: readonly string[]): readonly string[] {
  const names = heading.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  if (!names.includes('payment_id') || !names.includes('status'))
    throw broken('The first row of this file does not name the columns payment_id and status.');
  const named = names.filter(Boolean);
  const other = named.find((name) => !(COLUMNS as readonly string[]).includes(name));
  if (other !== undefined)
    throw broken(`The column “${other.slice(0, 40)}” is not known: the columns are ${COLUMNS.join(', ')}.`);
  if (new Set(named).size < named.length) throw broken('A column of this file is there twice.');
  return names;
}

function readRow(names: readonly string[], cells: readonly string[], row: number): PaymentResult {
  const last = names.findLastIndex(Boolean);
  if (cells.length <= last)
    throw broken(`Line ${row} has ${plural(cells.length, 'column')}, and the heading has ${last + 1}.`);
  if (cells.some((cell, index) => !names[index] && cell.trim() !== ''))
    throw broken(`Line ${row} has a value in a column that the heading does not name.`);
  const cell = (name: keyof typeof LENGTHS) => (cells[names.indexOf(name)] ?? '').trim();
  for (const name of COLUMNS) {
    if (cell(name).length > LENGTHS[name])
      throw broken(`Line ${row}: ${name} is longer than ${LENGTHS[name]} characters.`);
    const fault = textFault(cell(name));
    if (fault) throw broken(`Line ${row}: ${name}: ${fault}`);
  }
  const status = STATUSES.find((each) => each === cell('status').toLowerCase());
  if (!status) throw broken(`Line ${row}: the status must be one of ${STATUSES.join(', ')}.`);
  if (cell('payment_id') === '') throw broken(`Line ${row} names no payment.`);
  const date = cell('date');
  if (date !== '' && !isIsoDate(date)) throw broken(`Line ${row}: a date looks like 2025-03-14.`);
  return {
    payment_id: cell('payment_id'),
    status,
    date: date || undefined,
    reference: cell('reference') || undefined,
    reason: cell('reason') || undefined,
  };
}
