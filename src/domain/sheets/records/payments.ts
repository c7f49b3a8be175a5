// A row of a table of payments: gross, tax and net agree, and it was paid on a day that has come.
import { divideInteger, grouped, ONE, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { isCurrency } from '#src/domain/figures/currencies.ts';
import { NUMBER_LIMIT } from '#src/domain/ledger/core/fields.ts';
import { reportIncomplete } from './certificates.ts';
import { PAID_FIGURES } from './records.ts';
import type { PaidFigure, PaymentRecord } from './records.ts';
import type { RowReader } from './rowReader.ts';
import type { FileFacts, MeantTable } from './table.ts';

const NAME_MAX = 120;
const REFERENCE_MAX = 200;
const CENT = ONE / 100n;
const AMOUNTS = ['gross', 'tax', 'net'] as const;
const SHARES = ['quantity_issued', 'quantity_outstanding'] as const;

/** `group`: the title above the row, which names its distribution where no column does. Null for a row that is not imported: one with an error, or without an amount. */
export function paymentOf(
  reader: RowReader,
  { index }: MeantTable,
  { today }: FileFacts,
  group: string | null,
): Omit<PaymentRecord, 'holder'> | null {
  for (const field of AMOUNTS) checkCents(reader, field);
  for (const field of [...AMOUNTS, ...SHARES]) checkSize(reader, field);
  checkLength(reader, 'distribution', NAME_MAX);
  checkLength(reader, 'reference', REFERENCE_MAX);
  const currency = currencyOf(reader);
  const paid_on = paidOn(reader, today);
  checkRecordDate(reader, paid_on);
  if (reader.hasError || reader.open.length > 0) return null;
  const amounts = amountsOf(reader);
  if (amounts === null || paid_on === null) return null;
  return {
    place: { table: index, row: reader.row.number },
    distribution: reader.text('distribution') || (group ?? '').slice(0, NAME_MAX),
    class_name: reader.text('class'),
    number: reader.text('security_id'),
    currency,
    record_date: reader.day('record_date'),
    payment_date: reader.day('payment_date'),
    paid_on,
    shares: sharesOf(reader),
    ...amounts,
    said: PAID_FIGURES.filter((figure) => isSaid(reader, figure)),
    reference: reader.text('reference'),
  };
}

function checkCents(reader: RowReader, field: (typeof AMOUNTS)[number]): void {
  const amount = reader.number(field);
  if (amount === null || amount % CENT === ZERO) return;
  const near = divideInteger(amount, CENT, 'HALF_UP') * CENT;
  reader.error(
    'amount_not_cents',
    field,
    `An amount that was paid has whole cents. Enter it as ${grouped(near)} or another whole amount of cents.`,
  );
}

function checkSize(reader: RowReader, field: (typeof AMOUNTS)[number] | (typeof SHARES)[number]): void {
  const number = reader.number(field);
  if (number === null || (number < NUMBER_LIMIT && number > -NUMBER_LIMIT)) return;
  reader.error('number_too_large', field, 'This has more than 28 digits before the point. Correct the number.');
}

const sharesOf = (reader: RowReader): Decimal | null =>
  reader.number('quantity_issued') ?? reader.number('quantity_outstanding');

function isSaid(reader: RowReader, figure: PaidFigure): boolean {
  if (figure === 'record_date') return reader.day('record_date') !== null;
  return (figure === 'shares' ? sharesOf(reader) : reader.number(figure)) !== null;
}

function checkLength(reader: RowReader, field: 'distribution' | 'reference', max: number): void {
  if (reader.text(field).length > max)
    reader.error('text_too_long', field, `This has more than ${max} characters. Enter a shorter text.`);
}

/** By its own column, else what an amount or its heading says. */
function currencyOf(reader: RowReader): string | null {
  const stated = reader.text('currency').toUpperCase();
  if (stated !== '') {
    if (isCurrency(stated)) return stated;
    reader.error(
      'currency_unknown',
      'currency',
      'This is not a currency. Enter its three letters, such as USD or EUR.',
    );
    return null;
  }
  return AMOUNTS.map((field) => reader.money(field)?.currency ?? null).find((each) => each !== null) ?? null;
}

/** The day of payment counts where the table has no column for the day on which it was paid. */
function paidOn(reader: RowReader, today: string): string | null {
  const column = reader.column('paid_date') ?? reader.column('payment_date');
  const value = column && reader.valueOf(column);
  if (value && (value.faults.some(({ severity }) => severity === 'error') || value.open !== null)) return null;
  const day = value?.day ?? null;
  if (day === null)
    reader.error(
      'paid_date_missing',
      column ?? null,
      'The row does not say on which day it was paid. Enter the day, or leave the row out: what is not paid yet is declared in Distributions.',
    );
  else if (day > today)
    reader.error(
      'paid_date_ahead',
      column ?? null,
      `The day ${day} is in the future, so this is not paid. Leave the row out, and declare it in Distributions.`,
    );
  return day;
}

function checkRecordDate(reader: RowReader, paid_on: string | null): void {
  const record_date = reader.day('record_date');
  const payment_date = reader.day('payment_date') ?? paid_on;
  const first = [payment_date, paid_on].filter((day) => day !== null).sort()[0];
  if (record_date === null || first === undefined || record_date <= first) return;
  reader.error(
    'record_date_late',
    'record_date',
    `The record date ${record_date} is after the payment on ${first}. Enter the day on which the shares counted.`,
  );
}

/** Two of gross, tax and net say the third; one of gross and net alone was paid without tax. */
function amountsOf(reader: RowReader): { gross: Decimal; tax: Decimal; net: Decimal } | null {
  const [given, withheld, paid] = AMOUNTS.map((field) => reader.number(field));
  const isGiven = given !== null && given !== undefined;
  const isPaid = paid !== null && paid !== undefined;
  if (!isGiven && !isPaid) {
    reportIncomplete(reader, reader.column('gross') ? 'gross' : 'net');
    return null;
  }
  const tax = withheld ?? (isGiven && isPaid ? given - paid : ZERO);
  const gross = isGiven ? given : paid! + tax;
  const net = isPaid ? paid : gross - tax;
  if (gross - tax !== net || tax < ZERO || net < ZERO) {
    const field = isPaid ? 'net' : 'tax';
    const message = isPaid
      ? `Gross ${grouped(gross)} less tax ${grouped(tax < ZERO ? ZERO : tax)} is ${grouped(gross - (tax < ZERO ? ZERO : tax))}, not ${grouped(net)}. Correct the one that is wrong.`
      : `The tax of ${grouped(tax)} is more than the gross amount of ${grouped(gross)}. Correct the one that is wrong.`;
    reader.error('net_mismatch', field, message);
    return null;
  }
  if (gross === ZERO) {
    reportIncomplete(reader, isGiven ? 'gross' : 'net');
    return null;
  }
  return { gross, tax, net };
}
