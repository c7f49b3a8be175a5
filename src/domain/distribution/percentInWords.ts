// A rate of one as people write it.
import { ZERO, formatDecimal, parseDecimal } from '../figures/decimal.ts';

/** "0.3" -> "30%" */
export const inPercent = (rate: string): string => `${formatDecimal((parseDecimal(rate) ?? ZERO) * 100n)}%`;
