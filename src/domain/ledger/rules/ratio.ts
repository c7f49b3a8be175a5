// The ratio at which a class converts on a day: that of its right, or of the last adjustment.
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Ratio, RoundingMode } from '#src/domain/figures/decimal.ts';
import type { ClassState } from '../core/state.ts';
import type { ConversionRight } from '../core/types.ts';

/** Null unless the mechanism is a ratio of two numbers above zero. */
export function ratioOn(
  stockClass: Pick<ClassState, 'ratio_changes'>,
  right: ConversionRight,
  date: string,
): (Ratio & { mode: RoundingMode }) | null {
  const change = stockClass.ratio_changes.findLast((row) => row.effective_date <= date);
  const { numerator, denominator, rounding_type } = change ?? right;
  const [n, d] = [parseDecimal(numerator), parseDecimal(denominator)];
  return n === null || d === null || n <= 0n || d <= 0n
    ? null
    : { numerator: n, denominator: d, mode: modeOf(rounding_type) };
}

function modeOf(roundingType: string | null): RoundingMode {
  return roundingType === 'CEILING' ? 'UP' : roundingType === 'NORMAL' ? 'HALF_UP' : 'DOWN';
}
