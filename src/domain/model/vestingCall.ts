// A vesting schedule from its usual terms, by the same rules as a grant of the ledger.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { formatDecimal, ONE } from '../figures/decimal.ts';
import { scheduleOf, tranchesOf } from '../vesting/schedule.ts';
import type { VestingInput } from '../vesting/schedule.ts';
import { standardTerms } from '../vesting/standardTerms.ts';
import type { AllocationType } from '../vesting/terms.ts';
import { figureReader } from './figures.ts';
import type { Written } from './figures.ts';
import { times, whole } from '../figures/fraction.ts';

export interface WrittenVesting {
  quantity: Written;
  vesting_start: string;
  months: number;
  cliff_months: number;
  allocation_type: AllocationType;
  day_of_month: string;
  as_of: readonly string[];
}

export interface VestingFigures {
  vested: Record<string, string>;
  tranches: { date: string; quantity: string }[];
}

/** `months` and `cliff_months`: whole numbers, not below 0. Refuses (422): invalid_fields. */
export function vestingFigures(written: WrittenVesting): VestingFigures {
  const { vesting_start, months, cliff_months, allocation_type, day_of_month, as_of } = written;
  if (cliff_months > months) throw invalid('cliff_months', say`The cliff is not after the end of the schedule.`);
  const units = times(figureReader()(written.quantity, 'quantity'), whole(ONE));
  if (units.n <= 0n) throw invalid('quantity', say`This must be more than zero.`);
  if (units.d !== 1n) throw invalid('quantity', say`A quantity has at most ten decimals.`);
  const input: VestingInput = {
    quantity: units.n,
    issued_on: vesting_start,
    terms: standardTerms({ id: 'model', months, cliff_months, allocation_type, day_of_month }),
    vestings: [],
    facts: [{ fact: 'START', effective_date: vesting_start, vesting_condition_id: null, quantity: null }],
  };
  const schedule = scheduleOf(input);
  return {
    vested: Object.fromEntries(as_of.map((day) => [day, formatDecimal(schedule.vestedAt(day) ?? 0n)])),
    tranches: tranchesOf(input).map(({ date, quantity }) => ({ date, quantity: formatDecimal(quantity) })),
  };
}

const invalid = (field: string, sentence: string) =>
  new AppError('invalid_fields', sentence, { status: 422, fields: { [field]: sentence } });
