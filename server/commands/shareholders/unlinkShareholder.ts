// Unlinks the account from a shareholder. The record and its holdings stay, and it can be invited again.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { updateShareholder } from './shareholders.ts';
import { showShareholder } from '#server/queries/showShareholder.ts';

/** Ends the account's sessions in this company. Refuses: not_found (404), not_linked (409). */
export async function unlinkShareholder(
  context: CommandContext,
  id: string,
  { reason }: VerbBody<'shareholders.unlink'>,
): Promise<Row> {
  const org = orgOf(context.actor);
  const { tx, actor } = context;
  const holder = await findRecord(tx, actor, shareholders, id);
  if (!holder) throw notFound();
  const freed = await tx.row<{ account: string | null }>('select unlink_account($1) as account', [holder.id]);
  if (!freed?.account) throw conflict('not_linked', `No account is linked to ${holder.name}.`);
  const restored = await restoreAddress(context, org, holder);
  const why = reason?.trim() ? `: ${reason.trim()}` : '';
  recordActivity(context, {
    text: `unlinked the account of ${holder.name}${why}${restored ? '; the address is again the one the company entered' : ''}`,
    resource: 'shareholders',
    id: holder.id,
  });
  return showShareholder(context, (await findRecord(tx, actor, shareholders, id))!);
}

/** The linked account may have been the wrong person, so its changes to the address are reverted. */
async function restoreAddress(context: CommandContext, org: string, holder: Shareholder): Promise<boolean> {
  const kept = await context.tx.row<{ email: string | null }>(
    `select nullif(email_of_staff, '') as email from shareholder where org_id = $1 and id = $2 and email_of_staff is not null`,
    [org, holder.id],
  );
  if (!kept) return false;
  await updateShareholder(context, holder, { email: kept.email });
  return true;
}
