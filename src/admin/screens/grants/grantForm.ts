// The fields of the grant form, by kind and schedule, and the request it sends.
import { grants } from '../../../resources/grants.ts';
import { boolean, choice, date, money, number, reference, shares, text } from '../../../resources/kit/fields.ts';
import type { Fields } from '../../../resources/kit/fields.ts';
import { DAYS_OF_MONTH, standardTerms, START_CONDITION_ID, START_DAY } from '../../../domain/vesting/standardTerms.ts';
import { tranchesOf } from '../../../domain/vesting/schedule.ts';
import { formatDecimal } from '../../../domain/figures/decimal.ts';
import { isIsoDate } from '../../../domain/dates.ts';
import { allocationWords } from '../../../resources/vestingTerms.ts';
import type { Values } from '../../kit/form/CommandForm.tsx';
import type { ShownTranche } from '../../kit/parts/VestingChart.tsx';
import { countOf } from '../../kit/format.ts';
import { plainDecimal, typedDecimal } from '../../kit/verbs/figures.ts';
import { answered, answeredFigures } from '../shared/SecurityForm.tsx';
import { limits } from '../../../resources/kit/limits.ts';
import { ALLOCATION_TYPES } from '../../../domain/keywords.ts';
import { WINDOW_HEADING, windowFields, windowRows, windowsTyped, windowValues } from '../shared/windowFields.ts';

const isUnit = ({ compensation_type }: Values) => compensation_type === 'RSU';
const isRight = ({ compensation_type }: Values) => String(compensation_type ?? '').endsWith('SAR');

const dayWords = (day: string) =>
  day === START_DAY
    ? 'Same day as the start'
    : /^\d\d$/.test(day)
      ? `Day ${Number(day)}`
      : `Day ${day.slice(0, 2)}, or the last`;

export const grantDefaults: Values = {
  compensation_type: 'OPTION_ISO',
  schedule: 'standard',
  months: 48,
  cliff_months: 12,
  allocation_type: 'CUMULATIVE_ROUNDING',
  day_of_month: START_DAY,
  early_exercisable: false,
  ...windowValues([]),
};

export function grantFields(values: Values): Fields {
  const { compensation_type } = grants.fields;
  return {
    shareholder_id: reference('shareholders', { required: true, label: 'Holder' }),
    compensation_type,
    equity_plan_id: reference('equity-plans', { label: 'Plan', help: 'Leave empty for a grant outside of any plan.' }),
    share_class_id: reference('share-classes', { required: true, label: 'Share class' }),
    quantity: shares({
      required: true,
      positive: true,
      label: isUnit(values) ? 'Number of units' : 'Number of shares',
    }),
    ...(isUnit(values)
      ? {}
      : {
          exercise_price: money({
            required: true,
            scale: 10,
            label: isRight(values) ? 'Base price' : 'Exercise price',
            help: 'At least the fair market value of a share on the grant date.',
          }),
        }),
    date: date({ required: true, label: 'Grant date', help: 'The day the board granted it.' }),
    expiration_date: date({ label: 'Expires', notBefore: 'date', help: 'Usually ten years less a day.' }),
    schedule: choice(['standard', 'terms', 'none'], {
      required: true,
      default: 'standard',
      label: 'Vesting',
      labels: { standard: 'Over a number of months', terms: 'By an existing schedule', none: 'All at once' },
    }),
    ...scheduleFields(values),
    ...(isUnit(values)
      ? {}
      : {
          early_exercisable: boolean({
            required: true,
            default: false,
            label: 'Exercise before vesting',
            words: ['Allowed', 'Not allowed'],
          }),
          ...windowFields(),
        }),
    grant_number: text({ max: limits.securityNumber, label: 'Number', help: 'Leave empty to take the next number.' }),
  };
}

/** The fields of a vesting schedule, for grants and certificates. */
export function scheduleFields({ schedule }: Values): Fields {
  const vesting_start = date({ required: true, label: 'Vesting start', help: 'Often the first day of work.' });
  if (schedule === 'none') return {};
  if (schedule === 'terms')
    return { vesting_terms_id: reference('vesting-terms', { required: true, label: 'Schedule' }), vesting_start };
  return {
    vesting_start,
    months: number({ required: true, min: 1, max: limits.vestingMonths, label: 'Total months' }),
    cliff_months: number({
      required: true,
      min: 0,
      max: limits.vestingMonths,
      label: 'Cliff, months',
      help: 'Months before the first shares vest.',
    }),
    allocation_type: choice(ALLOCATION_TYPES, {
      required: true,
      label: 'Rounding of the parts',
      labels: { ...allocationWords, CUMULATIVE_ROUNDING: `${allocationWords.CUMULATIVE_ROUNDING} (usual)` },
    }),
    day_of_month: choice(DAYS_OF_MONTH, {
      required: true,
      label: 'Day of the month',
      labels: Object.fromEntries(DAYS_OF_MONTH.map((day) => [day, dayWords(day)])),
    }),
  };
}

