// How far a distribution is: its payments by state, and how much of it is paid.
import type { DistributionProgress } from '#src/contract/distributions/distributionPreview.ts';
import { paymentStatuses } from '#src/domain/distribution/distributionMachine.ts';
import { distributions } from '#src/resources/distributions.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { CommandContext } from '#server/commands/core/context.ts';

const countOfEach = paymentStatuses
  .map((each) => `count(*) filter (where status = '${each}')::int as ${each}`)
  .join(', ');

/** Refuses: not_found (404). */
export async function progressOf({ tx, actor }: CommandContext, id: string): Promise<DistributionProgress> {
  const record = await findRecord(tx, actor, distributions, id);
  if (!record) throw notFound();
  return (await tx.row<DistributionProgress>(
    `select ${countOfEach}, count(*) filter (where id in (select h.id from held_payments() h))::int as held, round(coalesce(sum(amount), 0), 2)::text as total,
            round(coalesce(sum(amount) filter (where status = 'completed'), 0), 2)::text as paid,
            round(coalesce(sum(amount) filter (where status <> 'completed' and $3 <> 'cancelled'), 0), 2)::text as open
     from payment where org_id = $1 and distribution_id::text = $2`,
    [orgOf(actor), id, record.status],
  ))!;
}
