// What the rows of a file say, once they are read: before it is known who is who and how it is written in the ledger.
import type { ExerciseWindow } from '#src/domain/exerciseWindows.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Ratio } from '../meanings/ratios.ts';
import type { EventMeaning } from '../meanings/eventWords.ts';

export interface Place {
  /** Index of the table. */
  table: number;
  row: number;
}

/** A holder as a row names one. */
export interface Named {
  place: Place;
  name: string;
  email: string;
  /** A vendor's id or a registration number. */
  id: string;
  kind: string;
  relationship: string;
  /** The title of the group of people that the row stands in, where no column says the relationship. */
  group: string;
  contact: string;
  address: { street: string; city: string; state: string; postal_code: string; country: string } | null;
  /** In a wide table, the classes that the row holds: two rows of one name in one class are asked about. */
  wide: readonly string[] | null;
  /** The table has a column for e-mails. */
  hasEmailColumn: boolean;
  /** The row has an error: it names its holder, but raises no warnings. */
  isFaulty: boolean;
}

export interface Money {
  amount: Decimal;
  currency: string | null;
}

interface Base {
  place: Place;
  /** Index into the list of the named. */
  holder: number;
  /** As written; "" where the file has none. */
  number: string;
  date: string;
  /** The file has no day: the day of the table counts. */
  isDateMissing: boolean;
  board_approval_date: string | null;
  ended_on: string | null;
  reason: string;
  destination: string;
}

export interface NumberRange {
  from: bigint;
  to: bigint;
}

export interface Stock extends Base {
  kind: 'stock';
  class_name: string;
  quantity: Decimal;
  /** Null where the file does not say: then what was cancelled is left out of the quantity. */
  outstanding: Decimal | null;
  cancelled: Decimal | null;
  price: Money | null;
  consideration: Money | null;
  debt: Money | null;
  vesting: string;
  vesting_start: string | null;
  /** Out of a table of holdings, not of certificates. */
  isOpening: boolean;
  isRestricted: boolean;
  /** As written; several in a cell are separated by semicolons or lines. */
  legend: string;
  share_numbers: NumberRange[];
}

export interface Option extends Base {
  kind: 'option';
  plan: string;
  class_name: string;
  quantity: Decimal;
  outstanding: Decimal | null;
  exercised: Decimal;
  exercised_on: string | null;
  forfeited: Decimal;
  expired: Decimal;
  strike: Money | null;
  type: string;
  vesting: string;
  vesting_start: string | null;
  termination_date: string | null;
  expiration_date: string | null;
  windows: readonly ExerciseWindow[];
}

export interface Convertible extends Base {
  kind: 'convertible';
  principal: Money;
  instrument: string;
  cap: Money | null;
  discount: Decimal | null;
  interest: Decimal | null;
  maturity: string | null;
  converted_on: string | null;
}

export interface Warrant extends Base {
  kind: 'warrant';
  class_name: string;
  quantity: Decimal;
  outstanding: Decimal | null;
  strike: Money | null;
  expiration_date: string | null;
}

export type Security = Stock | Option | Convertible | Warrant;

/** A row of a table of events: shares issued, or passed on, or converted. */
export interface Event {
  place: Place;
  holder: number;
  class_name: string;
  quantity: Decimal;
  date: string;
  price: Money | null;
  consideration: Money | null;
  type: string;
  what: EventMeaning;
  number: string;
  seller: { name: string; email: string; id: string; class_name: string } | null;
}

export interface ClassRecord {
  place: Place | null;
  name: string;
  code: string;
  type: string;
  authorized: Decimal | null;
  price: Money | null;
  par_value: Money | null;
  /** Into common stock; null where the file does not say it. */
  ratio: Ratio | null;
  board_approval_date: string | null;
}

export interface PlanRecord {
  place: Place | null;
  name: string;
  class_name: string;
  reserved: Decimal | null;
  board_approval_date: string | null;
  windows: readonly ExerciseWindow[];
}

/** A row of a table of payments: what a holder was paid for a class out of a distribution. */
export interface PaymentRecord {
  place: Place;
  holder: number;
  /** As written; "" where the file has none. */
  distribution: string;
  class_name: string;
  /** The certificate that it was paid on. */
  number: string;
  currency: string | null;
  record_date: string | null;
  payment_date: string | null;
  paid_on: string;
  shares: Decimal | null;
  gross: Decimal;
  tax: Decimal;
  net: Decimal;
  /** Of the day and the figures those that the row itself says; the others follow from them. */
  said: PaidFigure[];
  reference: string;
}

export const PAID_FIGURES = ['net', 'gross', 'tax', 'shares', 'record_date'] as const;
export type PaidFigure = (typeof PAID_FIGURES)[number];

export interface Records {
  named: Named[];
  securities: Security[];
  events: Event[];
  classes: ClassRecord[];
  plans: PlanRecord[];
  payments: PaymentRecord[];
}

export const emptyRecords = (): Records => ({
  named: [],
  securities: [],
  events: [],
  classes: [],
  plans: [],
  payments: [],
});
