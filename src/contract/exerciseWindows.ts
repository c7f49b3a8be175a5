// How long a holder who left may exercise, as it is sent and shown.
import { z } from 'zod';
import { WINDOW_UNITS } from '../domain/keywords.ts';
import { SERVICE_END_CODES } from '../domain/serviceEnd.ts';
import { limits } from '../resources/kit/limits.ts';
import { oneOf } from '../resources/kit/validation.ts';

const SOURCES = ['grant', 'plan', 'usual'] as const;
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

export const shownWindows = z
  .array(
    z.object({
      reason: z.enum(SERVICE_END_CODES),
      period: z.int(),
      period_type: z.enum(WINDOW_UNITS),
      source: z.enum(SOURCES),
    }),
  )
  .describe(
    'The time to exercise after leaving, for every reason; `usual` where neither the grant nor its plan says one.',
  );

export const windowWarnings = z
  .array(z.string())
  .describe('Such as a window that is longer for cause than for resigning.');
