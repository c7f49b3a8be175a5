// Holding one payment back, and letting it go.
import { notIn, paymentMachine } from '#src/domain/distribution/distributionMachine.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { payments } from '#src/resources/payments.ts';
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { noteEvents } from './movePayments.ts';
import { lockPayment } from './payments.ts';

/** Refuses: payment_not_pending, already_blocked (409). */
export const blockPayment = (context: CommandContext, id: string, { reason }: VerbBody<'payments.block'>) =>
  setBlock(context, id, reason);

/** Refuses: payment_not_pending, not_blocked (409). */
export const unblockPayment = (context: CommandContext, id: string) => setBlock(context, id, null);

async function setBlock(context: CommandContext, id: string, reason: string | null): Promise<Row> {
  const payment = await lockPayment(context, id);
  const verb = reason === null ? 'unblocked' : 'blocked';
  if (payment.status !== 'pending') throw notIn(paymentMachine, payment.status, ['pending'], verb);
  const done = await context.tx.write(
    'update payment set block_reason = $3, version = version + 1 where org_id = $1 and id = $2 and (block_reason is null) = ($3::text is not null)',
    [payment.org, payment.id, reason],
  );
  if (done === 0)
    throw reason === null
      ? conflict('not_blocked', 'This payment is not blocked.')
      : conflict('already_blocked', 'This payment is blocked already.');
  await noteEvents(context, verb, [{ id: payment.id, note: reason }]);
  recordActivity(context, {
    text: `${verb} the payment of ${writtenMoney(payment.amount, payment.distribution.currency)} to ${payment.shareholder}, ${payment.distribution.name}${reason === null ? '' : `: ${reason}`}`,
    resource: 'payments',
    id: payment.id,
    shareholder_id: payment.shareholder_id,
  });
  return (await findRecord(context.tx, context.actor, payments, payment.id))!;
}
