// Cancels a batch of which the bank has said nothing yet: its payments are pending again.
import { plural } from '#src/domain/plural.ts';
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Row } from '#server/db/database.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { movePayments } from '../distributions/movePayments.ts';
import { withdrawHandover } from '../payouts/withdrawHandover.ts';
import { lockBatch } from './lockBatch.ts';
import { noteInDistributions } from './noteInDistributions.ts';
import { forgetPrenotes, hasReturnedPrenote } from './prenotes.ts';

/** Refuses: not_found (404), batch_cancelled, batch_has_results, handed_over (409). */
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
  if (await hasReturnedPrenote(context, batch.id))
    throw conflict('batch_has_results', `A prenote of ${batch.name} came back, so the bank has the file.`);
  await withdrawHandover(context, batch);
  await tx.write(`update payment_batch set status = 'cancelled', version = version + 1 where org_id = $1 and id = $2`, [
    orgOf(actor),
    batch.id,
  ]);
  await forgetPrenotes(context, batch.id);
  const payments = waiting.map((payment) => ({ id: payment.id, note: null }));
  const move = { command: 'withdraw', batch_id: batch.id, payments, distributions } as const;
  await movePayments(context, move);
  await noteInDistributions(context, batch.name, move);
  recordActivity(context, {
    text: `cancelled ${batch.name}: ${batch.count === 0 ? 'its prenotes count as not sent' : `${plural(batch.count, 'payment')} released, to go out with another batch`}`,
    resource: 'payment-batches',
    id: batch.id,
  });
  return (await findRecord(tx, actor, paymentBatches, batch.id))!;
}
