// A declaration as zod schemas: the allowed values of a body, a filter or a field. The server and the forms share it.
import { say } from '#src/words/say.ts';
import { z } from 'zod';
import { isCountry } from '#src/domain/countries.ts';
import { addMonths, isIsoDate, isNearDate } from '#src/domain/dates.ts';
import { isCurrency } from '#src/domain/figures/currencies.ts';
import { withoutLastZeros } from '#src/domain/figures/decimal.ts';
import { minorDigits } from '#src/domain/figures/money.ts';
import { isWirePhone } from '#src/domain/phone.ts';
import { isSeen, lineFault, textFault, withoutHidden } from '#src/domain/text.ts';
import type { Field, FieldKind, Fields } from './fields.ts';
import type { Resource } from './defineResource.ts';
import type { Verb } from './verb.ts';

const DECIMAL = /^-?\d{1,28}(\.\d{1,10})?$/;
const TOO_LONG = /^-?\d{29,}(\.\d*)?$/;
/** A missing value and a malformed one get different messages. */
const missingOr = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? say`This is required.` : message;

/** One of these values; the message names them all. */
export const oneOf = <const V extends string>(values: readonly [V, ...V[]]) =>
  z.enum(values, say`This must be one of: ${values.join(', ')}.`);

export const plainText = (max: number) =>
  z
    .string({ error: missingOr(say`This must be text.`) })
    .max(max, say`At most ${max} characters.`)
    .refine((value) => textFault(value) === null, { error: ({ input }) => textFault(String(input)) ?? '' });

