// The closed set of field kinds. A kind carries its TypeScript type, its SQL type and its filter operators here; the
// zod half is in validation.ts, the React half in src/admin/kit/fieldKinds.tsx. Each map is checked to hold every kind.

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral';

/** Options every field may have. `readOnly`: set by the server, refused in a body. `virtual`: not a stored column. */
export interface Common {
  required?: boolean;
  readOnly?: boolean;
  label?: string;
  help?: string;
  /** Plain words for a heading that needs a definition beside it. */
  definition?: string;
  /** Takes part in the free-text search `q`. */
  search?: boolean;
}

export interface IdField extends Common {
  kind: 'id';
}
export interface TextField extends Common {
  kind: 'text';
  max?: number;
  multiline?: boolean;
  pattern?: RegExp;
  patternHelp?: string;
  /** A code of a known list: ISO 4217's currencies, or the IANA's time zones. */
  format?: 'currency' | 'time_zone';
  /** Of a text that the server may fill with a code: the codes in words. */
  labels?: Readonly<Record<string, string>>;
  /** It holds a whole number or a word: numbers are ordered as such, `unlimited` is above them all, other words come last. */
  figure?: { unlimited: string };
}
export interface EmailField extends Common {
  kind: 'email';
}
export interface PhoneField extends Common {
  kind: 'phone';
}
export interface NumberField extends Common {
  kind: 'number';
  min?: number;
  max?: number;
}
/** A quantity of shares: a decimal string, exact. */
export interface SharesField extends Common {
  kind: 'shares';
  positive?: boolean;
}
/**
 * An amount: a decimal string. `scale` is how many places are kept; `places` fixes how many the answer shows. `isFactor`: it
 * multiplies, and has no currency.
 */
export interface MoneyField extends Common {
  kind: 'money';
  scale?: number;
  places?: number;
  positive?: boolean;
  isFactor?: boolean;
}
/** Of a hundred, unless `ofOne`: then 0.2 is 20 %, as the format writes discounts and interest. */
export interface PercentField extends Common {
  kind: 'percent';
  ofOne?: boolean;
}
/** `from`: the first day that makes sense. `notBefore` names another date of the record, `withinYears` counts from it. */
export interface DateField extends Common {
  kind: 'date';
  from?: string;
  notBefore?: string;
  withinYears?: number;
}
export interface DatetimeField extends Common {
  kind: 'datetime';
}
export interface BooleanField extends Common {
  kind: 'boolean';
  default?: boolean;
  words?: readonly [string, string];
}
export interface ChoiceField<V extends string = string> extends Common {
  kind: 'choice';
  values: readonly V[];
  default?: V;
  labels?: Partial<Record<V, string>>;
  tones?: Partial<Record<V, Tone>>;
}
export interface StatusField<V extends string = string> extends Common {
  kind: 'status';
  states: Record<V, { tone: Tone; next: readonly string[] }>;
  /** Words for states whose own name does not read well. */
  labels?: Partial<Record<V, string>>;
  /** A state that reads otherwise on a record where another field holds `holds`. */
  except?: { state: V; field: string; holds: string; label: string; tone: Tone };
  initial?: V;
  editable?: boolean;
}
/** Points at another resource; `shows` names the field of this record that carries the target's name. */
export interface ReferenceField extends Common {
  kind: 'reference';
  to: string;
  shows?: string;
}
export interface FileField extends Common {
  kind: 'file';
}

export type Field =
  | IdField
  | TextField
  | EmailField
  | PhoneField
  | NumberField
  | SharesField
  | MoneyField
  | PercentField
  | DateField
  | DatetimeField
  | BooleanField
  | ChoiceField
  | StatusField
  | ReferenceField
  | FileField;
export const isNumeric = (field: Field): boolean =>
  ['number', 'shares', 'money', 'percent'].includes(field.kind) ||
  (field.kind === 'text' && field.figure !== undefined);
export type FieldKind = Field['kind'];
export type Fields = Record<string, Field>;

