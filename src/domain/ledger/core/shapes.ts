// The fields of an object type in our own words: enough to name a missing, wrong or unknown field. Fields of all known
// versions are listed together, since a package may lag behind the version it declares.
import { say } from '#src/words/say.ts';
import type { SecurityKind } from './types.ts';

export type FieldKind =
  'text' | 'number' | 'money' | 'date' | 'boolean' | 'integer' | 'texts' | 'ratio' | 'authorized' | 'object' | 'list';
export type Field = {
  kind: FieldKind;
  required: boolean;
  /** The members of an object, or of each object in a list; not looked into when absent. */
  of?: Shape;
  words?: readonly string[];
  /** Shown on one line. */
  is_name?: boolean;
  nullable?: boolean;
  /** What is done when the number, or the amount of money, is below zero where none can be. */
  below_zero?: string;
  /** What is done when the ratio is not of two numbers above zero. */
  not_positive?: string;
};
export type Shape = Readonly<Record<string, Field>>;

export function must(kind: FieldKind, of?: Shape): Field {
  return of ? { kind, required: true, of } : { kind, required: true };
}
export function may(kind: FieldKind, of?: Shape): Field {
  return of ? { kind, required: false, of } : { kind, required: false };
}
export function notBelowZero(field: Field, below_zero: string): Field {
  return { ...field, below_zero };
}
export function oneOf(...words: string[]): Field {
  return { kind: 'text', required: true, words };
}
export function maybeOneOf(...words: string[]): Field {
  return { kind: 'text', required: false, words };
}

export const named = (field: Field): Field => ({ ...field, is_name: true });

export const base: Shape = { id: must('text'), object_type: must('text'), comments: may('texts') };
export const AS_WRITTEN = say`it is kept as it is written, and no table counts it`;
/** A price or a cost. Money that is moved is checked by the rules of the ledger instead. */
export const price = (field: Field): Field => notBelowZero(field, AS_WRITTEN);
export const approvals: Shape = { board_approval_date: may('date'), stockholder_approval_date: may('date') };

export const ratioMechanism: Shape = {
  type: oneOf('RATIO_CONVERSION'),
  conversion_price: price(must('money')),
  ratio: must('ratio'),
  rounding_type: oneOf('CEILING', 'FLOOR', 'NORMAL'),
};

/** What most transactions have: a day, and a security or a class. */
export const dated: Shape = { ...base, date: must('date') };
export const onSecurity: Shape = { ...dated, security_id: must('text') };
export const onClass: Shape = { ...dated, stock_class_id: must('text') };
export const results: Shape = { resulting_security_ids: must('texts') };
export const quantity: Shape = { quantity: must('number') };

/** The field that counts a security of this kind: money for a convertible, shares for any other. */
export const measureOf = (kind: SecurityKind): 'amount' | 'quantity' =>
  kind === 'CONVERTIBLE' ? 'amount' : 'quantity';
export const measureShape = (kind: SecurityKind): Shape =>
  kind === 'CONVERTIBLE' ? { amount: must('money') } : quantity;
