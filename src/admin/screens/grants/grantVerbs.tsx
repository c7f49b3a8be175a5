// Exercise, release, accelerate, milestones, another price and cancellation of a grant.
import { choice, date, money, shares, text } from '../../../resources/kit/fields.ts';
import { isIsoDate } from '../../../domain/dates.ts';
import { formatDecimal } from '../../../domain/figures/decimal.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { countShares, formatDay, formatMoney, formatShares, today } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { openMilestones } from '../../kit/recordRules.ts';
import { useRead } from '../../session/useRead.ts';
import { amountOf, left, plainDecimal, typedDecimal } from '../../kit/verbs/figures.ts';
import type { Values, VerbSpec } from '../../kit/verbs/types.ts';

const nameOf = (record: AnyRecord) => String(record.grant_number);
const day = { required: true, label: 'Date', help: 'The day on which it takes effect.' } as const;
const figure = (value: unknown) => (value === null || value === undefined ? '–' : formatShares(String(value)));
const typed = (record: AnyRecord, values: Values) =>
  formatShares(plainDecimal(values.quantity ?? record.outstanding) ?? '0');
const plainFigures = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, figures.has(name) ? (plainDecimal(value) ?? value) : value]),
  );
const figures = new Set(['quantity', 'withheld', 'shares_issued', 'exercise_price', 'release_price']);

/** Vested and still there: what may be exercised on the day of the record's figures. */
function exercisable(record: AnyRecord): string | null {
  const free = typedDecimal(record.early_exercisable === true ? record.outstanding : record.vested_outstanding);
  return free === null ? null : formatDecimal(free);
}

const startingQuantity = (record: AnyRecord) => {
  const free = exercisable(record);
  return free === null || free === '0' ? '' : free;
};
/** "Exercise 400", once there is a number. */
function named(verb: string, values: Values, unit?: string): string {
  const quantity = plainDecimal(values.quantity);
  return quantity === undefined ? verb : `${verb} ${unit ? countShares(quantity, unit) : formatShares(quantity)}`;
}

/** What may be exercised at the end of the chosen day, and the day in words. Null while it is not known. */
function useExercisable(record: AnyRecord, date: unknown): { free: string | null; by: string } {
  const other = isIsoDate(date) && date !== today() ? date : null;
  const { data, error } = useRead<AnyRecord>(
    other && `/api/grants/${encodeURIComponent(record.id)}?as_of=${encodeURIComponent(other)}`,
  );
  if (other === null) return { free: exercisable(record), by: 'today' };
  return { free: data && !error ? exercisable({ ...record, ...data }) : null, by: formatDay(other) };
}

function Exercised({ record, values }: { record: AnyRecord; values: Values }) {
  const quantity = typedDecimal(values.quantity);
  const price = typedDecimal(record.exercise_price);
  const rest = quantity === null ? null : left(record.outstanding, quantity);
  const { free: figureOfDay, by } = useExercisable(record, values.date);
  const free = typedDecimal(figureOfDay);
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [`Vested by ${by}, not yet exercised`, figure(figureOfDay)],
          [
            'To pay',
            quantity === null || price === null ? '–' : formatMoney(amountOf(quantity, price), record.currency),
          ],
          ['Outstanding after this', rest === null ? '–' : formatShares(rest)],
        ]}
      />
      {quantity !== null && rest === null && <p className="err">More than is outstanding.</p>}
      {quantity !== null && rest !== null && free !== null && quantity > free && (
        <p className="err">More than has vested by {by}.</p>
      )}
    </div>
  );
}

function Released({ record, values }: { record: AnyRecord; values: Values }) {
  const { free, by } = useExercisable(record, values.date);
  const [quantity, withheld] = [typedDecimal(values.quantity), typedDecimal(values.withheld) ?? 0n];
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [`Vested by ${by}, not yet released`, figure(free)],
          ['Shares issued', quantity === null ? '–' : figure(left(formatDecimal(quantity), withheld))],
        ]}
      />
    </div>
  );
}

function Kept({ record, values }: { record: AnyRecord; values: Values }) {
  const quantity = typedDecimal(values.quantity || record.outstanding);
  const rest = quantity === null ? null : left(record.outstanding, quantity);
  return (
    <div className="preview" aria-live="polite">
      {rest === null ? (
        <p className="err">More than the {figure(record.outstanding)} outstanding.</p>
      ) : (
        <KeyValues
          items={[
            [
              'Stays with the holder',
              rest === '0' ? 'nothing' : `${formatShares(rest)}, as a new grant of the same terms`,
            ],
            [
              'Back to the pool',
              record.equity_plan ? `of ${String(record.equity_plan)}, unless it retires cancelled shares` : 'no plan',
            ],
          ]}
        />
      )}
    </div>
  );
}

