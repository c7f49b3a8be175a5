// Inviting many shareholders to the portal at once: what would happen with each, and what did.
import { z } from 'zod';

/** Why somebody is not mailed, or what was done. `ready`: an invitation would be mailed. */
const outcome = z.enum([
  'ready',
  'invited',
  'no_email',
  'invalid_email',
  'shared_email',
  'already_linked',
  'already_invited',
  'invited_before',
  'inactive',
  'too_often',
  'not_found',
]);

const row = z.object({
  shareholder_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  outcome,
  detail: z.string().nullable().describe('The sentence about a refusal.'),
});
export type InvitationRow = z.infer<typeof row>;
export type InvitationOutcome = z.infer<typeof outcome>;

export const invitationRows = z.object({ rows: z.array(row) });
export type InvitationRows = z.infer<typeof invitationRows>;

/** As many as one request invites. */
export const INVITED_AT_ONCE = 100;