export const id = (): IdField => ({ kind: 'id', readOnly: true, label: 'ID' });
export const text = <O extends Omit<TextField, 'kind'>>(o: O = {} as O) => ({ kind: 'text' as const, ...o });
export const email = <O extends Omit<EmailField, 'kind'>>(o: O = {} as O) => ({ kind: 'email' as const, ...o });
export const phone = <O extends Omit<PhoneField, 'kind'>>(o: O = {} as O) => ({ kind: 'phone' as const, ...o });
export const number = <O extends Omit<NumberField, 'kind'>>(o: O = {} as O) => ({ kind: 'number' as const, ...o });
export const shares = <O extends Omit<SharesField, 'kind'>>(o: O = {} as O) => ({ kind: 'shares' as const, ...o });
export const money = <O extends Omit<MoneyField, 'kind'>>(o: O = {} as O) => ({ kind: 'money' as const, ...o });
export const percent = <O extends Omit<PercentField, 'kind'>>(o: O = {} as O) => ({ kind: 'percent' as const, ...o });
export const date = <O extends Omit<DateField, 'kind'>>(o: O = {} as O) => ({ kind: 'date' as const, ...o });
export const datetime = <O extends Omit<DatetimeField, 'kind'>>(o: O = {} as O) => ({
  kind: 'datetime' as const,
  ...o,
});
export const boolean = <O extends Omit<BooleanField, 'kind'>>(o: O = {} as O) => ({ kind: 'boolean' as const, ...o });
export const reference = <O extends Omit<ReferenceField, 'kind' | 'to'>>(to: string, o: O = {} as O) => ({
  kind: 'reference' as const,
  to,
  ...o,
});
export const file = <O extends Omit<FileField, 'kind'>>(o: O = {} as O) => ({ kind: 'file' as const, ...o });
export const choice = <const V extends string, O extends Omit<ChoiceField<V>, 'kind' | 'values'>>(
  values: readonly V[],
  o: O = {} as O,
) => ({ kind: 'choice' as const, values, ...o });
export const status = <const V extends string, O extends Omit<StatusField<V>, 'kind' | 'states'>>(
  states: Record<V, { tone: Tone; next: readonly string[] }>,
  o: O = {} as O,
) => ({ kind: 'status' as const, readOnly: true, states, ...o });
/** A status value: its chip's colour, then the states that may lawfully follow. */
export const tone = (colour: Tone, ...next: string[]) => ({ tone: colour, next });

type ValueOfKind = {
  id: string;
  text: string;
  email: string;
  phone: string;
  number: number;
  shares: string;
  money: string;
  percent: string;
  date: string;
  datetime: string;
  boolean: boolean;
  reference: string;
  file: never;
};
export type ValueOf<F> = F extends { kind: 'choice'; values: readonly (infer V)[] }
  ? V
  : F extends { kind: 'status'; states: Record<infer S, unknown> }
    ? S
    : F extends { kind: infer K }
      ? K extends keyof ValueOfKind
        ? ValueOfKind[K]
        : never
      : never;

/** Types that SQL may give a column of a kind (information_schema names); the drift test compares. */
export const sqlTypes = {
  id: ['text', 'uuid'],
  text: ['text'],
  email: ['text'],
  phone: ['text'],
  number: ['integer', 'bigint', 'numeric'],
  shares: ['numeric'],
  money: ['numeric'],
  percent: ['numeric'],
  date: ['date'],
  datetime: ['timestamp with time zone'],
  boolean: ['boolean'],
  choice: ['text'],
  status: ['text'],
  reference: ['text', 'uuid'],
  file: [],
} as const satisfies Record<FieldKind, readonly string[]>;

export type Operator = 'eq' | 'ne' | 'gte' | 'lte';
const ordered: readonly Operator[] = ['eq', 'ne', 'gte', 'lte'];
export const filterOperators = {
  id: ordered,
  text: ordered,
  email: ordered,
  phone: ordered,
  number: ordered,
  shares: ordered,
  money: ordered,
  percent: ordered,
  date: ordered,
  datetime: ordered,
  boolean: ordered,
  choice: ordered,
  status: ordered,
  reference: ordered,
  file: [],
} as const satisfies Record<FieldKind, readonly Operator[]>;
