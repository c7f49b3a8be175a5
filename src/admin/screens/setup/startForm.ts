// The form in which a first cap table is typed: its fields, its figures, and the request it sends.
import { say } from '#src/words/say.ts';
import type { CompanyType } from '#src/contract/setup.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { equityPlans } from '#src/resources/equityPlans.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { choice, date, email, money, shares, text } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { today } from '#src/admin/kit/format.ts';
import { plainDecimal, typedDecimal } from '#src/admin/kit/verbs/figures.ts';

export const CLASS_BUTTONS = '@classes';
export const HOLDER_BUTTONS = '@holders';
const MOST = 20;

/** The usual schedules; any other is entered with the certificate. */
const SCHEDULES = {
  none: { label: say`Does not vest`, months: 0, cliff_months: 0 },
  four_years: { label: say`4 years, first year as a cliff`, months: 48, cliff_months: 12 },
  three_years: { label: say`3 years, first year as a cliff`, months: 36, cliff_months: 12 },
  monthly: { label: say`4 years, monthly from the start`, months: 48, cliff_months: 0 },
} as const;
type Schedule = keyof typeof SCHEDULES;
const schedules = Object.keys(SCHEDULES) as Schedule[];

/** What the law and custom of each type of company suggest. */
const FIRST_CLASS: Record<CompanyType, Values> = {
  corporation: { class_1: 'Common', prefix_1: 'CS-', authorized_1: '10000000', par_1: '0.0001' },
  limited: { class_1: 'Ordinary', prefix_1: 'ORD-', authorized_1: 'NOT APPLICABLE', par_1: '0.01' },
  llc: { class_1: 'Class A Units', prefix_1: 'A-', authorized_1: 'UNLIMITED', par_1: '' },
  other: { class_1: 'Common', prefix_1: 'CS-', authorized_1: 'NOT APPLICABLE', par_1: '' },
};

export function startDefaults(type: CompanyType): Values {
  return {
    date: today(),
    classes: 1,
    class_type_1: shareClasses.fields.class_type.default,
    ...FIRST_CLASS[type],
    // Most companies begin with two founders.
    shareholders: 2,
    plan_name: say`${today().slice(0, 4)} Equity Plan`,
  };
}

const countIn = (values: Values, name: string) => {
  const count = values[name];
  return typeof count === 'number' && count > 0 ? Math.min(count, MOST) : 1;
};
export const classCount = (values: Values) => countIn(values, 'classes');
export const holderCount = (values: Values) => countIn(values, 'shareholders');
export const mayAdd = (count: number) => count < MOST;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

export const besideClass = ['class_type', 'prefix', 'authorized', 'par'];
export const besideHolder = [
  'first_name',
  'last_name',
  'entity_name',
  'email',
  'relationship',
  'entity_relationship',
  'quantity',
  'vesting',
  'price',
  'of_class',
];

/** A person who is typed in at the start is a founder unless changed; of an entity nobody can tell. */
const relationshipOf = (values: Values, line: number) =>
  isEntity(values, line) ? `entity_relationship_${line}` : `relationship_${line}`;
const isEntity = (values: Values, line: number) => values[`shareholder_${line}`] === 'entity';
const isTyped = (value: unknown) => value !== undefined && value !== null && value !== '';
/** A line in which nobody typed anything is left out. The first is always needed. */
const isUsed = (values: Values, line: number) =>
  line === 1 ||
  ['first_name', 'last_name', 'entity_name', 'email', 'quantity', 'price'].some((name) =>
    isTyped(values[`${name}_${line}`]),
  );
const usedHolders = (values: Values) => upTo(holderCount(values)).filter((line) => isUsed(values, line));

const { name: className, class_type, prefix, authorized_shares, par_value } = shareClasses.fields;

function classFields(line: number): Fields {
  return {
    [`class_${line}`]: { ...className, label: say`Name` },
    [`class_type_${line}`]: class_type,
    [`prefix_${line}`]: prefix,
    [`authorized_${line}`]: authorized_shares,
    [`par_${line}`]: par_value,
  };
}

