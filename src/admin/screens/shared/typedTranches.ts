// The vesting dates of a schedule as it is typed.
import { isIsoDate } from '#src/domain/dates.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { ALLOCATION_TYPES } from '#src/domain/keywords.ts';
import { standardTerms, START_CONDITION_ID } from '#src/domain/vesting/standardTerms.ts';
import { tranchesOf } from '#src/domain/vesting/schedule.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import type { ShownTranche } from '#src/admin/kit/parts/VestingChart.tsx';
import { typedDecimal } from '#src/admin/kit/verbs/figures.ts';

/** By the server's rules; null until it is complete. `issued_on`: the day of the grant or issue. */
export function typedTranches(values: Values, issued_on: unknown): ShownTranche[] | null {
  const quantity = typedDecimal(values.quantity);
  const { vesting_start, months, cliff_months, allocation_type, day_of_month } = values;
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
