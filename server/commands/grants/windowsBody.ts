// How long a holder who left may exercise, as it is sent.
import { z } from 'zod';
import { SOURCES } from '../../../src/contract/exerciseWindows.ts';
import { WINDOW_UNITS } from '../../../src/domain/keywords.ts';
import { SERVICE_END_CODES } from '../../../src/domain/serviceEnd.ts';
import { limits } from '../../../src/resources/kit/limits.ts';
import { oneOf } from '../../../src/resources/kit/validation.ts';

const window = z.strictObject({
  reason: oneOf(SERVICE_END_CODES),
  period: z.int('A whole number.').min(0, 'At least 0.').max(limits.windowPeriod, 'At most 9,999.'),
  period_type: oneOf(WINDOW_UNITS),
});
const isOnce = (windows: readonly { reason: string }[]) =>
  new Set(windows.map(({ reason }) => reason)).size === windows.length;

export const windowsBody = z.array(window).refine(isOnce, 'Each reason once.');

/** As a plan's page has them: what is the usual window there was said by nobody, and stays unsaid. */
export const planWindowsBody = z
  .array(window.extend({ source: z.enum(SOURCES).optional() }))
  .refine(isOnce, 'Each reason once.');