export function scheduleRows({ schedule }: Values): string[][] {
  if (schedule === 'none') return [];
  if (schedule === 'terms') return [['vesting_terms_id', 'vesting_start']];
  return [['vesting_start'], ['months', 'cliff_months'], ['day_of_month', 'allocation_type']];
}

export function grantRows(values: Values): string[][] {
  return [
    ['shareholder_id'],
    ['compensation_type', 'equity_plan_id'],
    ['share_class_id'],
    ['quantity', ...(isUnit(values) ? [] : ['exercise_price'])],
    ['date', 'expiration_date'],
    ['#Vesting'],
    ['schedule'],
    ...scheduleRows(values),
    ...(isUnit(values) ? [] : [['early_exercisable']]),
    ['grant_number'],
    ...(isUnit(values) ? [] : [[WINDOW_HEADING], ...windowRows()]),
  ];
}

export function checkGrant(values: Values): Record<string, string> {
  const [months, cliff] = [Number(values.months), Number(values.cliff_months)];
  if (values.schedule === 'standard' && typeof values.months === 'number' && cliff > months)
    return { cliff_months: 'The cliff cannot be longer than the whole schedule.' };
  return {};
}

export function grantBody(values: Values): Values {
  return {
    ...answered(values, ['shareholder_id', 'compensation_type', 'equity_plan_id', 'share_class_id', 'date']),
    ...answered(values, ['expiration_date', 'grant_number']),
    ...answeredFigures(values, ['quantity', ...(isUnit(values) ? [] : ['exercise_price'])]),
    ...(values.schedule === 'terms' ? answered(values, ['vesting_terms_id', 'vesting_start']) : {}),
    ...(values.schedule === 'standard'
      ? { vesting: answered(values, ['vesting_start', 'months', 'cliff_months', 'allocation_type', 'day_of_month']) }
      : {}),
    ...(isUnit(values)
      ? {}
      : { early_exercisable: values.early_exercisable === true, termination_exercise_windows: windowsTyped(values) }),
  };
}

/** "Grant 10,000 options", once there is a number. */
export function grantLabel(values: Values): string {
  const quantity = plainDecimal(values.quantity);
  const what = isUnit(values) ? 'units' : isRight(values) ? 'rights' : 'options';
  return quantity && quantity !== '0' ? `Grant ${countOf(quantity, what)}` : `Grant ${what}`;
}

/** The vesting dates of the typed schedule, by the server's rules; null until it is complete. */
export function tranchesTyped(values: Values): ShownTranche[] | null {
  const quantity = typedDecimal(values.quantity);
  const { vesting_start, date: issued_on, months, cliff_months, allocation_type, day_of_month } = values;
  const isWhole = [months, cliff_months].every((count) => Number.isSafeInteger(count) && Number(count) <= 600);
  if (!quantity || !isIsoDate(vesting_start) || !isIsoDate(issued_on) || !isWhole) return null;
  if (Number(months) < 1 || Number(cliff_months) < 0 || Number(cliff_months) > Number(months)) return null;
  const allocation = ALLOCATION_TYPES.find((each) => each === allocation_type);
  if (!allocation || typeof day_of_month !== 'string') return null;
  const schedule = {
    months: Number(months),
    cliff_months: Number(cliff_months),
    allocation_type: allocation,
    day_of_month,
  };
  let vested = 0n;
  return tranchesOf({
    quantity,
    issued_on,
    terms: standardTerms({ id: 'typed', ...schedule }),
    vestings: [],
    facts: [{ fact: 'START', effective_date: vesting_start, vesting_condition_id: START_CONDITION_ID, quantity: null }],
  }).map((tranche) => {
    vested += tranche.quantity;
    return { date: tranche.date, quantity: formatDecimal(tranche.quantity), vested: formatDecimal(vested) };
  });
}
