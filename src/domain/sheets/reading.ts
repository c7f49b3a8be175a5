// What reading a sheet answers, and what it may be told. The HTTP contract publishes these shapes as they are.
import type { PersonRead } from './people/personRead.ts';

export const ROLES = [
  'stakeholders',
  'classes',
  'plans',
  'snapshot',
  'certificates',
  'options',
  'convertibles',
  'warrants',
  'transactions',
  'payments',
  'totals',
  'vendor_warnings',
  'ignore',
] as const;
export type Role = (typeof ROLES)[number];

export const SOURCES = ['carta', 'ledgy', 'cake', 'capdesk', 'pulley', 'ltse', 'generic'] as const;
export type Source = (typeof SOURCES)[number];

export const FIELDS = [
  'holder',
  'first_name',
  'last_name',
  'email',
  'holder_id',
  'holder_kind',
  'street_1',
  'street_2',
  'city',
  'state',
  'postal_code',
  'country',
  'security_id',
  'class',
  'class_code',
  'class_type',
  'par_value',
  'conversion_ratio',
  'quantity_issued',
  'quantity_outstanding',
  'granted',
  'exercised',
  'forfeited',
  'expired',
  'cancelled',
  'price',
  'consideration',
  'debt_canceled',
  'strike',
  'issue_date',
  'board_approval_date',
  'vesting_start',
  'termination_date',
  'canceled_date',
  'converted_date',
  'exercise_date',
  'maturity_date',
  'expiration_date',
  'exercise_window',
  'cancellation_reason',
  'status',
  'vesting',
  'award_type',
  'plan',
  'authorized',
  'principal',
  'valuation_cap',
  'discount',
  'interest',
  'instrument',
  'counterparty',
  'holding',
  'legend',
  'share_numbers',
  'note',
  'distribution',
  'record_date',
  'payment_date',
  'paid_date',
  'gross',
  'tax',
  'net',
  'currency',
  'reference',
] as const;
export type Field = (typeof FIELDS)[number];

export const QUESTION_CODES = [
  'date_order',
  'decimal_sign',
  'percent_scale',
  'holder_ambiguous',
  'class_type',
  'table_role',
  'column_meaning',
  'row_meaning',
  'status_meaning',
  'event_meaning',
  'event_shown',
  'vesting_meaning',
  'note_vesting',
  'leaving',
  'conversion_ratio',
  'exercise_shares',
  'plan_choice',
  'plan_class',
  'plan_reserve',
  'security_changed',
  'cap_basis',
  'as_of',
  'security_link',
] as const;
export type QuestionCode = (typeof QUESTION_CODES)[number];

export const SKIP_REASONS = [
  'group',
  'subtotal',
  'total',
  'pool_granted',
  'pool_available',
  'pool_reserved',
  'treasury',
  'statistic',
  'price',
  'footnote',
  'second_table',
  'placeholder',
  'example',
  'incomplete',
  'ended',
  'not_issued',
  'by_choice',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface ReadColumn {
  /** The letter: "C". */
  column: string;
  heading: string;
  field: Field | null;
  share_class: string | null;
}

export interface ReadTable {
  id: string;
  /** Null for a CSV. */
  tab: string | null;
  hidden: boolean;
  role: Role;
  heading_rows: number[];
  first_row: number | null;
  /** The last row that is part of the table, before its totals, notes and further tables. */
  last_row: number | null;
  columns: ReadColumn[];
}

export interface Question {
  /** Follows from the code and the place alone, so that an answer stays valid when the file is read again. */
  id: string;
  code: QuestionCode;
  text: string;
  tab: string | null;
  column: string | null;
  rows: number[];
  choices: { value: string; label: string }[];
  answer: string | null;
}

export interface SheetFinding {
  code: string;
  severity: 'error' | 'warning';
  tab: string | null;
  row: number | null;
  column: string | null;
  heading: string | null;
  /** As the file has it, cut to 80 characters. */
  value: string | null;
  message: string;
}

export interface Skipped {
  tab: string | null;
  row: number;
  label: string;
  reason: SkipReason;
}

export const LEFT_OUT_REASONS = [
  'not_understood',
  'no_place',
  'not_kept',
  'computed',
  'chosen',
  'second_table',
  'hidden_tab',
  'tab_not_understood',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** A column, rows or a tab that has values which are not imported. */
export interface LeftOut {
  tab: string | null;
  /** Null for rows and for a whole tab. */
  column: string | null;
  heading: string | null;
  /** Of a table under the first: its rows. */
  rows: number[];
  /** How many cells have a value. */
  cells: number;
  reason: LeftOutReason;
}

export interface Link {
  from: string;
  to: string;
  as: 'transfer' | 'exercise' | 'conversion';
}

export const TIE_OUT_KINDS = [
  'class',
  'holder',
  'granted',
  'available',
  'outstanding',
  'fully_diluted',
  'principal',
  'gross',
  'tax',
  'net',
] as const;

export interface TieOutLine {
  what: (typeof TIE_OUT_KINDS)[number];
  name: string | null;
  file: string;
  ours: string;
  difference: string;
}

export interface Changes {
  new: number;
  changed: number;
  same: number;
  gone: number;
}

export interface Reading {
  status: 'questions' | 'errors' | 'ready';
  source: Source;
  company: string | null;
  as_of: string | null;
  tables: ReadTable[];
  questions: Question[];
  findings: SheetFinding[];
  skipped: Skipped[];
  left_out: LeftOut[];
  links: Link[];
  tie_out: TieOutLine[];
  records: {
    stakeholders: number;
    stock_issuances: number;
    grants: number;
    convertibles: number;
    warrants: number;
    transactions: number;
    distributions: number;
    payments: number;
  };
  /** Securities and payments, each once, against what the company has. */
  changes: Changes;
  /** The ids of tables that are read as an earlier file with the same headings was. */
  recalled: string[];
  corrections: Correction[];
  /** Holders, beside the company's shareholders: the changed ones, then the new ones, so many at most. */
  people: PersonRead[];
  people_counts: Record<PersonRead['state'], number>;
}

/** What people answered. What is not named is read as the file suggests. */
export interface SheetAnswers {
  as_of?: string | null;
  tables?: readonly TableAnswer[];
  /** By the question's id. */
  answers?: Readonly<Record<string, string>>;
  rows?: readonly { table: string; row: number; use: 'import' | 'skip' }[];
  /** The tables whose answers come from an earlier file. */
  recalled?: readonly string[];
  cells?: readonly CellAnswer[];
}

/** A text in place of what the file has there; an empty one empties the cell. */
export interface CellAnswer {
  /** Null for a CSV. */
  tab: string | null;
  row: number;
  /** The letter: "C". */
  column: string;
  text: string;
}

export interface Correction extends CellAnswer {
  /** As a person reads it; empty for an empty cell. */
  was: string;
}

export interface TableAnswer {
  id: string;
  role?: Role;
  heading_rows?: readonly number[];
  columns?: readonly { column: string; field: Field | null; share_class?: string | null }[];
}
