// Which columns of a table say what its rows are, and what a row has in them.
import type { GridRow } from '../grid.ts';
import type { Column } from '../meanings/columns.ts';
import { classKey } from '../meanings/headings.ts';
import type { Field } from '../reading.ts';
import { cellAt, isNothing, textAt } from '../values/cells.ts';
import { valueKindOf } from '../values/readTable.ts';

export interface RowColumns {
  /** Holder, or the names of classes and plans: what a row is about. */
  label: number[];
  /** A vendor's id, an e-mail or a certificate: a row with one is a record whatever its label. */
  identity: number[];
  /** Numbers that a record has. */
  figures: number[];
  /** Of these, numbers that add up. */
  summed: number[];
  /** Of these, the shares of the classes that stand above columns. */
  held: number[];
  share_class: number | null;
  class_type: number | null;
  /** The classes that stand above columns. */
  classes: string[];
  /** What a single security has and no sum: days, prices, schedules. */
  own: number[];
  /** Parts of the whole: a row with less than all of it is not the sum of all. */
  percent: number[];
}

const LABELS = new Set(['holder', 'first_name', 'last_name']);
const IDENTITY = new Set(['holder_id', 'email', 'security_id']);
const FIGURES = new Set(
  'holding quantity_issued quantity_outstanding granted exercised principal authorized consideration valuation_cap gross tax net'.split(
    ' ',
  ),
);
const OWN = new Set([
  'strike',
  'price',
  'vesting',
  'award_type',
  'instrument',
  'discount',
  'interest',
  'share_numbers',
]);
const SUMMED = new Set('holding quantity_issued quantity_outstanding granted principal gross net'.split(' '));

export function rowColumnsOf(columns: readonly Column[], subject: 'holder' | 'class' | 'plan'): RowColumns {
  const wanted = (fields: ReadonlySet<string>) =>
    columns.filter(({ field }) => field !== null && fields.has(field)).map(({ column }) => column);
  const one = (field: Field) => columns.find((each) => each.field === field)?.column ?? null;
  return {
    label: wanted(subject === 'holder' ? LABELS : new Set([subject])),
    identity: wanted(IDENTITY),
    figures: wanted(FIGURES),
    summed: wanted(SUMMED),
    held: wanted(new Set(['holding'])),
    share_class: subject === 'holder' ? one('class') : null,
    classes: [...new Set(columns.flatMap(({ share_class }) => share_class ?? []))],
    class_type: subject === 'holder' ? one('class_type') : null,
    own: columns
      .filter(({ field }) => field !== null && (valueKindOf(field) === 'day' || OWN.has(field)))
      .map(({ column }) => column),
    percent: columns.filter(({ isPercent, field }) => isPercent && field === null).map(({ column }) => column),
  };
}

/** The key of the class that a row names; "" for none. */
export const classAt = (row: GridRow, { share_class }: RowColumns): string =>
  share_class === null ? '' : classKey((cellAt(row, share_class)?.text ?? '').slice(0, 200));

/** Whether a row has something in one of these columns. */
export const isFilled = (row: GridRow, columns: readonly number[]): boolean =>
  columns.some((column) => !isNothing(textAt(row, column)));
