// A file of returns and notifications of change, as a bank sends it for a NACHA file.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { NACHA_CHANGES, NACHA_RETURNS, reasonInWords } from './returnReasons.ts';

const WIDTH = 94;
const BLOCK = 10;

/** What identifies the payment: our identification of it, or where a bank left that out the trace number and the amount. */
export interface NachaReturn {
  individual_id: string;
  trace: string;
  /** In cents. */
  cents: bigint;
  reason: string;
}

export interface NachaReturns {
  returns: NachaReturn[];
  /** What the bank would have corrected; the payments went through. */
  changes: NachaReturn[];
}

const broken = (line: number, what: string) =>
  new AppError(
    'broken_results',
    say`Line ${line} of this file ${what}. Nothing was imported: ask the bank for the whole file.`,
    {
      status: 422,
      fields: { file: say`Line ${line} ${what}.` },
    },
  );

/** Empty lines may come first. */
export const isNacha = (text: string): boolean => /^\s*101[ 0-9]/.test(text);

interface FileRecord {
  text: string;
  /** The line of the file at which it stands. */
  line: number;
}

/** What is added up of a batch, or of the file, and what its control must say. */
interface Sums {
  entries: number;
  hash: bigint;
  debits: bigint;
  credits: bigint;
}
const noSums = (): Sums => ({ entries: 0, hash: 0n, debits: 0n, credits: 0n });

/**
 * Refuses (422): broken_results, for a record of another length or kind, a batch or file whose control does not fit its entries, and
 * a file that does not end as it should.
 */
export function readNachaReturns(text: string): NachaReturns {
  // Some programs end a text with Ctrl-Z.
  const records = recordsOf(text.replaceAll('\u001a', ''));
  const found: NachaReturns = { returns: [], changes: [] };
  let entry: Omit<NachaReturn, 'reason' | 'trace'> | null = null;
  let [batches, isOver] = [0, false];
  let batch: { number: string; sums: Sums } | null = null;
  const file = noSums();
  records.forEach(({ text: record, line }, index) => {
    if (record.length !== WIDTH) throw broken(line, say`has ${record.length} characters instead of ${WIDTH}`);
    if (isOver) {
      if (!/^9+$/.test(record)) throw broken(line, say`follows the end of the file`);
      return;
    }
    const kind = record[0];
    if ((index === 0) !== (kind === '1')) throw broken(line, say`is not where a file header is`);
    if (kind === '5' || kind === '8') {
      if ((kind === '5') === (batch !== null)) throw broken(line, say`begins or ends a batch at the wrong place`);
      entry = null;
      if (batch === null) batch = { number: record.slice(87), sums: noSums() };
      else {
        refuseControl('batch', batch.sums, { record, line, at: 4 });
        if (record.slice(87) !== batch.number)
          throw broken(line, say`ends a batch with another number than it began with`);
        batches += 1;
        file.entries += batch.sums.entries;
        file.hash += batch.sums.hash;
        file.debits += batch.sums.debits;
        file.credits += batch.sums.credits;
        batch = null;
      }
    } else if (kind === '6' || kind === '7') {
      if (!batch) throw broken(line, say`is outside a batch`);
      batch.sums.entries += 1;
      if (kind === '6') {
        entry = { individual_id: record.slice(39, 54).trim(), cents: centsAt(record, line) };
        if (!/^\d{11}$/.test(record.slice(1, 12)))
          throw broken(line, say`has no transaction code or no routing number`);
        batch.sums.hash += BigInt(record.slice(3, 11));
        batch.sums[isDebit(record) ? 'debits' : 'credits'] += entry.cents;
      } else if (record.startsWith('799') || record.startsWith('798')) {
        if (!entry) throw broken(line, say`is an addendum without its entry`);
        const code = record.slice(3, 6);
        if (!/^[RC]\d\d$/.test(code)) throw broken(line, say`has no reason code`);
        const isChange = record.startsWith('798');
        const reason = reasonInWords(code, isChange ? NACHA_CHANGES : NACHA_RETURNS);
        found[isChange ? 'changes' : 'returns'].push({ ...entry, trace: record.slice(6, 21).trim(), reason });
      }
    } else if (kind === '9') {
      if (batch) throw broken(line, say`ends the file within a batch`);
      const [saidBatches, saidBlocks] = [figureAt(record, line, 1, 7), figureAt(record, line, 7, 13)];
      const blocks = Math.ceil((index + 1) / BLOCK);
      if (saidBatches !== BigInt(batches))
        throw broken(line, say`says that the file has ${saidBatches} batches, and it has ${batches}`);
      if (saidBlocks !== BigInt(blocks))
        throw broken(line, say`says that the file has ${saidBlocks} blocks, and it has ${blocks}`);
      refuseControl('file', file, { record, line, at: 13 });
      isOver = true;
    } else if (kind !== '1') throw broken(line, say`is not a record of a NACHA file`);
  });
  if (!isOver) throw broken(records.at(-1)?.line ?? 1, say`is the last one, and does not end the file`);
  return found;
}

