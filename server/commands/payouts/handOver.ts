// Hands a batch to the payout provider of the installation. The call itself is made afterwards, and again until it is answered.
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { orgOf } from '#server/auth/actor.ts';
import { queueJobs } from '#server/data/queue/jobs.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { lockBatch } from '../batches/lockBatch.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** Refuses: not_found (404), no_payout_provider, batch_not_open, batch_has_results, handed_over_already (409). */
export async function handOverBatch(context: CommandContext, id: string): Promise<Row> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const { batch } = await lockBatch(context, id);
  if (deps.config.payoutHttp === null)
    throw conflict(
      'no_payout_provider',
      'No payout provider is connected. Download the file and give it to your bank.',
    );
  if (batch.status !== 'open')
    throw conflict('batch_not_open', `${batch.name} is ${batch.status}, so there is nothing to hand over.`);
  const has = await tx.row<{ results: boolean }>(
    `select exists (select 1 from payment_event where org_id = $1 and batch_id = $2 and verb <> 'started') as results`,
    [org, batch.id],
  );
  if (has!.results)
    throw conflict('batch_has_results', `The bank has answered for ${batch.name} already, so it has the file.`);
  const done = await tx.write(
    `insert into payout_handover (org_id, batch_id, account_id, asked_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [org, batch.id, actor.account_id, deps.now().toISOString()],
  );
  if (done === 0) throw conflict('handed_over_already', `${batch.name} was handed to the provider already.`);
  await queueJobs(tx, [{ kind: 'hand_over', lane: 'slow', turn_of: org, details: { batch_id: batch.id } }]);
  recordActivity(context, {
    text: `handed ${batch.name} to the payout provider`,
    resource: paymentBatches.name,
    id: batch.id,
  });
  return (await findRecord(tx, actor, paymentBatches, batch.id))!;
}
