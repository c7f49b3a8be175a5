// How long a holder who left may exercise, as it is shown.
import { z } from 'zod';
import { WINDOW_UNITS } from '../domain/keywords.ts';
import { SERVICE_END_CODES } from '../domain/serviceEnd.ts';

export const SOURCES = ['grant', 'plan', 'usual'] as const;

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
