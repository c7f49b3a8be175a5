// Cancels a batch of which the bank has said nothing yet: its payments are pending again.
import { plural } from '../../../src/domain/plural.ts';
import { paymentBatches } from '../../../src/resources/paymentBatches.ts';
import { orgOf } from '../../auth/actor.ts';
import type { Row } from '../../db/database.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { movePayments } from '../distributions/movePayments.ts';
import { lockBatch } from './lockBatch.ts';

/** Refuses: not_found (404), batch_cancelled, batch_has_results (409). */
export async function cancelBatch(context: CommandContext, id: string): Promise<Row> {
  const { tx, actor } = context;
  const { batch, distributions } = await lockBatch(context, id);
  if (batch.status === 'cancelled') throw conflict('batch_cancelled', `${batch.name} is cancelled already.`);
  const waiting = await tx.rows<{ id: string }>(
    `select id from payment where org_id = $1 and batch_id = $2 and status = 'processing'`,
    [orgOf(actor), batch.id],
  );
  if (waiting.length < batch.count)
    throw conflict(
      'batch_has_results',
      `${plural(batch.count - waiting.length, 'payment')} of ${batch.name} ${batch.count - waiting.length === 1 ? 'has' : 'have'} a result already, so it can no longer be cancelled. Mark the others one by one.`,
    );
  await tx.write(`update payment_batch set status = 'cancelled', version = version + 1 where org_id = $1 and id = $2`, [
    orgOf(actor),
    batch.id,
  ]);
  const payments = waiting.map((payment) => ({ id: payment.id, note: null }));
  await movePayments(context, { command: 'withdraw', batch_id: batch.id, payments, distributions });
  recordActivity(context, {
    text: `cancelled ${batch.name}: ${plural(batch.count, 'payment')} pending again`,
    resource: 'payment-batches',
    id: batch.id,
  });
  return (await findRecord(tx, actor, paymentBatches, batch.id))!;
}
