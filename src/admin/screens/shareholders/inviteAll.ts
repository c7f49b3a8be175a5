// What becomes of each shareholder when all are invited, in words.
import type { InvitationOutcome, InvitationRow } from '#src/contract/invitations.ts';

export const outcomeWords: Record<InvitationOutcome, string> = {
  ready: 'Not invited yet',
  invited: 'Invited',
  no_email: 'No email address',
  invalid_email: 'The email address is not valid',
  shared_email: 'The address belongs to another shareholder too',
  already_linked: 'Uses the portal already',
  already_invited: 'Invited already; use Remind on their page',
  invited_before: 'Invited before; invite again on their page',
  inactive: 'Inactive',
  too_often: 'Too many mails to this address',
  not_found: 'Deleted meanwhile',
};

/** Those with something to correct first. */
const order: readonly InvitationOutcome[] = [
  'no_email',
  'invalid_email',
  'shared_email',
  'already_invited',
  'invited_before',
  'already_linked',
];

export const countsOf = (rows: readonly InvitationRow[]) =>
  order
    .map((outcome) => ({ outcome, rows: rows.filter((row) => row.outcome === outcome) }))
    .filter((group) => group.rows.length > 0);
