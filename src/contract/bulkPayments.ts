// One command for several payments, each by its own rules.
import { z } from 'zod';

export const bulkActions = ['start', 'complete', 'fail', 'retry'] as const;

/** As many payments by their ids. */
const IDS_MAX = 5000;

export const bulkBody = z
  .strictObject({
    action: z.enum(bulkActions, `This must be one of: ${bulkActions.join(', ')}.`),
    ids: z
      .array(z.string().max(64))
      .min(1, 'Choose at least one payment.')
      .max(IDS_MAX, `At most ${IDS_MAX} payments at once.`)
      .optional(),
    filter: z.record(z.string(), z.unknown()).optional().describe('In place of ids: the filter of the list.'),
    date: z.string().nullish().describe('When they arrived; of complete.'),
    reference: z.string().nullish().describe('The bank’s reference; of complete.'),
    reason: z.string().nullish().describe('Of start before the date, and of fail.'),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'Give either ids or a filter.',
  });

const refusedPayment = z.object({ id: z.string(), code: z.string(), detail: z.string() });

export const bulkDone = z.object({ done: z.int(), refused: z.array(refusedPayment) });
export type BulkDone = z.infer<typeof bulkDone>;
