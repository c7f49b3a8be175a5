// A grant's verbs: exercise, release, acceleration, milestones, repricing and cancellation.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
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

/** The shares exercisable at the end of the chosen day, null while unknown, and the day, null for today. */
function useExercisable(record: ShownGrant, date: unknown): { free: string | null; by: string | null } {
  const other = isIsoDate(date) && date !== today() ? date : null;
  const { data, error } = useRead<ShownGrant>(
    other && `/api/grants/${encodeURIComponent(record.id)}?as_of=${encodeURIComponent(other)}`,
  );
  if (other === null) return { free: freeOf(record), by: null };
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
          [
            by === null ? say`Vested by today, not yet exercised` : say`Vested by ${by}, not yet exercised`,
            figure(figureOfDay),
          ],
          [
            say`To pay`,
            quantity === null || price === null ? '–' : formatMoney(amountOf(quantity, price), record.currency),
          ],
          [say`Outstanding after this`, rest === null ? '–' : formatShares(rest)],
        ]}
      />
      {quantity !== null && rest === null && <p className="err">{say`More than is outstanding.`}</p>}
      {quantity !== null && rest !== null && free !== null && quantity > free && (
        <p className="err">{by === null ? say`More than has vested by today.` : say`More than has vested by ${by}.`}</p>
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
          [by === null ? say`Vested by today, not yet released` : say`Vested by ${by}, not yet released`, figure(free)],
          [say`Shares issued`, quantity === null ? '–' : figure(left(formatDecimal(quantity), withheld))],
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
        <p className="err">{sayAround`More than the ${figure(record.outstanding)} outstanding.`}</p>
      ) : (
        <KeyValues
          items={[
            [
              say`Stays with the holder`,
              rest === '0' ? say`nothing` : say`${formatShares(rest)}, as a new grant on the same terms`,
            ],
            [
              say`Back to the pool`,
              record.equity_plan ? say`of ${record.equity_plan}, unless it retires cancelled shares` : say`no plan`,
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
        quantity: { ...quantity, label: isRight ? say`Rights` : say`Options` },
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
          label: say`Milestone`,
          labels: Object.fromEntries(openMilestones(record).map(({ id, words }) => [id, words ?? id])),
        },
      ),
    }),
  },
  'grants.cancel': { Preview: Kept },
});
