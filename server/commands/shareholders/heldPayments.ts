// Tells a holder which of their payments wait because their bank account is being changed, and what to do.
import { orgOf } from '#server/auth/actor.ts';
import { addNotices } from '#server/data/notices.ts';
import type { CommandContext } from '../core/context.ts';

/** One notice for each distribution. */
export async function tellOfHeldPayments(context: CommandContext, holder: string): Promise<void> {
  const waiting = await context.tx.rows<{ id: string; distribution: string }>(
    `select distinct on (d.id) p.id, d.name as distribution from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
     where p.org_id = $1 and p.shareholder_id = $2 and p.status = 'pending' and d.status = 'approved'
     order by d.id, p.id`,
    [orgOf(context.actor), holder],
  );
  await addNotices(context, {
    kind: 'payment_held',
    resource: 'payments',
    event: context.deps.newId(),
    told: waiting.map(({ id, distribution }) => ({ id, holder, words: { distribution } })),
  });
}
