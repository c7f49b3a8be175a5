// Invites many shareholders to the portal: those who were never invited. Each request invites a part; who was invited meanwhile is
// left out, so that a repeat mails nobody twice.
import { z } from 'zod';
import { INVITED_AT_ONCE } from '#src/contract/invitations.ts';
import type { InvitationOutcome, InvitationRow, InvitationRows } from '#src/contract/invitations.ts';
import { AppError } from '#src/domain/errors.ts';
import { emailAddress, plainText } from '#src/resources/kit/validation.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { invite } from './inviteShareholder.ts';

export const inviteManyBody = z.strictObject({
  shareholder_ids: z
    .array(plainText(200))
    .min(1, 'Name at least one shareholder.')
    .max(INVITED_AT_ONCE, `At most ${INVITED_AT_ONCE} shareholders at once.`),
});

type Candidate = {
  id: string;
  name: string;
  email: string | null;
  is_active: boolean;
  state: 'none' | 'invited' | 'linked';
  invited_at: string | null;
  is_shared: boolean;
};

/** Out: each active shareholder, by name, with what an invitation of all would do. */
export async function previewInvitations(context: CommandContext): Promise<InvitationRows> {
  const found = await candidatesOf(context, null);
  return { rows: found.filter(({ is_active }) => is_active).map((each) => rowOf(each, outcomeOf(each))) };
}

/** Out: what was done with each, in the order of the ids. */
export async function inviteMany(
  context: CommandContext,
  { shareholder_ids }: z.infer<typeof inviteManyBody>,
): Promise<InvitationRows> {
  // One request of the company at a time: the next one sees who was invited.
  await context.tx.rows('select 1 from organization where id = $1 for update', [orgOf(context.actor)]);
  const ids = [...new Set(shareholder_ids)];
  const found = await candidatesOf(context, ids);
  const done = new Map<string, InvitationRow>();
  // By address: two companies that mail the same mailboxes then wait for each other in the same order.
  const inOrder = found.toSorted((one, other) => (String(one.email) < String(other.email) ? -1 : 1));
  for (const each of inOrder) done.set(each.id, await inviteOne(context, each));
  return {
    rows: ids.map(
      (id) => done.get(id) ?? { shareholder_id: id, name: '', email: null, outcome: 'not_found', detail: null },
    ),
  };
}

async function inviteOne(context: CommandContext, each: Candidate): Promise<InvitationRow> {
  const outcome = outcomeOf(each);
  if (outcome !== 'ready') return rowOf(each, outcome);
  try {
    await invite(context, each, 'first');
    return rowOf(each, 'invited');
  } catch (error) {
    // The limit is found before anything is written.
    if (!(error instanceof AppError) || error.code !== 'too_many') throw error;
    return rowOf(each, 'too_often', error.message);
  }
}

function outcomeOf({ email, is_active, state, invited_at, is_shared }: Candidate): InvitationOutcome {
  if (state === 'linked') return 'already_linked';
  if (!is_active) return 'inactive';
  if (state === 'invited') return 'already_invited';
  // Also whose access was taken back on purpose.
  if (invited_at !== null) return 'invited_before';
  if (!email) return 'no_email';
  if (!emailAddress.safeParse(email).success) return 'invalid_email';
  return is_shared ? 'shared_email' : 'ready';
}

const rowOf = ({ id, name, email }: Candidate, outcome: InvitationOutcome, detail: string | null = null) => ({
  shareholder_id: id,
  name,
  email,
  outcome,
  detail,
});

/** An address is shared if another active record has its mailbox, or an account that is linked to another record signs in with it. */
const candidatesOf = ({ tx, actor }: CommandContext, ids: readonly string[] | null): Promise<Candidate[]> =>
  tx.rows<Candidate>(
    `with known as (select h.id, h.name, h.email, h.is_active, p.state, p.invited_at, p.email as portal_email
         from shareholder h join portals_of(array(select id from shareholder where org_id = $1)) p on p.holder = h.id where h.org_id = $1),
       addressed as (select mailbox_of(email) as address, count(*) as holders from known where is_active and email is not null group by 1)
     select k.id, k.name, k.email, k.is_active, k.state, k.invited_at,
       coalesce(a.holders > 1, false) or coalesce(mailbox_of(k.email) in (select mailbox_of(o.portal_email) from known o where o.state = 'linked'), false) as is_shared
     from known k left join addressed a on a.address = mailbox_of(k.email)
     where $2::text[] is null or k.id = any ($2) order by alphabetical(k.name), k.id`,
    [actor.org_id, ids],
  );