const nameOfClass = (values: Values, line: number) =>
  String(values[`class_${line}`] ?? '').trim() || say`Class ${line}`;

function holderFields(values: Values, line: number): Fields {
  const required = isUsed(values, line);
  const names: Fields = isEntity(values, line)
    ? { [`entity_name_${line}`]: { ...shareholders.fields.entity_name, required } }
    : {
        [`first_name_${line}`]: {
          ...shareholders.fields.first_name,
          required: required && !isTyped(values[`last_name_${line}`]),
        },
        [`last_name_${line}`]: {
          ...shareholders.fields.last_name,
          required: required && !isTyped(values[`first_name_${line}`]),
        },
      };
  const classes = upTo(classCount(values)).map(String);
  return {
    [`shareholder_${line}`]: { ...shareholders.fields.type, required: true, label: say`Who` },
    ...names,
    [relationshipOf(values, line)]: {
      ...shareholders.fields.relationship,
      required,
      ...(isEntity(values, line) ? {} : { default: 'founder' }),
    },
    [`email_${line}`]: email({ label: say`Email`, help: say`To invite them later. Nothing is sent now.` }),
    ...(classes.length > 1 && {
      [`of_class_${line}`]: choice(classes, {
        required: true,
        default: '1',
        label: say`Share class`,
        labels: Object.fromEntries(classes.map((each) => [each, nameOfClass(values, Number(each))])),
      }),
    }),
    [`quantity_${line}`]: shares({ required, positive: true, label: say`Shares` }),
    [`vesting_${line}`]: choice(schedules, {
      required: true,
      default: 'none',
      label: say`Vesting`,
      labels: Object.fromEntries(schedules.map((each) => [each, SCHEDULES[each].label])),
    }),
    [`price_${line}`]: money({ scale: 10, label: say`Price per share` }),
  };
}

export function startFields(values: Values): Fields {
  return {
    date: date({ required: true, label: say`Issued on`, help: say`Vesting counts from this day.` }),
    ...Object.assign({}, ...upTo(classCount(values)).map(classFields)),
    ...Object.assign({}, ...upTo(holderCount(values)).map((line) => holderFields(values, line))),
    plan_name: text({ max: equityPlans.fields.name.max, label: say`Plan`, required: isTyped(values.plan_reserved) }),
    plan_reserved: shares({ positive: true, label: say`Shares reserved`, help: say`Leave empty if there is no plan.` }),
  };
}

export function startRows(values: Values): string[][] {
  const hasSeveral = classCount(values) > 1;
  return [
    ['date'],
    ...upTo(classCount(values)).flatMap((line) => [
      [hasSeveral ? `#${say`Share class ${line}`}` : `#${say`Share class`}`],
      [`class_${line}`, `class_type_${line}`],
      [`prefix_${line}`, `authorized_${line}`],
      [`par_${line}`],
    ]),
    [CLASS_BUTTONS],
    ...upTo(holderCount(values)).flatMap((line) => [
      [`#${say`Shareholder ${line}`}`],
      hasSeveral ? [`shareholder_${line}`, `of_class_${line}`] : [`shareholder_${line}`],
      isEntity(values, line) ? [`entity_name_${line}`] : [`first_name_${line}`, `last_name_${line}`],
      [relationshipOf(values, line)],
      [`quantity_${line}`, `vesting_${line}`],
      [`email_${line}`, `price_${line}`],
    ]),
    [HOLDER_BUTTONS],
    [`#${say`Option plan`}`],
    ['plan_name', 'plan_reserved'],
  ];
}

export interface StartLine {
  name: string;
  className: string;
  quantity: Decimal;
}

/** What was typed so far, for the table beside the form. */
export function typedLines(values: Values): StartLine[] {
  return upTo(holderCount(values)).flatMap((line) => {
    const quantity = typedDecimal(values[`quantity_${line}`]);
    if (quantity === null || quantity <= 0n) return [];
    return [{ name: holderName(values, line), className: nameOfClass(values, classOfLine(values, line)), quantity }];
  });
}

