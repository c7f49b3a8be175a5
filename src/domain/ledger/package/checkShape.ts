// Checks the form of one object against its shape. A fault in a field that decides figures is an error. Any other fault of form
// is a warning: the object is kept whole, and no figure depends on it.
import { FIRST_DAY, isIsoDate, isNearDate } from '#src/domain/dates.ts';
import { hasHidden, isSeen } from '#src/domain/text.ts';
import { idOf, isObject, isPlaceholder, numberFrom, numeralOf, ratioOf, typeOf } from '../core/fields.ts';
import type { Field, FieldKind, Shape } from '../core/shapes.ts';
import { isDeprecatedAlias, transactionTypeOf } from '../transactions/index.ts';
import { isStaticType, staticShapes } from './staticShapes.ts';
import type { Finding, OcfObject, Severity } from '../core/types.ts';

/** Slugs: missing_field, bad_field, bad_number, bad_date, far_date, below_zero, ratio_not_positive, unknown_word, unknown_field, number_for_text, hidden_characters; also D5, D11, W6. */
export function checkShape(object: OcfObject, objectType = typeOf(object)): Finding[] {
  const findings: Finding[] = [];
  const type = transactionTypeOf(objectType);
  const shape = type?.shape ?? (isStaticType(objectType) ? staticShapes[objectType] : undefined);
  const report: Report = (rule, severity, text) => {
    const object_id = idOf(object);
    findings.push({
      rule,
      severity,
      object_type: objectType,
      object_id,
      message: `${objectType} ${object_id}: ${text}`,
    });
  };
  if (isDeprecatedAlias(objectType)) {
    report(
      'W6',
      'warning',
      `this kind of entry has another name in the format today (${type?.type}). It is read as that.`,
    );
  }
  if (shape) checkMembers(object, shape, '', report);
  return findings;
}

type Report = (rule: string, severity: Severity, text: string) => void;

const DECISIVE = new Set(
  'id object_type date security_id security_ids stakeholder_id stock_class_id quantity quantity_converted investment_amount amount new_shares_authorized shares_reserved split_ratio new_ratio_conversion_mechanism resulting_security_id'.split(
    ' ',
  ),
);

function checkMembers(object: OcfObject, shape: Shape, prefix: string, report: Report): void {
  for (const [name, field] of Object.entries(shape)) {
    checkField(object[name], field, prefix + name, prefix === '' && DECISIVE.has(name) ? 'error' : 'warning', report);
  }
  for (const name of Object.keys(object)) {
    if (!Object.hasOwn(shape, name))
      report('unknown_field', 'warning', `${prefix}${name} is not a field that the format has here.`);
  }
}

function checkField(value: unknown, field: Field, name: string, severity: Severity, report: Report): void {
  if (value === undefined || value === null) {
    if (field.required && !(value === null && field.nullable)) report('missing_field', severity, `${name} is missing.`);
    else if (value === null && !field.nullable)
      report('D11', 'warning', `${name} is given as null, and read as absent.`);
    return;
  }
  if (isPlaceholder(value)) {
    report('D11', 'warning', `${name} holds a placeholder, and is read as absent.`);
    return;
  }
  if (value === '' && (name.endsWith('_id') || name === 'id')) {
    if (field.required) report('missing_field', severity, `${name} is empty.`);
    else report('D5', 'warning', `${name} is empty, and read as absent.`);
    return;
  }
  const isMoney = field.kind === 'money' && isObject(value);
  if (isJsonNumber(isMoney ? value['amount'] : value) && TEXT_KINDS.has(field.kind)) {
    report('number_for_text', 'warning', `${name} is a number without quotation marks.`);
  }
  const fault = faults[field.kind](value);
  if (fault) report(fault.rule, severity, `${name} ${fault.text}`);
  else if (field.words && typeof value === 'string' && !field.words.includes(value)) {
    report('unknown_word', 'warning', `${name} is ${value}, which is not one of the format's words for it.`);
  } else if (field.is_name && typeof value === 'string' && (hasHidden(value) || !isSeen(value))) {
    report(
      'hidden_characters',
      'warning',
      `${name} has ${isSeen(value) ? '' : 'only '}characters that cannot be seen.`,
    );
  }
  // A valid day: it counts and never stops an entry.
  else if (field.kind === 'date' && !isNearDate(String(value))) {
    const side = String(value) < FIRST_DAY ? 'before 1800' : 'after 2199';
    report('far_date', 'warning', `${name} is ${String(value)}, ${side}.`);
  } else checkSign(value, field, name, report);
  if (field.of) checkInside(value, field, name, report);
}

