// The values of a table, column by column: the form of a column's numbers, days and rates is decided once for all its rows.
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { formatDecimal, isWhole, ONE } from '#src/domain/figures/decimal.ts';
import { hasHidden } from '#src/domain/text.ts';
import type { Cell, GridRow } from '../grid.ts';
import type { Column } from '../meanings/columns.ts';
import type { Field } from '../reading.ts';
import { cellAt, isErrorValue, isFormulaText, isNothing, isVolatile, lacksResult, tidyName } from './cells.ts';
import { readDay } from './days.ts';
import type { DateOrder } from './days.ts';
import { numeralOf, readNumber, readRate, thousandsOf } from './numbers.ts';
import type { DecimalSign } from './numbers.ts';

export type ValueKind = 'shares' | 'money' | 'rate' | 'day' | 'label';

const KINDS: Partial<Record<Field, ValueKind>> = {};
const assign = (kind: ValueKind, fields: string) => {
  for (const field of fields.split(' ')) KINDS[field as Field] = kind;
};
assign(
  'shares',
  'quantity_issued quantity_outstanding granted exercised forfeited expired cancelled authorized holding',
);
assign('money', 'price consideration debt_canceled strike principal valuation_cap par_value gross tax net');
assign('rate', 'discount interest');
assign(
  'day',
  'issue_date board_approval_date vesting_start termination_date canceled_date converted_date exercise_date maturity_date expiration_date record_date payment_date paid_date',
);

/** A larger one is asked about: more often it is a slip of the form. */
const LIKELY_DISCOUNT = (ONE * 6n) / 10n;

export const valueKindOf = (field: Field): ValueKind => KINDS[field] ?? 'label';

/** The cells that people or programs type a name or a label into: a formula's text is refused there (Q17). */
const NAMES = new Set<Field>([
  'holder',
  'first_name',
  'last_name',
  'email',
  'security_id',
  'class',
  'class_code',
  'plan',
  'holder_id',
  'counterparty',
  'street_1',
  'city',
  'distribution',
  'reference',
]);

export interface Forms {
  sign: DecimalSign | null;
  order: DateOrder | null;
  /** Whether a bare number between 0 and 1 is a fraction; null where the file does not say. */
  isFraction: boolean | null;
  /** Somebody has said how the column writes its rates: then an unlikely one is meant. */
  isScaleKnown: boolean;
  epoch1904: boolean;
  /** Somebody has said which sign parts decimals. */
  isSignSaid: boolean;
  /** The column itself shows which sign parts decimals, not only other columns of the file. */
  isSignOwn: boolean;
  /** As many cells prove one decimal sign as the other. */
  isTorn: boolean;
  /** Thousands are written in more than one way. */
  isMixed: boolean;
}

export interface Fault {
  code: string;
  severity: 'error' | 'warning';
  message: string;
}

export interface Value {
  cell: Cell | null;
  text: string;
  number: Decimal | null;
  day: string | null;
  currency: string | null;
  faults: Fault[];
  /** The column has to be asked about before this can be read. */
  open: 'decimal_sign' | 'date_order' | 'percent_scale' | null;
}

/** Of a text in a message. */
const VALUE_SHOWN = 80;

const NO_FAULTS: Fault[] = [];
const EMPTY: Value = { cell: null, text: '', number: null, day: null, currency: null, faults: NO_FAULTS, open: null };

export function readValue(row: GridRow, column: Column, forms: Forms): Value {
  const cell = cellAt(row, column.column);
  if (cell === null || column.field === null) return EMPTY;
  const value = { ...EMPTY, cell, text: tidyName(cell.text) };
  if (lacksResult(cell))
    return faulty(
      value,
      'no_cached_value',
      'The file holds this formula without its result. Open the file in a spreadsheet program, save it and choose it again, or enter the value.',
    );
  if (isErrorValue(cell))
    return faulty(
      value,
      'cell_error_value',
      `The cell holds the error ${cell.text.trim()} in place of a value. Enter the value, or leave the cell empty.`,
    );
  const kind = valueKindOf(column.field);
  if (kind === 'label') {
    if (NAMES.has(column.field) && isFormulaText(cell))
      return faulty(value, 'formula_text', 'The text starts like a formula (=, +, - or @). Enter the plain text.');
    const label = isNothing(value.text) ? { ...value, text: '' } : value;
    if (!hasHidden(cell.text)) return label;
    return faulty(
      label,
      'hidden_characters',
      label.text === ''
        ? 'The cell has nothing but characters that cannot be seen. It is read as empty.'
        : `The text has characters that cannot be seen. It is read as “${label.text.slice(0, VALUE_SHOWN)}” without them.`,
      'warning',
    );
  }
  if (kind === 'day') return readDayValue(value, cell, forms);
  return readNumberValue(value, cell, column.field, kind, forms);
}

function faulty(value: Value, code: string, message: string, severity: Fault['severity'] = 'error'): Value {
  return { ...value, faults: [...value.faults, { code, severity, message }] };
}