export const grantVerbs: Record<string, VerbSpec> = {
  'grants.exercise': {
    title: (record) => `Exercise ${nameOf(record)}`,
    text: (record) => (
      <p>
        {String(record.shareholder)} buys shares of {String(record.share_class)} at{' '}
        {formatMoney(String(record.exercise_price ?? '0'), record.currency)} each. They get a certificate; the rest of
        the grant stays.
      </p>
    ),
    fields: (record) => ({
      quantity: shares({
        required: true,
        positive: true,
        label: String(record.compensation_type).endsWith('SAR') ? 'Rights' : 'Options',
      }),
      ...(record.compensation_type === 'SSAR'
        ? {
            shares_issued: shares({
              required: true,
              positive: true,
              label: 'Shares issued',
              help: 'What the gain comes to in shares, at their value that day.',
            }),
          }
        : {}),
      date: date(day),
      consideration_text: text({ max: 400, label: 'Payment', help: 'Such as "Wire of 12 May 2026".' }),
    }),
    defaults: (record) => ({ quantity: startingQuantity(record), date: today() }),
    Preview: Exercised,
    submit: (_, values) => named('Exercise', values),
    body: plainFigures,
    done: (record, values) => `${typed(record, values)} of ${nameOf(record)} exercised`,
  },
  'grants.release': {
    title: (record) => `Release shares of ${nameOf(record)}`,
    text: (record) => (
      <p>Vested units of {String(record.shareholder)} become stock. Shares kept back for tax are not issued.</p>
    ),
    fields: {
      quantity: shares({ required: true, positive: true, label: 'Units' }),
      withheld: shares({ label: 'Withheld for tax' }),
      release_price: money({
        scale: 10,
        label: 'Value of a share',
        help: 'The latest valuation of the class, unless you say another.',
      }),
      date: date(day),
      settlement_date: date({ label: 'Settlement date', help: 'The same day unless you say another.' }),
    },
    defaults: (record) => ({ quantity: startingQuantity(record), date: today() }),
    Preview: Released,
    submit: (_, values) => named('Release', values, 'unit'),
    body: plainFigures,
    done: (record, values) =>
      `${countShares(plainDecimal(values.quantity ?? record.outstanding) ?? '0', 'unit')} of ${nameOf(record)} released`,
  },
  'grants.accelerate': {
    title: (record) => `Accelerate ${nameOf(record)}`,
    text: (record) => (
      <p>
        {figure(record.unvested)} of {String(record.shareholder)} are unvested today. What is accelerated has vested
        from that day; the schedule goes on at its rate and ends earlier.
      </p>
    ),
    fields: {
      quantity: shares({
        positive: true,
        label: 'Shares',
        help: 'All that is unvested on that day, unless you say fewer.',
      }),
      date: date(day),
      reason: text({ required: true, max: 400 }),
    },
    defaults: () => ({ date: today() }),
    submit: (_, values) =>
      plainDecimal(values.quantity) ? `Vest ${countShares(plainDecimal(values.quantity)!)}` : 'Vest all of it',
    body: plainFigures,
    done: (record) => `Vesting of ${nameOf(record)} accelerated`,
  },
  'grants.vesting-event': {
    title: (record) => `A milestone of ${nameOf(record)} was reached`,
    text: () => <p>What the schedule ties to it vests from that day on.</p>,
    fields: (record) => ({
      vesting_condition_id: choice(
        openMilestones(record).map(({ id }) => id),
        {
          required: true,
          label: 'Milestone',
          labels: Object.fromEntries(openMilestones(record).map(({ id, words }) => [id, words ?? id])),
        },
      ),
      date: date({ ...day, help: 'The day on which it was reached.' }),
    }),
    defaults: () => ({ date: today() }),
    submit: () => 'Record milestone',
    done: (record) => `Milestone of ${nameOf(record)} recorded`,
  },
  'grants.reprice': {
    title: (record) => `Change the exercise price of ${nameOf(record)}`,
    text: (record) => (
      <p>
        It is {formatMoney(String(record.exercise_price ?? '0'), record.currency)} now. The new one counts from its day;
        what was exercised before keeps what was paid.
      </p>
    ),
    fields: {
      exercise_price: money({ required: true, scale: 10, label: 'New exercise price' }),
      date: date(day),
      reason: text({ max: 400, help: 'Such as "Board consent of 3 March 2026".' }),
    },
    defaults: () => ({ date: today() }),
    submit: (record, values) =>
      plainDecimal(values.exercise_price)
        ? `Set to ${formatMoney(plainDecimal(values.exercise_price)!, record.currency)}`
        : 'Set the price',
    body: plainFigures,
    done: (record) => `The price of ${nameOf(record)} changed`,
  },
  'grants.cancel': {
    title: (record) => `Cancel ${nameOf(record)}?`,
    text: (record) => (
      <p>
        {figure(record.outstanding)} of {String(record.shareholder)}, granted {formatDay(String(record.date))}. Of a
        part, what would vest last goes first. The entry stays in the ledger.
      </p>
    ),
    fields: {
      quantity: shares({ positive: true, label: 'Shares', help: 'All of them unless you say fewer.' }),
      reason: text({ required: true, max: 400 }),
      date: date(day),
    },
    defaults: (record) => ({ quantity: String(record.outstanding), date: today() }),
    Preview: Kept,
    submit: (record, values) => `Cancel ${typed(record, values)}`,
    keep: 'Keep grant',
    body: plainFigures,
    done: (record, values) => `${typed(record, values)} of ${nameOf(record)} cancelled`,
  },
};
