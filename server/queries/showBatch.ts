// The page of a batch: what became of its payments, and of which distributions they are.
import type { BatchLine, PaymentBatchDetails } from '#src/contract/paymentBatches.ts';
import { paymentStatuses } from '#src/domain/distribution/distributionMachine.ts';
import type { BatchedStatus } from '#src/domain/distribution/distributionMachine.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { distributions as declared } from '#src/resources/distributions.ts';
import { orgOf } from '../auth/actor.ts';
import type { Row } from '../db/database.ts';
import { notFound } from '../data/refusals.ts';
import { findRecord } from '../data/resourceRepository.ts';
import type { CommandContext } from '../commands/core/context.ts';

const STATES = [
  ...paymentStatuses
    .filter((each): each is BatchedStatus => each !== 'pending')
    .map((each) => `count(*) filter (where p.batch_id = e.batch_id and p.status = '${each}')::int as ${each}`),
  'count(*) filter (where p.batch_id is distinct from e.batch_id)::int as moved_on',
].join(', ');

export async function showBatch({ tx, actor, deps }: CommandContext, record: Row): Promise<Row & PaymentBatchDetails> {
  const parameters = [orgOf(actor), record.id];
  const started = `payment_event e join payment p on p.org_id = e.org_id and p.id = e.payment_id
     where e.org_id = $1 and e.batch_id = $2 and e.verb = 'started'`;
  const payments = (await tx.row<PaymentBatchDetails['payments']>(`select ${STATES} from ${started}`, parameters))!;
  const distributions = await tx.rows<PaymentBatchDetails['distributions'][number]>(
    `select d.id, d.name, q.count, q.total from (
       select p.distribution_id, count(*)::int as count, round(sum(p.amount), 2)::text as total from ${started} group by 1) q
     join distribution d on d.org_id = $1 and d.id = q.distribution_id order by alphabetical(d.name), d.id`,
    parameters,
  );
  const handover =
    (await tx.row<NonNullable<PaymentBatchDetails['handover']>>(
      'select asked_at, accepted_at, attempts, last_error from payout_handover where org_id = $1 and batch_id = $2',
      parameters,
    )) ?? null;
  const isUntouched =
    record.status === 'open' && payments.processing === record.count && administrators.includes(actor.role);
  const isOfPrenotes = record.status === 'closed' && record.count === 0 && administrators.includes(actor.role);
  return {
    ...record,
    payments,
    distributions,
    handover,
    can_cancel: (isUntouched || isOfPrenotes) && (handover === null || handover.attempts === 0),
    can_hand_over: isUntouched && handover === null && deps.config.payoutHttp !== null,
  };
}

/** The batches that hold payments of a distribution, the newest first. Refuses: not_found (404). */
export async function batchesOf({ tx, actor }: CommandContext, distribution: string): Promise<BatchLine[]> {
  const record = await findRecord(tx, actor, declared, distribution);
  if (!record) throw notFound();
  return tx.rows<BatchLine>(
    `select b.id, b.name, b.format, b.execution_date, b.count, round(b.total, 2)::text as total, b.currency, b.status, to_jsonb(q) as payments
     from payment_batch_view b join lateral (
       select ${STATES} from payment_event e join payment p on p.org_id = e.org_id and p.id = e.payment_id
       where e.org_id = b.org_id and e.batch_id = b.id and e.verb = 'started') q on true
     where b.org_id = $1 and exists (
       select 1 from payment_event e join payment p on p.org_id = e.org_id and p.id = e.payment_id
       where e.org_id = b.org_id and e.batch_id = b.id and e.verb = 'started' and p.distribution_id = $2)
     order by b.number desc`,
    [orgOf(actor), record.id],
  );
}
