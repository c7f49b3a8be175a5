// A rate of one as people write it.
import { figures } from '#src/words/figures.ts';
import { ZERO, formatDecimal, parseDecimal } from '../figures/decimal.ts';

/** "0.3" -> "30%" */
export const inPercent = (rate: string): string => `${figures(formatDecimal((parseDecimal(rate) ?? ZERO) * 100n))}%`;
