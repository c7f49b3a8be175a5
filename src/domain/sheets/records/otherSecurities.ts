// Rows of ledgers of options, of convertibles and of warrants.
import { ZERO } from '#src/domain/figures/decimal.ts';
import { checkEnd, reportIncomplete } from './certificates.ts';
import type { Drafted } from './certificates.ts';
import { planOfHeading } from '../meanings/planHeadings.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Convertible, Money, Option, Warrant } from './records.ts';
import { checkEnding, endingOf, reasonOf } from './status.ts';
import type { Ending } from './status.ts';
import type { RowReader } from './rowReader.ts';
import type { FileFacts, MeantTable } from './table.ts';
import { vestingText } from './vestingText.ts';
import { windowsAt } from './windowColumns.ts';

function baseOf(reader: RowReader, table: MeantTable, facts: FileFacts) {
  const ending = endingOf(reader, facts);
  return {
    place: { table: table.index, row: reader.row.number },
    number: reader.text('security_id'),
    isDateMissing: false,
    board_approval_date: reader.day('board_approval_date'),
    ended_on: reader.day('canceled_date'),
    reason: reader.text('cancellation_reason') || (ending === null ? '' : reasonOf(ending, reader.text('status'))),
    destination: reader.text('counterparty', 'destination'),
  };
}

/** Null for a row that is not written. */
export function optionOf(reader: RowReader, table: MeantTable, facts: FileFacts): Drafted<Option> | null {
  const outstanding = reader.number('quantity_outstanding');
  const quantity = reader.number('quantity_issued') ?? reader.number('granted') ?? outstanding;
  const date = reader.day('issue_date');
  noteVested(reader, table);
  checkEnd(reader, date, reader.day('canceled_date'));
  const ending = endingOf(reader, facts);
  checkEnding(reader, ending);
  const parts = partsOf(reader, quantity ?? ZERO, ending);
  const windows = windowsAt(reader);
  const isEnded = ending !== null || endsByDay(reader, parts, outstanding, facts);
  if (reader.hasError || quantity === ZERO) return null;
  if (quantity === null || date === null) {
    reportIncomplete(reader, date === null ? 'issue_date' : reader.column('granted') ? 'granted' : 'quantity_issued');
    return null;
  }
  return {
    ...baseOf(reader, table, facts),
    kind: 'option',
    date,
    plan: reader.text('plan') || (planOfHeading(reader.column('granted')?.own ?? '') ?? ''),
    class_name: reader.text('class') || (facts.onlyClass ?? ''),
    quantity,
    outstanding: isEnded ? ZERO : outstanding,
    ...parts,
    exercised_on: reader.day('exercise_date'),
    strike: reader.money('strike'),
    type: reader.text('award_type'),
    vesting: vestingText(reader),
    vesting_start: reader.day('vesting_start'),
    termination_date: reader.day('termination_date'),
    expiration_date: reader.day('expiration_date'),
    windows,
  };
}

/** A day of cancellation without any figure is the end of the whole grant. */
function endsByDay(reader: RowReader, parts: Parts, outstanding: Decimal | null, { statusOf }: FileFacts): boolean {
  const isDayAlone =
    reader.day('canceled_date') !== null &&
    outstanding === null &&
    parts.exercised + parts.forfeited + parts.expired === ZERO;
  const status = reader.text('status');
  if (isDayAlone && status !== '' && statusOf(status) === 'outstanding')
    reader.error(
      'status_contradicts',
      'status',
      `The row has the day of its end and the status “${status}”. Enter how many options are outstanding, or correct one of them.`,
    );
  return isDayAlone;
}

type Parts = Pick<Option, 'exercised' | 'forfeited' | 'expired'>;

/** What left a grant in each way. What a status says of the whole grant is the part that no column explains. */
function partsOf(reader: RowReader, quantity: Decimal, ending: Ending | null): Parts {
  const parts: Parts = {
    exercised: reader.number('exercised') ?? ZERO,
    forfeited: reader.number('forfeited') ?? reader.number('cancelled') ?? ZERO,
    expired: reader.number('expired') ?? ZERO,
  };
  const rest = quantity - parts.exercised - parts.forfeited - parts.expired;
  if (rest < ZERO) {
    reader.error(
      'parts_exceed_grant',
      'exercised',
      'More was exercised, forfeited or expired than was granted. Correct one of the numbers.',
    );
    return parts;
  }
  if (ending !== 'exercised' && ending !== 'forfeited' && ending !== 'expired') return parts;
  if (rest > ZERO && parts[ending] > ZERO)
    reader.error(
      'status_contradicts',
      'status',
      `The status “${reader.text('status')}” is about the whole grant, and the column beside it about a part. Correct one of them.`,
    );
  return { ...parts, [ending]: parts[ending] + rest };
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

/** `beside`: the principal, where the row is one of holdings, whose day counts where it has none. */
export function convertibleOf(
  reader: RowReader,
  table: MeantTable,
  facts: FileFacts,
  beside: Money | null = null,
): Drafted<Convertible> | null {
  const principal = beside ?? reader.money('principal');
  const date = reader.day('issue_date') ?? (beside ? facts.day : null);
  checkEnd(reader, date, reader.day('canceled_date') ?? reader.day('converted_date'));
  if (reader.hasError || principal?.amount === ZERO) return null;
  if (principal === null || date === null) {
    reportIncomplete(reader, principal === null ? 'principal' : 'issue_date');
    return null;
  }
  const ending = endingOf(reader, facts);
  const ended = reader.day('converted_date') ?? reader.day('canceled_date');
  if (ending !== null && ended === null)
    reader.warn(
      'date_missing',
      'status',
      `The row is ${reader.text('status').toLowerCase()} and its day is missing. It counts as ended on ${laterOf(facts.day, date)}.`,
    );
  const end = ended ?? (ending === null ? null : laterOf(facts.day, date));
  const cap = reader.money('valuation_cap');
  const discount = reader.number('discount');
  const interest = reader.number('interest');
  return {
    ...baseOf(reader, table, facts),
    kind: 'convertible',
    date,
    isDateMissing: reader.day('issue_date') === null,
    ended_on: ending === 'converted' ? null : (reader.day('canceled_date') ?? (ending === null ? null : end)),
    principal,
    instrument: reader.text('instrument'),
    // A cap, a discount or a rate of 0 is none.
    cap: cap === null || cap.amount === ZERO ? null : cap,
    discount: discount === ZERO ? null : discount,
    interest: interest === ZERO ? null : interest,
    maturity: reader.day('maturity_date'),
    converted_on: reader.day('converted_date') ?? (ending === 'converted' ? end : null),
  };
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);

export function warrantOf(reader: RowReader, table: MeantTable, facts: FileFacts): Drafted<Warrant> | null {
  const outstanding = reader.number('quantity_outstanding');
  const quantity = reader.number('quantity_issued') ?? outstanding;
  const date = reader.day('issue_date');
  checkEnd(reader, date, reader.day('canceled_date'));
  const ending = endingOf(reader, facts);
  checkEnding(reader, ending);
  if (reader.hasError || quantity === ZERO) return null;
  if (quantity === null || date === null) {
    reportIncomplete(reader, quantity === null ? 'quantity_issued' : 'issue_date');
    return null;
  }
  return {
    ...baseOf(reader, table, facts),
    kind: 'warrant',
    date,
    class_name: reader.text('class') || (facts.onlyClass ?? ''),
    quantity,
    outstanding: ending === null ? outstanding : ZERO,
    strike: reader.money('strike') ?? reader.money('price'),
    expiration_date: reader.day('expiration_date'),
  };
}