const classOfLine = (values: Values, line: number) =>
  Math.min(Number(values[`of_class_${line}`] || 1), classCount(values));

function holderName(values: Values, line: number): string {
  const parts = isEntity(values, line) ? ['entity_name'] : ['first_name', 'last_name'];
  return (
    parts
      .map((part) => String(values[`${part}_${line}`] ?? '').trim())
      .filter(Boolean)
      .join(' ') || say`Shareholder ${line}`
  );
}

/** A class whose typed shares are more than its authorized number, and by how much. */
export function overAuthorized(values: Values): { name: string; over: string }[] {
  return upTo(classCount(values)).flatMap((line) => {
    const authorized = typedDecimal(values[`authorized_${line}`]);
    const name = nameOfClass(values, line);
    const issued = typedLines(values).reduce((sum, each) => (each.className === name ? sum + each.quantity : sum), 0n);
    return authorized !== null && issued > authorized ? [{ name, over: formatDecimal(issued - authorized) }] : [];
  });
}

export function startBody(values: Values): Values {
  const figure = (name: string) => plainDecimal(values[name]) ?? values[name];
  return {
    date: values.date,
    classes: upTo(classCount(values)).map((line) => ({
      name: values[`class_${line}`],
      class_type: values[`class_type_${line}`] || class_type.default,
      prefix: values[`prefix_${line}`],
      authorized_shares: String(figure(`authorized_${line}`) ?? ''),
      ...(isTyped(values[`par_${line}`]) ? { par_value: figure(`par_${line}`) } : {}),
    })),
    holders: usedHolders(values).map((line) => holderBody(values, line, figure)),
    ...(isTyped(values.plan_reserved) ? { plan: { name: values.plan_name, reserved: figure('plan_reserved') } } : {}),
  };
}

function holderBody(values: Values, line: number, figure: (name: string) => unknown): Values {
  const { months, cliff_months } = SCHEDULES[(values[`vesting_${line}`] || 'none') as Schedule];
  const names = isEntity(values, line) ? ['entity_name'] : ['first_name', 'last_name'];
  return {
    type: isEntity(values, line) ? 'entity' : 'individual',
    ...Object.fromEntries(names.map((name) => [name, values[`${name}_${line}`]])),
    ...(isTyped(values[`email_${line}`]) ? { email: values[`email_${line}`] } : {}),
    relationship: values[relationshipOf(values, line)] ?? (isEntity(values, line) ? null : 'founder'),
    share_class: nameOfClass(values, classOfLine(values, line)),
    quantity: figure(`quantity_${line}`),
    ...(isTyped(values[`price_${line}`]) ? { price_per_share: figure(`price_${line}`) } : {}),
    ...(months > 0 ? { vesting: { vesting_start: values.date, months, cliff_months } } : {}),
  };
}

const INPUTS: Record<string, string | undefined> = {
  'classes name': 'class',
  'classes class_type': 'class_type',
  'classes prefix': 'prefix',
  'classes authorized_shares': 'authorized',
  'classes par_value': 'par',
  'holders type': 'shareholder',
  'holders share_class': 'of_class',
  'holders price_per_share': 'price',
};

/** The input of a refused name: `holders.1.quantity` is the second line that was sent. */
export function startInput(values: Values, name: string): string | undefined {
  const [list, index, field] = name.split('.');
  if (list === 'plan') return index === 'name' ? 'plan_name' : 'plan_reserved';
  if (list !== 'classes' && list !== 'holders') return undefined;
  const line = list === 'classes' ? Number(index) + 1 : usedHolders(values)[Number(index)];
  const usual = list === 'classes' ? 'class' : 'quantity';
  if (field === 'relationship') return relationshipOf(values, line!);
  return `${field ? (INPUTS[`${list} ${field}`] ?? field) : usual}_${line}`;
}
