// The page of a distribution: its classes, and its payments by state.
import type { DistributionDetails } from '#src/contract/recordPages.ts';
import { canBeCancelled } from '#src/domain/distribution/distributionMachine.ts';
import type { PaymentStatus } from '#src/domain/distribution/distributionMachine.ts';
import type { Distribution } from '#src/resources/distributions.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { verbNamed } from '#src/resources/verbs/index.ts';
import type { CommandContext } from '../commands/core/context.ts';
import type { Row } from '../db/database.ts';

/** With its classes, and the number and sum of payments in each state; holders see only their own. */
export async function showDistribution(
  { tx, actor }: CommandContext,
  record: Distribution,
): Promise<Row & DistributionDetails> {
  const classes = await tx.rows<{ share_class_id: string }>(
    'select share_class_id from distribution_class where org_id = $1 and distribution_id = $2 order by 1',
    [actor.org_id, record.id],
  );
  const payment_sums = await tx.rows<{ status: PaymentStatus; count: number; amount: string }>(
    `select status, count(*)::int as count, round(sum(amount), 2)::text as amount from payment
     where org_id = $1 and distribution_id = $2 group by status order by status`,
    [actor.org_id, record.id],
  );
  const { import_id } = (await tx.row<{ import_id: string | null }>(
    'select brought_in_by as import_id from distribution where org_id = $1 and id = $2',
    [actor.org_id, record.id],
  ))!;
  return {
    ...record,
    import_id: isHolder(actor.role) ? null : import_id,
    share_class_ids: classes.map((row) => row.share_class_id),
    payment_sums,
    can_cancel:
      verbNamed('distributions.cancel').roles.includes(actor.role) &&
      canBeCancelled(
        record.status,
        payment_sums.map(({ status }) => status),
      ),
  };
}
