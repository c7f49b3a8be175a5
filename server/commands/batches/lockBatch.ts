// Locks a batch and its distributions, in the order of every command of payments: distributions first.
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { CommandContext } from '../core/context.ts';
import { lockDistribution } from '../distributions/distributionPreview.ts';
import type { LockedDistribution } from '../distributions/distributionPreview.ts';

export interface LockedBatch {
  batch: { id: string; name: string; status: 'open' | 'closed' | 'cancelled'; count: number; execution_date: string };
  distributions: LockedDistribution[];
}

/** Refuses: not_found (404). */
export async function lockBatch(context: CommandContext, id: string): Promise<LockedBatch> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const visible = await findRecord(tx, actor, paymentBatches, id);
  if (!visible) throw notFound();
  const ids = await tx.rows<{ id: string }>(
    `select distinct p.distribution_id as id from payment_event e join payment p on p.org_id = e.org_id and p.id = e.payment_id
     where e.org_id = $1 and e.batch_id = $2 and e.verb = 'started' order by 1`,
    [org, visible.id],
  );
  const distributions = await lockDistributions(context, ids);
  const { status, execution_date } = (await tx.row<Pick<LockedBatch['batch'], 'status' | 'execution_date'>>(
    'select status, execution_date from payment_batch where org_id = $1 and id = $2 for update',
    [org, visible.id],
  ))!;
  return {
    batch: { id: String(visible.id), name: String(visible.name), status, count: Number(visible.count), execution_date },
    distributions,
  };
}

/** In the order of their ids, which all who lock several share. */
export async function lockDistributions(
  context: CommandContext,
  ids: readonly { id: string }[],
): Promise<LockedDistribution[]> {
  const locked: LockedDistribution[] = [];
  for (const { id } of ids) locked.push(await lockDistribution(context, orgOf(context.actor), id));
  return locked;
}
