// All field kinds. A kind defines its TypeScript type, SQL type and filter operators here; its zod part is in validation.ts,
// its React part in src/admin/kit/fieldKinds.tsx. The compiler checks that each map covers every kind.
import { say } from '#src/words/say.ts';
import { countryName } from '#src/domain/countries.ts';

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral';

/**
 * Options of every field. `readOnly`: set by the server, refused in a body. `required`: a body has to say it; with `readOnly`,
 * the server always fills it. `virtual`: not a stored column.
 */
export interface Common {
  required?: boolean;
  readOnly?: boolean;
  label?: string;
  help?: string;
  /** The definition shown beside a heading. */
  definition?: string;
  /** Changing it needs a fresh confirmation of who is asking (step-up). */
  stepUp?: true;
  /** Included in the free-text search `q`. */
  search?: boolean;
  /** Its value never appears in the audit trail, which then says only that it changed. */
  isSensitive?: boolean;
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
  /** A code from a known list: ISO 4217 currencies, ISO 3166 countries or IANA time zones. */
  format?: 'currency' | 'country' | 'time_zone';
  /** What no country means, in the list of countries. */
  empty?: string;
  /** How its value is displayed, if a list of labels is not enough. */
  words?: (value: string) => string;
  /** Its text contains ISO dates, which are shown in the reader's format. */
  hasDays?: boolean;
  /** The name of the person who did it; a reader whose id is in this field sees "You". */
  person?: string;
  /** For a text that the server may fill with a code: the labels of the codes. */
  labels?: Readonly<Record<string, string>>;
  /** The column of its table or view that stores what it is sorted by, for lists of any length. */
  sortKey?: string;
  /** A whole number or a keyword: numbers sort by value, `unlimited` after them all, other keywords last. */
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
  /** A number of bytes, shown as a file size. */
  isSize?: boolean;
  min?: number;
  max?: number;
}
/** A quantity of shares: a decimal string, exact. */
export interface SharesField extends Common {
  kind: 'shares';
  positive?: boolean;
}
/**
 * An amount: a decimal string. `scale`: stored decimals; `places`: decimals in the answer. `isFactor`: a multiplier
 * without a currency.
 */
export interface MoneyField extends Common {
  kind: 'money';
  scale?: number;
  places?: number;
  positive?: boolean;
  isFactor?: boolean;
  /** A note beside it, for some records. */
  aside?: (record: Readonly<Record<string, unknown>>) => string | null;
}
/** A percentage, unless `ofOne`: then 0.2 is 20 %, as OCF writes discounts and interest. `places`: decimals shown. */
export interface PercentField extends Common {
  kind: 'percent';
  places?: number;
  ofOne?: boolean;
}
/** `from`: the earliest allowed day. `notBefore` names another date of the record; `withinYears` counts from it. */
export interface DateField extends Common {
  kind: 'date';
  from?: string;
  notBefore?: string;
  withinYears?: number;
  /** What is shown without a day; N/A unless declared. */
  none?: string;
}
export interface DatetimeField extends Common {
  kind: 'datetime';
  /** What is shown without one; N/A unless declared. */
  none?: string;
}
export interface BooleanField extends Common {
  kind: 'boolean';
  default?: boolean;
  words?: readonly [string, string];
  /**
   * A function of the database with the ids of the rows for which it is true, once for a whole list: a filter asks it,
   * because the view would work it out for each row.
   */
  rowsOf?: string;
}
export interface ChoiceField<V extends string = string> extends Common {
  kind: 'choice';
  values: readonly V[];
  default?: V;
  labels?: Partial<Record<V, string>>;
  /** In a form all answers are in sight, one press each. */
  isUnfolded?: true;
  tones?: Partial<Record<V, Tone>>;
  /** Its display on a record, if it depends on more than the value. In: the record, and the date format. */
  says?: (record: Readonly<Record<string, unknown>>, day: (instant: string) => string) => string;
}
export interface StatusException<V extends string = string> {
  state: V;
  field: string;
  holds: string | boolean;
  /** It may say more of the record, such as why. */
  label: string | ((record: Readonly<Record<string, unknown>>) => string);
  tone: Tone;
}
export interface StatusField<V extends string = string> extends Common {
  kind: 'status';
  states: Record<V, { tone: Tone; next: readonly string[] }>;
  /** Labels for states whose own name does not read well. */
  labels?: Partial<Record<V, string>>;
  /** States with another label if another field of the record has the value `holds`. */
  except?: readonly StatusException<V>[];
  initial?: V;
  editable?: boolean;
}
/** Points at another resource; `shows` names the field of this record that carries the target's name. */
export interface ReferenceField extends Common {
  kind: 'reference';
  to: string;
  shows?: string;
  /** In a form a few records are all in sight, one press each. */
  isUnfolded?: true;
  /** Where there is one record, a form has it chosen at first. */
  takesOnly?: true;
}
/**
 * The values of some fields of a record, by their names; only read. `isList`: a list instead, of codes with these labels or of
 * objects.
 */
