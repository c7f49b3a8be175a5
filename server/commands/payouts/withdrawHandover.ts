// Before a batch is cancelled: one that waits to be handed to the payout provider is not handed over any more.
import { orgOf } from '#server/auth/actor.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** Refuses: handed_over (409) once a call may have reached the provider. */
export async function withdrawHandover({ tx, actor }: CommandContext, { id, name }: { id: string; name: string }) {
  const handover = await tx.row<{ attempts: number }>(
    'select attempts from payout_handover where org_id = $1 and batch_id = $2 for update',
    [orgOf(actor), id],
  );
  if (!handover) return;
  if (handover.attempts > 0)
    throw conflict(
      'handed_over',
      `The payout provider has ${name}, or may have it. Cancel it there: payments that it reports as failed can be tried again.`,
    );
  await tx.write('delete from payout_handover where org_id = $1 and batch_id = $2', [orgOf(actor), id]);
}
