// A file of returns and notifications of change, as a bank sends it for a NACHA file.
import { AppError } from '../errors.ts';
import { NACHA_CHANGES, NACHA_RETURNS, reasonInWords } from './returnReasons.ts';

const WIDTH = 94;

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
    `Line ${line} of this file ${what}. Nothing was brought in: ask the bank for the whole file.`,
    {
      status: 422,
      fields: { file: `Line ${line} ${what}.` },
    },
  );

export const isNacha = (text: string): boolean => /^101[ 0-9]/.test(text);

/** Refuses (422): broken_results, for a record of another length or kind, and a file that does not end as it should. */
export function readNachaReturns(text: string): NachaReturns {
  // Some programs end a text with Ctrl-Z.
  const lines = recordsOf(text.replaceAll('\u001a', ''));
  const found: NachaReturns = { returns: [], changes: [] };
  let entry: Omit<NachaReturn, 'reason' | 'trace'> | null = null;
  let [counted, isInBatch, isOver, total] = [0, false, false, 0n];
  lines.forEach((record, index) => {
    const line = index + 1;
    if (record.length !== WIDTH) throw broken(line, `has ${record.length} characters instead of ${WIDTH}`);
    if (isOver) {
      if (!/^9+$/.test(record)) throw broken(line, 'follows the end of the file');
      return;
    }
    const kind = record[0];
    if ((line === 1) !== (kind === '1')) throw broken(line, 'is not where a file header is');
    if (kind === '5' || kind === '8') {
      if ((kind === '5') === isInBatch) throw broken(line, 'begins or ends a batch at the wrong place');
      isInBatch = kind === '5';
      entry = null;
    } else if (kind === '6' || kind === '7') {
      if (!isInBatch) throw broken(line, 'is outside a batch');
      counted += 1;
      if (kind === '6') {
        entry = { individual_id: record.slice(39, 54).trim(), cents: centsAt(record, line) };
        total += entry.cents;
      } else if (record.startsWith('799') || record.startsWith('798')) {
        if (!entry) throw broken(line, 'is an addendum without its entry');
        const code = record.slice(3, 6);
        if (!/^[RC]\d\d$/.test(code)) throw broken(line, 'has no reason code');
        const isChange = record.startsWith('798');
        const reason = reasonInWords(code, isChange ? NACHA_CHANGES : NACHA_RETURNS);
        found[isChange ? 'changes' : 'returns'].push({ ...entry, trace: record.slice(6, 21).trim(), reason });
      }
    } else if (kind === '9') {
      if (isInBatch) throw broken(line, 'ends the file within a batch');
      if (Number(record.slice(13, 21)) !== counted)
        throw broken(
          line,
          `says that the file has ${Number(record.slice(13, 21))} entries and addenda, and it has ${counted}`,
        );
      const totals = [record.slice(31, 43).trim() || '0', record.slice(43, 55).trim() || '0'];
      const isRead = totals.every((each) => /^\d+$/.test(each));
      if (!isRead || BigInt(totals[0]!) + BigInt(totals[1]!) !== total)
        throw broken(line, 'has other totals than its entries come to');
      isOver = true;
    } else if (kind !== '1') throw broken(line, 'is no record of a NACHA file');
  });
  if (!isOver) throw broken(lines.length, 'is the last one, and does not end the file');
  return found;
}

/** One a line, or without line breaks. Blanks at the end of a line may be cut off. */
function recordsOf(text: string): string[] {
  if (!/[\r\n]/.test(text.trimEnd())) return text.trimEnd().match(/.{1,94}/g) ?? [];
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => (isOpenEnded(line) ? line.padEnd(WIDTH) : line));
}
/** The last characters of a header and of the control of a file are blank. */
const isOpenEnded = (line: string) => line.startsWith('1') || (line.startsWith('9') && !/^9+$/.test(line));

function centsAt(record: string, line: number): bigint {
  const amount = record.slice(29, 39);
  if (!/^\d{10}$/.test(amount)) throw broken(line, 'has no amount');
  return BigInt(amount);
}
