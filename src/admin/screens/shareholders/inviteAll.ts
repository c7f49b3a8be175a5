// What becomes of each shareholder when all are invited, in words.
import { say } from '#src/words/say.ts';
import type { InvitationOutcome, InvitationRow } from '#src/contract/invitations.ts';

export const outcomeWords: Record<InvitationOutcome, string> = {
  ready: say`Not invited yet`,
  invited: say`Invited`,
  no_email: say`No email address`,
  invalid_email: say`The email address is not valid`,
  shared_email: say`The address belongs to another shareholder too`,
  already_linked: say`Already in the portal`,
  already_invited: say`Invited already; use Remind on their page`,
  invited_before: say`Invited before; invite again on their page`,
  inactive: say`Inactive`,
  too_often: say`Too many mails to this address`,
  not_found: say`Deleted meanwhile`,
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
