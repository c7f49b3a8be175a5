// An owner who holds shares sees them in the own portfolio: a record that an owner types in under the address of the own account is
// theirs. Nobody else is linked by an address: an owner reads every record already, so this opens nothing.
import { owners } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { ownAccount } from '#server/auth/sessions.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** An account that has a record here keeps it, and so does a record that has an account. */
export async function linkOwnRecord(
  context: CommandContext,
  holder: Pick<Shareholder, 'id' | 'name' | 'type' | 'email'>,
): Promise<void> {
  const { tx, actor } = context;
  if (!owners.includes(actor.role) || actor.shareholder_id !== null || holder.type !== 'individual') return;
  const { id, email } = await ownAccount(tx);
  if (typeof holder.email !== 'string' || holder.email.toLowerCase() !== email) return;
  const org = orgOf(actor);
  await tx.rows('select lock_access($1)', [org]);
  const linked = await tx.row(
    `select 1 from membership where org_id = $1 and (shareholder_id = $2 or account_id = $3 and shareholder_id is not null)`,
    [org, holder.id, id],
  );
  if (linked) return;
  await tx.rows('select link_account($1, $2)', [id, holder.id]);
  recordActivity(context, {
    text: `linked their own account to shareholder ${holder.name}`,
    resource: 'shareholders',
    id: holder.id,
    shareholder_id: holder.id,
  });
}
