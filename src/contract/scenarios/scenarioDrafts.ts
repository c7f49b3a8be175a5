// Drafts of scenarios: what is given to the ordinary commands, and what of the charter would fall short.
import { z } from 'zod';
import { charterShort } from '../charter.ts';
import { priceWarnings } from '../round.ts';
import { id, LINES_MAX } from './scenarioInput.ts';

/** What the page of a draft has beside its fields. */
export const draftPage = z.object({
  body: z.looseObject({}).describe('What is given to the ordinary command. "new:<name>" is what another draft adds.'),
});
export type DraftDetails = z.infer<typeof draftPage>;
export const draftsAnswer = z.object({
  drafts: z.array(z.object({ id: z.string(), kind: z.string(), summary: z.string() })),
  charter: charterShort.describe(
    'What would fall short without the drafts that authorize or reserve more for it; those are among the drafts.',
  ),
  price_warnings: priceWarnings,
});
/** Of each call about drafts that are to be posted. */
export const chosenDrafts = z.strictObject({
  ids: z.array(id, 'A list of ids.').min(1, 'Choose a draft.').max(LINES_MAX, `At most ${LINES_MAX}.`),
  accept_overtaken: z
    .boolean('This must be true or false.')
    .optional()
    .describe('Post what is left as it was agreed, though the ledger changed since the other drafts were posted.'),
});
export const checkAnswer = z.object({
  charter: charterShort,
  cures: z
    .array(z.object({ scenario_id: z.string(), kind: z.enum(['authorize', 'reserve']), summary: z.string() }))
    .describe(
      'Drafts that would authorize or reserve what is missing: POST /api/drafts/cures adds them. None where posting refuses the drafts as overtaken.',
    ),
  price_warnings: priceWarnings,
});
export const curesAnswer = z.object({ ids: z.array(z.string()).describe('Of the drafts that were added.') });
export type CheckAnswer = z.infer<typeof checkAnswer>;
export const postAnswer = z.object({
  posted: z.array(
    z.object({ id: z.string(), scenario_id: z.string(), kind: z.string(), summary: z.string(), result_id: z.string() }),
  ),
  charter: charterShort.describe('What falls short since, of all classes and plans.'),
  price_warnings: priceWarnings,
});
export type PostAnswer = z.infer<typeof postAnswer>;
export type DraftsAnswer = z.infer<typeof draftsAnswer>;