/** Numbers below zero and ratios without a value. They are kept as written; the warning says how they are read. */
function checkSign(value: unknown, field: Field, name: string, report: Report): void {
  if (field.kind === 'ratio' && field.not_positive && isObject(value) && ratioOf({ ratio: value }, 'ratio') === null) {
    const [above, below] = [value['numerator'], value['denominator']].map(numeralOf);
    const text = `${name} is ${above} to ${below}, but both numbers must be above zero: ${field.not_positive}.`;
    report('ratio_not_positive', 'warning', text);
  }
  const isMoney = field.kind === 'money' && isObject(value);
  const written = isMoney ? value['amount'] : value;
  const number = field.below_zero === undefined ? null : numberFrom(written);
  if (number === null || number >= 0n) return;
  const said = isMoney ? `has the amount ${numeralOf(written)}` : `is ${numeralOf(written)}`;
  report('below_zero', 'warning', `${name} ${said}, below zero: ${field.below_zero}.`);
}

function checkInside(value: unknown, field: Field, name: string, report: Report): void {
  if (!field.of) return;
  if (field.kind === 'object' && isObject(value)) checkMembers(value, field.of, `${name}.`, report);
  if (field.kind !== 'list' || !Array.isArray(value)) return;
  for (const [index, item] of value.entries()) {
    if (isObject(item)) checkMembers(item, field.of, `${name}[${index}].`, report);
    else report('bad_field', 'warning', `${name}[${index}] is a single value instead of an object with fields.`);
  }
}

const TEXT_KINDS: ReadonlySet<FieldKind> = new Set(['text', 'number', 'authorized', 'money']);

function isJsonNumber(value: unknown): boolean {
  return typeof value === 'number' || (isObject(value) && 'rawJSON' in value);
}

type Fault = { rule: string; text: string } | null;

const faults = {
  text: (value) => (typeof value === 'string' || numeralOf(value) !== null ? null : bad('is not a text.')),
  number: numberFault,
  authorized: (value) => (value === 'UNLIMITED' || value === 'NOT APPLICABLE' ? null : numberFault(value)),
  money: (value) => {
    if (!isObject(value)) return bad('is not an amount with a currency.');
    const fault = numberFault(value['amount']);
    if (fault) return { rule: fault.rule, text: `has an amount which ${fault.text}` };
    const { currency } = value;
    return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
      ? null
      : bad('has no currency of three letters.');
  },
  ratio: (value) => {
    if (!isObject(value)) return bad('is not a ratio.');
    return numberFault(value['numerator']) ?? numberFault(value['denominator']);
  },
  date: (value) =>
    isIsoDate(value)
      ? null
      : { rule: 'bad_date', text: `is ${JSON.stringify(value)}, which is not a day of the calendar.` },
  boolean: (value) => (typeof value === 'boolean' ? null : bad('is neither true nor false.')),
  integer: (value) => (Number.isInteger(value) ? null : bad('is not a whole number without quotation marks.')),
  texts: (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string') ? null : bad('is not a list of texts.'),
  object: (value) => (isObject(value) ? null : bad('is a single value instead of an object with fields.')),
  list: (value) => (Array.isArray(value) ? null : bad('is not a list.')),
} satisfies Record<FieldKind, (value: unknown) => Fault>;

function numberFault(value: unknown): Fault {
  if (numberFrom(value) !== null) return null;
  const written = JSON.stringify(value) ?? 'absent';
  const shown = written.length > 80 ? `${written.slice(0, 80)}…` : written;
  return {
    rule: 'bad_number',
    text: `is ${shown}, which is not a number of at most 28 digits before and ten after the point.`,
  };
}

function bad(text: string): Fault {
  return { rule: 'bad_field', text };
}