function readDayValue(value: Value, cell: Cell, { order, epoch1904 }: Forms): Value {
  const read = readDay(cell, { order, epoch1904 });
  if (read === 'nothing') return value;
  if (read === 'open') return { ...value, open: 'date_order' };
  if (read === 'invalid')
    return faulty(value, 'date_invalid', 'This is not a calendar day from 1900 on. Enter a day such as 2024-03-14.');
  let found: Value = { ...value, day: read.date };
  if (read.fromNumber)
    found = faulty(
      found,
      'serial_date_read',
      `The number is read as the day ${read.date}, as spreadsheets count days.`,
      'warning',
    );
  if (read.twoDigits)
    found = faulty(
      found,
      'two_digit_year',
      `The year has two digits and is read as ${read.date.slice(0, 4)}.`,
      'warning',
    );
  if (isVolatile(cell))
    found = faulty(
      found,
      'volatile_date',
      `The day comes from a formula that changes each day. It is read as ${read.date}.`,
      'warning',
    );
  return found;
}

function readNumberValue(value: Value, cell: Cell, field: Field, kind: ValueKind, forms: Forms): Value {
  if (forms.isTorn && cell.kind === 'text' && /[.,]/.test(cell.text)) return { ...value, open: 'decimal_sign' };
  if (isOpenThousand(cell, field, kind, forms)) return { ...value, open: 'decimal_sign' };
  const read = readNumber(cell, forms.sign);
  if (read === 'nothing') return value;
  const accepted =
    kind === 'shares'
      ? 'a whole number such as 1000000'
      : kind === 'rate'
        ? 'a rate such as 20%'
        : 'an amount such as 1250.50';
  if (read === 'unreadable')
    return faulty(value, 'number_ambiguous', `This is not read as a number. Enter ${accepted}.`);
  if (read === 'ambiguous') {
    if (forms.sign === null) return { ...value, open: 'decimal_sign' };
    return faulty(
      value,
      'number_ambiguous',
      `The column writes decimals with “${forms.sign}”, which this number does not fit. Enter ${accepted}.`,
    );
  }
  if (read.hasSuffix && kind === 'shares')
    return faulty(value, 'number_ambiguous', `Write a number of shares in full. Enter ${accepted}.`);
  if (kind === 'rate') {
    const { rate, isBare } = readRate(read, cell.kind === 'text');
    if (isBare && forms.isFraction === null) return { ...value, open: 'percent_scale' };
    const number = isBare && forms.isFraction === false ? rate / 100n : rate;
    if (field === 'discount' && number > LIKELY_DISCOUNT && number < ONE && !forms.isScaleKnown)
      return { ...value, open: 'percent_scale' };
    if (number < 0n || number >= ONE)
      return faulty(value, 'number_ambiguous', 'A rate is from 0 to below 100 %. Enter a rate such as 20%.');
    return { ...value, number };
  }
  let found: Value = { ...value, number: read.value, currency: read.currency };
  if (read.rounded)
    found = faulty(
      found,
      'number_rounded',
      `The file holds more digits than a spreadsheet keeps. It is read as ${formatDecimal(read.value)}.`,
      'warning',
    );
  if (kind !== 'shares')
    return read.value < 0n && field !== 'consideration'
      ? faulty(
          found,
          'quantity_negative',
          'An amount or a price is not below zero. Enter it without the minus or the brackets.',
        )
      : found;
  if (read.value < 0n)
    return faulty(
      found,
      'quantity_negative',
      'A number of shares is not below zero. Enter it without the minus or the brackets, or a cancellation with its day.',
    );
  if (!isWhole(read.value))
    return faulty(found, 'quantity_not_whole', 'A number of shares is whole. Enter it without a fraction.');
  if (forms.isMixed && forms.sign === ',' && cell.kind === 'text' && thousandsIn(cell.text) === '.')
    found = faulty(
      found,
      'thousands_mixed',
      `${cell.text.trim()} is read as ${formatDecimal(read.value)}, because the file writes decimals with a comma and a number of shares is whole.`,
      'warning',
    );
  return found;
}

/** Amounts that have three decimals less often than thousands. */
const LARGE_AMOUNTS: ReadonlySet<Field> = new Set([
  'principal',
  'consideration',
  'valuation_cap',
  'debt_canceled',
  'gross',
  'net',
]);

/** "60.000" shares where the dot parts decimals: sixty, or sixty thousand. Whole numbers never show it by themselves. */
function isOpenThousand(cell: Cell, field: Field, kind: ValueKind, forms: Forms): boolean {
  const isLarge = LARGE_AMOUNTS.has(field) && !forms.isSignOwn;
  if (cell.kind !== 'text' || forms.isSignSaid || forms.sign === null || (kind !== 'shares' && !isLarge)) return false;
  const numeral = numeralOf(cell.text);
  return numeral !== null && numeral.isAmbiguous && numeral.digits.includes(forms.sign);
}

function thousandsIn(text: string): string | null {
  const numeral = numeralOf(text);
  return numeral && thousandsOf(numeral, ',');
}
