// A NACHA file of credits: records of 94 characters in blocks of ten. Individuals are paid in a batch of the class PPD, others in
// one of the class CCD; a payment has one addendum with the distribution's name.
import { say } from '#src/words/say.ts';
import { addDays } from '../dates.ts';
import { writtenMoney } from '../figures/money.ts';
import type { AmericanAccount } from './accounts.ts';
import { ENTRY_MAX, tooLarge } from './batchFile.ts';
import type { BatchHead, BatchPayment, BatchWriter } from './batchFile.ts';

const CREDITS = '220';
const CODES = {
  checking: { payment: '22', prenote: '23' },
  savings: { payment: '32', prenote: '33' },
} as const;
const BLOCK = 10;
/** Twelve digits of cents a file; six digits of entries and addenda a batch. */
const TOTAL_MAX = 999_999_999_999n;
const RECORDS_MAX = 999_999;
const TRACE_MAX = 9_999_999;
/** Tells the files of one day from each other. */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Cut, with only the characters that the standard allows. */
const allowed = (value: string, width: number) =>
  value
    .toUpperCase()
    .replace(/[^A-Z0-9 .,:/\-&'()+*$#@%]/g, ' ')
    .slice(0, width);
const text = (value: string, width: number) => allowed(value, width).padEnd(width);

const NAME_WIDTH = 22;
const REFERENCE_WIDTH = 80;
const PAYER_WIDTH = 16;
/** How a name and a distribution's name stand in the file. */
export const nachaName = (name: string): string => allowed(name, NAME_WIDTH).trim();
/** In the head of a batch, where the least of it fits. */
export const nachaPayer = (name: string): string => allowed(name, PAYER_WIDTH).trim();
export const nachaReference = (reference: string): string => allowed(reference, REFERENCE_WIDTH).trim();
const digits = (value: bigint | number | string, width: number) => String(value).padStart(width, '0').slice(-width);
const compactDay = (day: string) => day.replaceAll('-', '').slice(2);
const centsOf = (amount: string) => BigInt(amount.replace('.', ''));

/** The identification of a payment in a NACHA file: the end of its id, which is random. */
export const individualId = (payment: string): string => payment.replaceAll('-', '').slice(-15).toUpperCase();

/** That of a prenote differs from every payment's. */
export const prenoteId = (payment: string): string => `P${individualId(payment).slice(1)}`;
export const isPrenoteId = (id: string): boolean => id.startsWith('P');

/** Weekdays alone: the holidays of banks are not known here. */
export function bankingDaysAfter(day: string, count: number): string {
  let [date, left] = [day, count];
  while (left > 0) {
    date = addDays(date, 1);
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return date;
}

/** Where the entries of a file are numbered from, after so many in earlier ones: numbers of seven digits, each file without a gap. */
export const firstTrace = (earlier: number, entries: number): number => (earlier % (TRACE_MAX - entries)) + 1;

/** In: those who are individuals first. Refuses (422): too_large_for_format. */
export function nachaFile(head: BatchHead): BatchWriter {
  const {
    made_at,
    currency,
    execution_date,
    debtor,
    count,
    total,
    prenotes = 0,
    files_of_day = 0,
    first_trace = 1,
  } = head;
  const routing = debtor.routing_number!;
  const bank = routing.slice(0, 8);
  const company = debtor.company_id ?? `9${routing}`;
  if (count * 2 + prenotes > RECORDS_MAX)
    throw tooLarge(
      say`A NACHA batch takes ${Math.floor(RECORDS_MAX / 2).toLocaleString('en-US')} payments, and these are ${count.toLocaleString('en-US')}. Make several batches.`,
    );
  if (centsOf(total) > TOTAL_MAX)
    throw tooLarge(
      say`A NACHA file takes 9,999,999,999.99 at most, and these payments come to ${writtenMoney(total, currency)}. Make several batches.`,
    );
  let records = 0;
  const file = { batches: 0, records: 0, hash: 0n, cents: 0n };
  let batch: { isIndividual: boolean; records: number; hash: bigint; cents: bigint } | null = null;
  let trace = first_trace - 1;
  const line = (record: string) => {
    records += 1;
    return `${record}\n`;
  };

  const open = (isIndividual: boolean) => {
    batch = { isIndividual, records: 0, hash: 0n, cents: 0n };
    file.batches += 1;
    return line(
      `5${CREDITS}${text(debtor.name, PAYER_WIDTH)}${text('', 20)}${text(company, 10)}${isIndividual ? 'PPD' : 'CCD'}${text('DIVIDEND', 10)}${compactDay(execution_date)}${compactDay(execution_date)}   1${bank}${digits(file.batches, 7)}`,
    );
  };
  const close = () => {
    if (!batch) return '';
    const { hash, cents } = batch;
    file.records += batch.records;
    file.hash += hash;
    file.cents += cents;
    const record = `8${CREDITS}${digits(batch.records, 6)}${digits(hash, 10)}${digits(0, 12)}${digits(cents, 12)}${text(company, 10)}${text('', 19)}${text('', 6)}${bank}${digits(file.batches, 7)}`;
    batch = null;
    return line(record);
  };
  const entry = ({ id, name, amount, reference, account, is_prenote = false }: BatchPayment) => {
    const { routing_number, account_number, account_type } = account as AmericanAccount;
    const cents = is_prenote ? 0n : centsOf(amount);
    if (cents > ENTRY_MAX.nacha)
      throw tooLarge(say`A NACHA file pays 99,999,999.99 at most at once, and the payment to ${name} is more.`);
    trace += 1;
    batch!.records += is_prenote ? 1 : 2;
    batch!.hash += BigInt(routing_number.slice(0, 8));
    batch!.cents += cents;
    const code = CODES[account_type][is_prenote ? 'prenote' : 'payment'];
    const from = `6${code}${routing_number}${text(account_number, 17)}${digits(cents, 10)}`;
    const to = `${is_prenote ? prenoteId(id) : individualId(id)}${text(name, NAME_WIDTH)}${text('', 2)}`;
    const number = `${bank}${digits(trace, 7)}`;
    if (is_prenote) return line(`${from}${to}0${number}`);
    return `${line(`${from}${to}1${number}`)}${line(`705${text(reference, REFERENCE_WIDTH)}0001${digits(trace, 7)}`)}`;
  };
  return {
    head: () =>
      line(
        `101 ${routing}${company.padStart(10)}${compactDay(made_at.slice(0, 10))}${made_at.slice(11, 13)}${made_at.slice(14, 16)}${MODIFIERS[files_of_day % MODIFIERS.length]}094101${text('', 23)}${text(debtor.name, 23)}${text('', 8)}`,
      ),
    payment: (payment) =>
      batch && batch.isIndividual === payment.is_individual
        ? entry(payment)
        : `${close()}${open(payment.is_individual)}${entry(payment)}`,
    tail() {
      const closed = close();
      const blocks = Math.ceil((records + 1) / BLOCK);
      const control = line(
        `9${digits(file.batches, 6)}${digits(blocks, 6)}${digits(file.records, 8)}${digits(file.hash, 10)}${digits(0, 12)}${digits(file.cents, 12)}${text('', 39)}`,
      );
      return `${closed}${control}${`${'9'.repeat(94)}\n`.repeat(blocks * BLOCK - records)}`;
    },
  };
}
