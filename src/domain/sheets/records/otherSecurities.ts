// Rows of ledgers of options, of convertibles and of warrants.
import { ZERO } from '../../figures/decimal.ts';
import { checkEnd, reportIncomplete } from './certificates.ts';
import type { Drafted } from './certificates.ts';
import type { Convertible, Option, Warrant } from './records.ts';
import type { RowReader } from './rowReader.ts';
import type { FileFacts, MeantTable } from './table.ts';

const baseOf = (reader: RowReader, table: MeantTable) => ({
  place: { table: table.index, row: reader.row.number },
  number: reader.text('security_id'),
  isDateMissing: false,
  board_approval_date: reader.day('board_approval_date'),
  ended_on: reader.day('canceled_date'),
  reason: reader.text('cancellation_reason', '') || reader.text('cancellation_reason', 'status'),
  destination: reader.text('counterparty', 'destination'),
});

/** Null for a row that is not written. */
export function optionOf(reader: RowReader, table: MeantTable, facts: FileFacts): Drafted<Option> | null {
  const outstanding = reader.number('quantity_outstanding');
  const quantity = reader.number('quantity_issued') ?? reader.number('granted') ?? outstanding;
  const date = reader.day('issue_date');
  noteVested(reader, table);
  checkEnd(reader, date, reader.day('canceled_date'));
  if (reader.hasError || quantity === ZERO) return null;
  if (quantity === null || date === null) {
    reportIncomplete(reader, date === null ? 'issue_date' : reader.column('granted') ? 'granted' : 'quantity_issued');
    return null;
  }
  return {
    ...baseOf(reader, table),
    kind: 'option',
    date,
    plan: reader.text('plan'),
    class_name: reader.text('class') || (facts.onlyClass ?? ''),
    quantity,
    outstanding,
    exercised: reader.number('exercised') ?? ZERO,
    forfeited: reader.number('forfeited') ?? reader.number('cancelled') ?? ZERO,
    expired: reader.number('expired') ?? ZERO,
    strike: reader.money('strike'),
    type: reader.text('award_type'),
    vesting: reader.text('vesting'),
    vesting_start: reader.day('vesting_start'),
    termination_date: reader.day('termination_date'),
    expiration_date: reader.day('expiration_date'),
  };
}

/** A file's own vested figures are not read: the ledger computes them from the schedule. */
function noteVested(reader: RowReader, { columns }: MeantTable): void {
  const column = columns.find(
    (each) => each.isVested && reader.row.cells.some((cell) => cell.column === each.column && cell.text.trim() !== ''),
  );
  if (column)
    reader.warn(
      'vested_figure_ignored',
      column,
      'The vested figure is not read. Vesting is computed from the schedule and its start.',
    );
}

export function convertibleOf(reader: RowReader, table: MeantTable): Drafted<Convertible> | null {
  const principal = reader.money('principal');
  const date = reader.day('issue_date');
  checkEnd(reader, date, reader.day('canceled_date') ?? reader.day('converted_date'));
  if (reader.hasError || principal?.amount === ZERO) return null;
  if (principal === null || date === null) {
    reportIncomplete(reader, principal === null ? 'principal' : 'issue_date');
    return null;
  }
  const cap = reader.money('valuation_cap');
  const discount = reader.number('discount');
  const interest = reader.number('interest');
  return {
    ...baseOf(reader, table),
    kind: 'convertible',
    date,
    principal,
    instrument: reader.text('instrument'),
    // A cap, a discount or a rate of 0 is none.
    cap: cap === null || cap.amount === ZERO ? null : cap,
    discount: discount === ZERO ? null : discount,
    interest: interest === ZERO ? null : interest,
    maturity: reader.day('maturity_date'),
    converted_on: reader.day('converted_date'),
  };
}

export function warrantOf(reader: RowReader, table: MeantTable, facts: FileFacts): Drafted<Warrant> | null {
  const outstanding = reader.number('quantity_outstanding');
  const quantity = reader.number('quantity_issued') ?? outstanding;
  const date = reader.day('issue_date');
  checkEnd(reader, date, reader.day('canceled_date'));
  if (reader.hasError || quantity === ZERO) return null;
  if (quantity === null || date === null) {
    reportIncomplete(reader, quantity === null ? 'quantity_issued' : 'issue_date');
    return null;
  }
  return {
    ...baseOf(reader, table),
    kind: 'warrant',
    date,
    class_name: reader.text('class') || (facts.onlyClass ?? ''),
    quantity,
    outstanding,
    strike: reader.money('strike') ?? reader.money('price'),
    expiration_date: reader.day('expiration_date'),
  };
}