export interface ValuesField extends Common {
  kind: 'values';
  isList?: true;
  labels?: Readonly<Record<string, string>>;
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
  | ValuesField
  | FileField;
export const isNumeric = (field: Field): boolean =>
  ['number', 'shares', 'money', 'percent'].includes(field.kind) ||
  (field.kind === 'text' && field.figure !== undefined);
export type FieldKind = Field['kind'];
export type Fields = Record<string, Field>;

export const id = (): IdField => ({ kind: 'id', readOnly: true, label: say`ID` });
export const text = <O extends Omit<TextField, 'kind'>>(o: O = {} as O) => ({ kind: 'text' as const, ...o });
/** Two letters, chosen and shown by name. */
export const country = <O extends Omit<TextField, 'kind' | 'format' | 'max' | 'words'>>(o: O = {} as O) =>
  text({ max: 2, format: 'country' as const, words: countryName, ...o });
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
export const values = <O extends Omit<ValuesField, 'kind'>>(o: O = {} as O) => ({ kind: 'values' as const, ...o });
export const file = <O extends Omit<FileField, 'kind'>>(o: O = {} as O) => ({ kind: 'file' as const, ...o });
export const choice = <const V extends string, const O extends Omit<ChoiceField<NoInfer<V>>, 'kind' | 'values'>>(
  values: readonly V[],
  o: O = {} as O,
) => ({ kind: 'choice' as const, values, ...o });
export const status = <const V extends string, O extends Omit<StatusField<V>, 'kind' | 'states'>>(
  states: Record<V, { tone: Tone; next: readonly string[] }>,
  o: O = {} as O,
) => ({ kind: 'status' as const, readOnly: true, states, ...o });
/** A status value: its chip's colour, then the allowed next states. */
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
  values: Record<string, unknown>;
  file: never;
};
export type ValueOf<F> = F extends { kind: 'choice'; values: readonly (infer V)[] }
  ? V
  : F extends { kind: 'values'; isList: true }
    ? unknown[]
    : F extends { kind: 'status'; states: Record<infer S, unknown> }
      ? S
      : F extends { kind: infer K }
        ? K extends keyof ValueOfKind
          ? ValueOfKind[K]
          : never
        : never;

/** The SQL types allowed for a column of each kind (information_schema names); the drift test compares them. */
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
  datetime: [say`timestamp with time zone`],
  boolean: ['boolean'],
  choice: ['text'],
  status: ['text'],
  reference: ['text', 'uuid'],
  values: ['json', 'jsonb'],
  file: [],
} as const satisfies Record<FieldKind, readonly string[]>;

/** `contains`: a part of a text, without regard to case and to accents that are not typed, as the search finds it. */
export type Operator = 'eq' | 'ne' | 'gte' | 'lte' | 'contains';
/** `date_gte` is the field `date` and its operator; a name that a field has is that field. */
export function splitOperator(fields: Fields, name: string): [string, Operator] {
  const suffix = /^(.+)_(gte|lte|ne|contains)$/.exec(name);
  return suffix && !Object.hasOwn(fields, name) ? [suffix[1]!, suffix[2] as Operator] : [name, 'eq'];
}
const ordered: readonly Operator[] = ['eq', 'ne', 'gte', 'lte'];
const searchable: readonly Operator[] = [...ordered, 'contains'];
export const filterOperators = {
  id: ordered,
  text: searchable,
  email: searchable,
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
  values: [],
  file: [],
} as const satisfies Record<FieldKind, readonly Operator[]>;

/** The kinds of fields by which a person filters a list: src/admin/kit/list/FilterChip.tsx has a chip for each. */
export type FilterKind = 'text' | 'email' | 'status' | 'choice' | 'boolean' | 'date' | 'datetime' | 'reference';
/** The names of the fields that a list can be filtered by on its screen. */
export type FilterName<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { figure: object } ? never : F[K] extends { kind: FilterKind } ? K : never;
}[keyof F & string];
