// The preference of the class that a round issues, as a term sheet names it.
import { decimal } from '#src/domain/figures/decimal.ts';
import { decimalOf, parseFigure } from '../figures.ts';
import type { Written } from '../figures.ts';
import { ONE, times } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { exactly } from '#src/domain/figures/exactly.ts';
import type { RunTable } from './runScenario.ts';
import type { RoundStep } from './steps.ts';

export interface PreferenceTerms {
  /** Times the price. */
  multiple: string;
  /** At most four decimals, a half rounded up. */
  per_share: string;
  /** Of all shares that the round issues of the class, converted ones with them, to the cent; series of their own have their own. */
  total: string;
  participating: boolean;
  /** Preference and participation of a share together; null without a cap. */
  cap_per_share: string | null;
}

const read = (value: Written | null | undefined): Fraction | null =>
  value === null || value === undefined ? null : parseFigure(String(value));

/** Null where the class was there before: it has its own terms. `after` is the table of a round. */
export function preferenceTerms(before: RunTable, after: RunTable, step: RoundStep): PreferenceTerms | null {
  const round = after.round!;
  if (before.classes.some(({ share_class_id }) => share_class_id === round.share_class_id)) return null;
  const price = exactly(decimal(round.price));
  const multiple = read(step.preference_multiple) ?? ONE;
  const cap = read(step.total_cap);
  const issued = round.conversions
    .filter(({ share_class_id }) => share_class_id === round.share_class_id)
    .reduce((sum, { shares }) => sum + decimal(shares), decimal(round.new_shares));
  const per_share = times(multiple, price);
  return {
    multiple: decimalOf(multiple, 4),
    per_share: decimalOf(per_share, 4),
    total: decimalOf(times(per_share, exactly(issued)), 2),
    participating: step.participating ?? false,
    cap_per_share: cap && decimalOf(times(cap, price), 4),
  };
}
