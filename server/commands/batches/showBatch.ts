// The page of a batch: what became of its payments, and of which distributions they are.
import type { PaymentBatchDetails } from '../../../src/contract/paymentBatches.ts';
import { administrators } from '../../../src/resources/kit/access.ts';
import { orgOf } from '../../auth/actor.ts';
import type { Row } from '../../db/database.ts';
import type { CommandContext } from '../core/context.ts';

export async function showBatch({ tx, actor }: CommandContext, record: Row): Promise<Row & PaymentBatchDetails> {
  const parameters = [orgOf(actor), record.id];
  const started = `payment_event e join payment p on p.org_id = e.org_id and p.id = e.payment_id
     where e.org_id = $1 and e.batch_id = $2 and e.verb = 'started'`;
  const payments = (await tx.row<PaymentBatchDetails['payments']>(
    `select count(*) filter (where p.batch_id = $2 and p.status = 'processing')::int as processing,
            count(*) filter (where p.batch_id = $2 and p.status = 'completed')::int as completed,
            count(*) filter (where p.batch_id = $2 and p.status = 'failed')::int as failed,
            count(*) filter (where p.batch_id is distinct from $2)::int as moved_on
     from ${started}`,
    parameters,
  ))!;
  const distributions = await tx.rows<PaymentBatchDetails['distributions'][number]>(
    `select d.id, d.name, q.count, q.total from (
       select p.distribution_id, count(*)::int as count, round(sum(p.amount), 2)::text as total from ${started} group by 1) q
     join distribution d on d.org_id = $1 and d.id = q.distribution_id order by alphabetical(d.name), d.id`,
    parameters,
  );
  const isUntouched = record.status === 'open' && payments.processing === record.count;
  return { ...record, payments, distributions, can_cancel: isUntouched && administrators.includes(actor.role) };
}
