// One command for several records, chosen by their ids or by the filter of their list; each by its own rules.
import { z } from 'zod';

const ids = (one: string) => z.array(z.string().max(64)).min(1, `Choose at least one ${one}.`);
const filter = z.record(z.string(), z.unknown()).optional().describe('In place of ids: the filter of the list.');

/** Either is given. */
const isChosen = (body: { ids?: unknown; filter?: unknown }) =>
  (body.ids === undefined) !== (body.filter === undefined);
const NOT_CHOSEN = { path: ['ids'], message: 'Give either ids or a filter.' };

const refused = z.array(z.object({ id: z.string(), code: z.string(), detail: z.string() }));

export const bulkActions = ['start', 'complete', 'fail', 'retry'] as const;

/** As many payments by their ids. */
const PAYMENTS_MAX = 5000;

export const bulkBody = z
  .strictObject({
    action: z.enum(bulkActions, `This must be one of: ${bulkActions.join(', ')}.`),
    ids: ids('payment').max(PAYMENTS_MAX, `At most ${PAYMENTS_MAX} payments at once.`).optional(),
    filter,
    date: z.string().nullish().describe('When they arrived. For complete alone.'),
    reference: z.string().nullish().describe('The bank’s reference. For complete alone.'),
    reason: z.string().nullish().describe('Why: for start before the scheduled date, and for fail.'),
  })
  .refine(isChosen, NOT_CHOSEN);

export const bulkDone = z.object({ done: z.int(), refused });
export type BulkDone = z.infer<typeof bulkDone>;

/** As many records whose fields are set. */
export const CHANGED_MAX = 1000;

export const bulkChangeBody = z
  .strictObject({
    ids: ids('record').optional(),
    filter,
    set: z
      .record(z.string(), z.unknown())
      .refine((set) => Object.keys(set).length > 0, 'Say what to set.')
      .describe('The fields and their new values, as in PUT.'),
    dry_run: z.boolean().optional().describe('Answers the same, and writes nothing.'),
  })
  .refine(isChosen, NOT_CHOSEN);

export const bulkChangeDone = z.object({
  done: z.int(),
  unchanged: z.int().describe('They had these values already.'),
  refused,
});
export type BulkChangeDone = z.infer<typeof bulkChangeDone>;
