// A row of a ledger of certificates.
import { isIsoDate } from '#src/domain/dates.ts';
import { ZERO } from '#src/domain/figures/decimal.ts';
import { noteLeaving } from './leaving.ts';
import type { Stock } from './records.ts';
import { checkEnding, endingOf, reasonOf } from './status.ts';
import type { RowReader } from './rowReader.ts';
import { shareNumbersOf } from './shareNumbers.ts';
import type { FileFacts, MeantTable } from './table.ts';
import { vestingText } from './vestingText.ts';

export type Drafted<S> = Omit<S, 'holder'>;

/** Null for a row that is not written: a class without shares, or a row without a day or a quantity. */
export function certificateOf(reader: RowReader, table: MeantTable, facts: FileFacts): Drafted<Stock> | null {
  const class_name = reader.column('class') ? reader.text('class') : (table.titleClass ?? facts.onlyClass ?? '');
  if (class_name === '') reportClass(reader);
  const outstanding = reader.number('quantity_outstanding');
  const quantity = reader.number('quantity_issued') ?? (reader.column('quantity_issued') ? null : outstanding);
  const date = reader.day('issue_date');
  const end = endOf(reader, facts, date);
  if (reader.column('price') && reader.value('price')?.text === '' && quantity !== null && quantity > 0n)
    reader.warn('price_missing', 'price', 'The row has no price. It is taken without one.');
  const share_numbers = shareNumbersOf(reader, quantity);
  if (reader.hasError) return null;
  if (quantity === ZERO) return null;
  if (quantity === null || date === null) {
    reportIncomplete(reader, quantity === null ? 'quantity_issued' : 'issue_date');
    return null;
  }
  const cancelled = reader.number('cancelled') ?? reader.number('forfeited');
  if (!end.isEnded) noteLeaving(reader);
  return {
    kind: 'stock',
    place: { table: table.index, row: reader.row.number },
    number: reader.text('security_id'),
    date,
    isDateMissing: false,
    board_approval_date: reader.day('board_approval_date'),
    ended_on: end.date,
    reason: end.reason,
    destination: reader.text('counterparty', 'destination'),
    class_name,
    quantity,
    outstanding: outstanding ?? (end.isEnded && cancelled === null ? ZERO : null),
    cancelled,
    price: reader.money('price'),
    consideration: reader.money('consideration'),
    debt: reader.money('debt_canceled'),
    vesting: vestingText(reader),
    vesting_start: reader.day('vesting_start'),
    isOpening: false,
    share_numbers,
    legend: reader.value('legend')?.cell?.text ?? '',
    isRestricted: /\bRSA\b|restricted/i.test(reader.text('award_type')),
  };
}

function reportClass(reader: RowReader): void {
  const column = reader.column('class');
  if (column && reader.valueOf(column).faults.length > 0) return;
  reader.error('class_missing', column ?? null, 'The row names no class of shares. Enter the class, such as Common.');
}

/** "Cancelled on 2024-02-01": only a day that has one order is read out of a text. */
const dayIn = (status: string): string | null => {
  const day = /\b(\d{4}-\d{2}-\d{2})\)?\s*$/.exec(status.slice(0, 200))?.[1] ?? null;
  return day !== null && isIsoDate(day) ? day : null;
};

/** What the row says of the certificate's end. A day of its end alone does not end it: a part may remain. */
function endOf(
  reader: RowReader,
  facts: FileFacts,
  issued: string | null,
): { date: string | null; reason: string; isEnded: boolean } {
  const status = reader.text('status');
  const ending = endingOf(reader, facts);
  checkEnding(reader, ending);
  const date = reader.day('canceled_date') ?? reader.day('converted_date') ?? dayIn(status);
  const column = reader.column('canceled_date');
  if (ending !== null && date === null && reader.number('quantity_outstanding') === null) {
    if (!column || reader.valueOf(column).faults.length === 0)
      reader.error(
        'cancel_date_missing',
        column ?? 'status',
        `The row is ${status.toLowerCase()}, but its day is missing. Enter the day.`,
      );
  }
  checkEnd(reader, issued, date);
  const hasOutstanding = reader.number('quantity_outstanding') !== null;
  if (date !== null && status !== '' && ending === null && !hasOutstanding && reader.number('cancelled') === null)
    if (facts.statusOf(status) === 'outstanding')
      reader.error(
        'status_contradicts',
        'status',
        `The row has the day ${date} of its end and the status “${status}”. Enter how many shares are outstanding, or correct one of them.`,
      );
  return {
    date,
    reason: reader.text('cancellation_reason') || (ending === null ? '' : reasonOf(ending, status)),
    isEnded: ending !== null || (date !== null && !hasOutstanding),
  };
}

/** Reports an end before the issue. */
export function checkEnd(reader: RowReader, issued: string | null, ended: string | null): void {
  if (issued === null || ended === null || ended >= issued) return;
  const field = reader.day('canceled_date') === ended ? 'canceled_date' : 'converted_date';
  reader.error(
    'cancel_before_issue',
    field,
    `The day ${ended} is before the issue on ${issued}. Enter the day on which it ended, or correct the issue date.`,
  );
}

export function reportIncomplete(
  reader: RowReader,
  field: 'quantity_issued' | 'issue_date' | 'principal' | 'granted' | 'gross' | 'net',
): void {
  const what =
    field === 'issue_date'
      ? 'a day'
      : field === 'principal' || field === 'gross' || field === 'net'
        ? 'an amount'
        : 'a quantity';
  reader.warn(
    'incomplete_row',
    reader.column(field) ? field : null,
    `The row has no ${what.replace(/^an? /, '')}, so it is not imported. Enter ${what}.`,
  );
}