/** The second digit of a transaction code: 1 to 4 is a credit, of any kind of account. */
const isDebit = (record: string) => record[2]! > '4';

/** `at`: where the count stands; the hash and both totals follow it. The count of a file is wider than that of a batch. */
function refuseControl(
  what: 'batch' | 'file',
  { entries, hash, debits, credits }: Sums,
  { record, line, at }: { record: string; line: number; at: number },
): void {
  const isBatch = what === 'batch';
  const end = at + (isBatch ? 6 : 8);
  const [said, counted] = [figureAt(record, line, at, end), BigInt(entries)];
  if (said !== counted)
    throw broken(
      line,
      isBatch
        ? say`says that the batch has ${said} entries and addenda, and it has ${counted}`
        : say`says that the file has ${said} entries and addenda, and it has ${counted}`,
    );
  const [saidHash, saidDebits, saidCredits] = [
    figureAt(record, line, end, end + 10),
    figureAt(record, line, end + 10, end + 22),
    figureAt(record, line, end + 22, end + 34),
  ];
  if (saidHash !== hash % HASH_MODULUS)
    throw broken(
      line,
      isBatch
        ? say`has another entry hash than the entries of the batch come to`
        : say`has another entry hash than the entries of the file come to`,
    );
  if (saidDebits !== debits || saidCredits !== credits)
    throw broken(
      line,
      isBatch
        ? say`has other totals than the entries of the batch come to`
        : say`has other totals than the entries of the file come to`,
    );
}

/** Ten digits of it are written. */
const HASH_MODULUS = 10n ** 10n;

/** Blanks are nothing. */
function figureAt(record: string, line: number, from: number, to: number): bigint {
  const figure = record.slice(from, to).trim() || '0';
  if (!/^\d+$/.test(figure)) throw broken(line, say`has a control figure that is not a number`);
  return BigInt(figure);
}

/** One a line, or without line breaks. Empty lines, and blanks beyond a record, are no data; blanks at its end may be cut off. */
function recordsOf(text: string): FileRecord[] {
  const lines = /[\r\n]/.test(text.trim()) ? text.split(/\r\n|\n|\r/) : (text.trim().match(/.{1,94}/g) ?? []);
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const record = line.trimEnd().length <= WIDTH ? line.slice(0, WIDTH) : line.trimEnd();
    return [{ text: isOpenEnded(record) ? record.padEnd(WIDTH) : record, line: index + 1 }];
  });
}
/** The last characters of a header and of the control of a file are blank. */
const isOpenEnded = (line: string) => line.startsWith('1') || (line.startsWith('9') && !/^9+$/.test(line));

function centsAt(record: string, line: number): bigint {
  const amount = record.slice(29, 39);
  if (!/^\d{10}$/.test(amount)) throw broken(line, say`has no amount`);
  return BigInt(amount);
}
