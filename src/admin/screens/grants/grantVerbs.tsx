// A grant's verbs: exercise, release, acceleration, milestones, repricing and cancellation.
import { choice } from '#src/resources/kit/fields.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { ShownGrant } from '#src/contract/recordPages.ts';
import { formatDay, formatMoney, formatShares, today } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { exercisable, grantVerbs as verbs, openMilestones } from '#src/resources/verbs/grants.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { amountOf, left, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

const figure = (value: unknown) => (value === null || value === undefined ? '–' : formatShares(String(value)));
/** The exercisable shares as exact text; null while unknown. */
function freeOf(record: ShownGrant): string | null {
  const free = typedDecimal(exercisable(record));
  return free === null ? null : formatDecimal(free);
}

/** The shares exercisable at the end of the chosen day, null while unknown, and the day in words. */
function useExercisable(record: ShownGrant, date: unknown): { free: string | null; by: string } {
  const other = isIsoDate(date) && date !== today() ? date : null;
  const { data, error } = useRead<ShownGrant>(
    other && `/api/grants/${encodeURIComponent(record.id)}?as_of=${encodeURIComponent(other)}`,
  );
  if (other === null) return { free: freeOf(record), by: 'today' };
  return { free: data && !error ? freeOf({ ...record, ...data }) : null, by: formatDay(other) };
}

function Exercised({ record, values }: { record: ShownGrant; values: Values }) {
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

function Released({ record, values }: { record: ShownGrant; values: Values }) {
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

function Kept({ record, values }: { record: ShownGrant; values: Values }) {
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
              rest === '0' ? 'nothing' : `${formatShares(rest)}, as a new grant on the same terms`,
            ],
            [
              'Back to the pool',
              record.equity_plan ? `of ${record.equity_plan}, unless it retires cancelled shares` : 'no plan',
            ],
          ]}
        />
      )}
    </div>
  );
}

export const grantVerbs = viewsOf<ShownGrant>({
  'grants.exercise': {
    fields: (record) => {
      const { shares_issued, quantity, ...rest } = verbs.exercise.fields;
      const isRight = record.compensation_type.endsWith('SAR');
      return {
        quantity: { ...quantity, label: isRight ? 'Rights' : 'Options' },
        // A stock-settled right yields fewer shares than there were rights.
        ...(record.compensation_type === 'SSAR' ? { shares_issued: { ...shares_issued, required: true } } : {}),
        ...rest,
      };
    },
    Preview: Exercised,
  },
  'grants.release': { Preview: Released },
  'grants.vesting-event': {
    fields: (record) => ({
      ...verbs['vesting-event'].fields,
      vesting_condition_id: choice(
        openMilestones(record).map(({ id }) => id),
        {
          required: true,
          label: 'Milestone',
          labels: Object.fromEntries(openMilestones(record).map(({ id, words }) => [id, words ?? id])),
        },
      ),
    }),
  },
  'grants.cancel': { Preview: Kept },
});