const NO_ADDRESS = say`An email address looks like name@company.com.`;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const LABEL = `${LETTER}(?:(?:${LETTER}|-)*${LETTER})?`;
// Refuses separators and decorations of addresses in mail headers: one field, one mailbox.
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`, 'u');
const SEVERAL = /[,;，；、﹐﹑﹔]/;
/** Invisible letters and alternative forms of characters would make two addresses that look the same. */
const isSeenAsItIs = (value: string) =>
  !/\p{Default_Ignorable_Code_Point}/u.test(value) && value.normalize('NFKC') === value.normalize('NFC');
/** One email address. */
export const emailAddress = plainText(254)
  .transform((value) => value.trim())
  .refine((value) => ADDRESS.test(value) && isSeenAsItIs(value), {
    error: ({ input }) => (SEVERAL.test(String(input)) ? say`Give one email address, without a comma.` : NO_ADDRESS),
  });

/** A name or subject: text that mails, documents and lists show on one line. */
export const oneLine = (max: number) =>
  plainText(max).refine((value) => lineFault(value) === null, { error: ({ input }) => lineFault(String(input)) ?? '' });

/** A date that exists: 2023-02-30 is refused. */
export const isoDate = z
  .string({ error: missingOr(say`A date looks like 2025-03-14.`) })
  .regex(/^\d{4}-\d{2}-\d{2}$/, say`A date looks like 2025-03-14.`)
  .refine(
    (value) => {
      const day = new Date(`${value}T00:00:00Z`);
      return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value;
    },
    say`This day does not exist.`,
  )
  .refine(isNearDate, say`Enter a date between 1800 and 2199.`);

/** A present or former currency, by its three letters. */
export const currencyCode = z
  .string({ error: missingOr(say`Three capital letters, such as USD.`) })
  .regex(/^[A-Z]{3}$/, say`Three capital letters, such as USD.`)
  .refine(isCurrency, {
    error: (issue) => say`There is no currency ${String(issue.input)}. Enter a code such as USD or EUR.`,
  });

const COUNTRY = say`Two capital letters, such as US.`;
/** A country of ISO 3166. */
export const countryCode = z
  .string({ error: missingOr(COUNTRY) })
  .max(2, COUNTRY)
  .regex(/^[A-Z]{2}$/, COUNTRY)
  .refine(isCountry, {
    error: (issue) => say`There is no country ${String(issue.input)}.`,
  });

/** An IANA time zone, as browsers and the database know it. */
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name) && isTimeZone(name), {
    error: (issue) => say`There is no time zone ${String(issue.input)}. Enter one such as America/New_York.`,
  });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Why an amount is not valid in the currency, such as a tenth of a cent; null if it is. */
export function finerThanMoney(amount: string, currency: string): string | null {
  const digits = minorDigits(currency);
  if (decimalsOf(amount) <= digits) return null;
  return digits === 0 ? say`${currency} has no decimals.` : say`${currency} has at most ${digits} decimals.`;
}

/** An exact decimal, as a string or as a JSON number that is safe; the value is always the string. */
export function decimal(options: { positive?: boolean; scale: number }) {
  return z
    .union([z.string(), z.number()], say`An amount looks like 1250.75.`)
    .transform((value) => (typeof value === 'number' ? numberText(value) : value))
    .refine((value) => DECIMAL.test(value), {
      // Other values are not examined further.
      abort: true,
      error: ({ input }) =>
        TOO_LONG.test(String(input))
          ? say`At most 28 digits before the point.`
          : say`An amount looks like 1250.75, with at most ten decimals.`,
    })
    .refine((value) => decimalsOf(value) <= options.scale, say`At most ${options.scale} decimals.`)
    .refine((value) => !value.startsWith('-'), say`This cannot be negative.`)
    .refine((value) => !options.positive || /[1-9]/.test(value), say`This must be more than zero.`)
    .meta({
      description: say`A text or a number, at most ${options.scale} decimals.`,
      pattern: String.raw`^\d{1,28}(\.\d{1,${options.scale}}0*)?$`,
      ...(options.positive ? { exclusiveMinimum: 0 } : { minimum: 0 }),
    });
}

/** The number of decimals, without trailing zeros. */
const decimalsOf = (amount: string) => withoutLastZeros(amount.split('.')[1] ?? '').length;

function numberText(value: number): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'unsafe' : String(value);
}

const FORMATS = { currency: currencyCode, country: countryCode, time_zone: timeZone };

const schemas = {
  id: () => plainText(200).min(1),
  text: (field) => {
    if (field.kind === 'text' && field.format) return FORMATS[field.format];
    const max = field.kind === 'text' ? (field.max ?? 500) : 500;
    const isLong = field.kind === 'text' && field.multiline;
    const text = (isLong ? plainText(max) : oneLine(max)).transform((value) => value.trim());
    return field.kind === 'text' && field.pattern
      ? text.refine((value) => field.pattern!.test(value), field.patternHelp ?? say`This has the wrong format.`)
      : text;
  },
  email: () => emailAddress,
  // What stands between digits means nothing; the zero of "+46 (0)70" is not dialled, and an extension is.
  phone: () =>
    plainText(60)
      .transform((value) =>
        /\(0\)/.test(value) ? value : withoutHidden(value.normalize('NFKC')).replace(/[\s().‐‑–-]/g, ''),
      )
      .refine(isWirePhone, say`A phone number looks like +15551234567.`),
  number: (field) => {
    const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = field.kind === 'number' ? field : {};
    return z
      .number(say`This must be a number.`)
      .min(min, say`At least ${min}.`)
      .max(max, say`At most ${max}.`);
  },
  shares: (field) => decimal({ scale: 10, positive: field.kind === 'shares' && field.positive }),
  money: (field) =>
    field.kind === 'money' ? decimal({ scale: field.scale ?? 2, positive: field.positive }) : z.never(),
  percent: () => decimal({ scale: 10 }),
  date: () => isoDate,
  datetime: () => z.iso.datetime({ offset: true, error: say`A time looks like 2025-03-14T09:30:00Z.` }),
  boolean: () => z.boolean(say`This must be true or false.`),
  choice: (field) => (field.kind === 'choice' ? oneOf(field.values as [string, ...string[]]) : z.never()),
  status: (field) =>
    field.kind === 'status'
      ? z.enum(Object.keys(field.states) as [string, ...string[]], say`This status does not exist.`)
      : z.never(),
  reference: () => plainText(200).min(1, say`Choose one.`),
  values: (field) =>
    field.kind === 'values' && field.isList ? z.array(z.unknown()) : z.record(z.string(), z.unknown()),
  file: () => z.never(),
} satisfies Record<FieldKind, (field: Field) => z.ZodType>;

/** The allowed values of this field; null and '' mean "none" unless the field is required. */
export function fieldSchema(field: Field): z.ZodType {
  return schemas[field.kind](field);
}

/**
 * The body for creating or editing a record, in the order of `checkRecord` and with the same schemas, for the API
 * contract.
 */
export function bodySchema({ fields }: Pick<Resource, 'fields'>, { isEdit = false } = {}): z.ZodObject {
  const writable = Object.entries(fields).filter(([, field]) => !field.readOnly);
  const shape = Object.fromEntries(writable.map(([name, field]) => [name, memberSchema(field, isEdit)]));
  return isEdit ? editOf(shape) : z.strictObject(shape);
}

/** A verb's body: its dialog's fields, and those without a dialog. */
export function verbBody({ fields, more }: Pick<Verb, 'fields' | 'more'>): z.ZodObject {
  const entries = Object.entries({ ...fields, ...more });
  return z.strictObject(Object.fromEntries(entries.map(([name, field]) => [name, givenSchema(field)])));
}

/** A required text must contain something to see. */
export function givenSchema(field: Field): z.ZodType {
  const member = memberSchema(field, false);
  const isText = field.kind === 'text' || field.kind === 'reference';
  return field.required && isText ? member.refine((value) => isSeen(String(value)), say`This is required.`) : member;
}

/** Omitted fields stay unchanged. The console sends whole records; read-only fields in them are ignored. */
const editOf = (shape: z.ZodRawShape): z.ZodObject =>
  z
    .object({
      ...shape,
      version: z
        .int()
        .min(1)
        .optional()
        .describe(say`The version that you read. An edit of an older version is refused.`),
    })
    .describe(say`Fields that are left out stay unchanged.`);

function memberSchema(field: Field, isEdit: boolean): z.ZodType {
  const schema = fieldSchema(field);
  const told = [field.definition, schema.description].filter(Boolean).join(' ');
  const byItself = defaultOf(field);
  const member = field.required ? (isEdit ? schema.optional() : schema) : schema.nullish();
  return member.meta({
    ...(told ? { description: told } : {}),
    ...(byItself === undefined || isEdit ? {} : { default: byItself }),
  });
}

/** What is said of a field that a body does not have. */
export const unknownField = (name: string): string => say`Unknown field: ${name}.`;

export type FieldErrors = Record<string, string>;
export type Checked = { ok: true; values: Record<string, unknown> } | { ok: false; errors: FieldErrors };

/**
 * Checks a body against the declaration. In: the body, and for an edit the present record. Out: the writable values
 * with defaults, or a message for each field at fault. Server-owned fields are refused on create ("Unknown field:
 * status."); on edit an unchanged one is ignored, because the console sends whole records.
 */
export function checkRecord(
  resource: Pick<Resource, 'fields'>,
  body: Record<string, unknown>,
  current?: Record<string, unknown>,
): Checked {
  const errors: FieldErrors = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (current && Object.hasOwn(current, name) && (!field || field.readOnly) && sameValue(value, current[name]))
      continue;
    if (!field || (field.readOnly && name !== 'version')) errors[name] = unknownField(name);
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.readOnly) continue;
    const given = Object.hasOwn(body, name) ? body[name] : current ? current[name] : defaultOf(field);
    if (given === undefined || given === null || given === '') {
      if (field.required) errors[name] = say`This is required.`;
      else values[name] = null;
      continue;
    }
    // A record that was imported with a code that is none is edited in its other fields.
    const isKept = field.kind === 'text' && field.format === 'country' && current?.[name] === given;
    const parsed = (isKept ? z.string() : fieldSchema(field)).safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else errors[name] = parsed.error.issues[0]?.message ?? say`This value is not valid.`;
    if (field.required && typeof parsed.data === 'string' && !isSeen(parsed.data))
      errors[name] = say`This is required.`;
  }
  Object.assign(errors, dateFaults(resource.fields, values));
  return Object.keys(errors).length === 0 ? { ok: true, values } : { ok: false, errors };
}

function tooEarly(notBefore: string): string {
  if (notBefore === 'date') return say`This cannot be before the date.`;
  if (notBefore === 'ex_date') return say`This cannot be before the ex date.`;
  if (notBefore === 'record_date') return say`This cannot be before the record date.`;
  return say`This cannot be before the ${notBefore.replaceAll('_', ' ')}.`;
}

function tooLate(notBefore: string, years: number): string {
  if (notBefore === 'date') return say`At most ${years} years after the date.`;
  if (notBefore === 'ex_date') return say`At most ${years} years after the ex date.`;
  if (notBefore === 'record_date') return say`At most ${years} years after the record date.`;
  return say`At most ${years} years after the ${notBefore.replaceAll('_', ' ')}.`;
}

/** Checks the declared dates against each other and the allowed years, by field. */
export function dateFaults(fields: Fields, values: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(fields)) {
    const day = values[name];
    if (field.kind !== 'date' || typeof day !== 'string') continue;
    if (field.from && day < field.from) errors[name] = say`Give a day from ${field.from} on.`;
    const earlier = field.notBefore ? values[field.notBefore] : undefined;
    if (typeof earlier !== 'string' || !isIsoDate(earlier)) continue;
    if (day < earlier) errors[name] = tooEarly(field.notBefore!);
    if (field.withinYears && day > addMonths(earlier, field.withinYears * 12))
      errors[name] = tooLate(field.notBefore!, field.withinYears);
  }
  return errors;
}

function defaultOf(field: Field): unknown {
  return 'default' in field ? field.default : undefined;
}

export function sameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const empty = (value: unknown) => value === null || value === undefined || value === '';
  if (empty(left) && empty(right)) return true;
  return JSON.stringify(left) === JSON.stringify(right);
}
