// Writes what the bank says about the payments of a batch, whoever brought the answer: a file or a provider.
import { paymentMachine } from '../../../src/domain/distribution/distributionMachine.ts';
import type { PaymentStatus } from '../../../src/domain/distribution/distributionMachine.ts';
import { plural } from '../../../src/domain/plural.ts';
import type { BatchResults } from '../../../src/contract/paymentBatches.ts';
import { orgOf } from '../../auth/actor.ts';
import { invalidFields } from '../core/checked.ts';
import { conflict, recordActivity, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { movePayments } from '../distributions/movePayments.ts';
import type { Move, MovedPayment } from '../distributions/movePayments.ts';
import { lockBatch } from './lockBatch.ts';

export interface PaymentResult {
  payment_id: string;
  status: 'completed' | 'failed' | 'returned';
  /** The day the money arrived, today by default. */
  date?: string | undefined;
  reference?: string | undefined;
  reason?: string | undefined;
}

type Command = 'complete' | 'fail' | 'return';
interface Found {
  at: number;
  id: string | null;
  status: PaymentStatus;
  batch_id: string | null;
  record_date: string;
}

const NO_REASON = 'The bank gave no reason';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Each payment that is still as it went out with this batch moves as the bank says; what is so already, or was tried again since,
 * stays. `failed` and `returned` are the same: the money did not arrive, or came back. Of several rows for one payment the
 * last counts. Refuses: not_found (404), batch_cancelled (409), a day before the record date or after today (422).
 */
export async function applyResults(
  context: CommandContext,
  batchId: string,
  rows: readonly PaymentResult[],
): Promise<BatchResults> {
  const { batch, distributions } = await lockBatch(context, batchId);
  if (batch.status === 'cancelled')
    throw conflict('batch_cancelled', `${batch.name} was cancelled, so no results of it can be brought in.`);
  const found = await membersOf(context, batch.id, rows);
  const moves: Record<Command, MovedPayment[]> = { complete: [], fail: [], return: [] };
  const done: BatchResults = { completed: 0, failed: 0, unchanged: 0, unknown: [], notices: [] };
  const lastRows = new Map(rows.map((row, at) => [row.payment_id.toLowerCase(), at]));
  const day = today(context);
  rows.forEach((row, at) => {
    const payment = found.get(at);
    if (!payment) {
      done.unknown.push(row.payment_id);
      return;
    }
    const command =
      payment.batch_id === batch.id && lastRows.get(row.payment_id.toLowerCase()) === at
        ? commandOf(row, payment)
        : null;
    if (command === null) {
      done.unchanged += 1;
      return;
    }
    if (command === 'complete') {
      refuseDay(row.date, payment.record_date, day, at);
      moves.complete.push({ id: payment.id!, note: row.reference || null, day: row.date ?? day });
    } else moves[command].push({ id: payment.id!, note: row.reason || NO_REASON });
  });
  let states: Move['distributions'] = distributions;
  for (const command of ['complete', 'fail', 'return'] as const) {
    states = (
      await movePayments(context, { command, batch_id: batch.id, payments: moves[command], distributions: states })
    ).distributions;
  }
  done.completed = moves.complete.length;
  done.failed = moves.fail.length + moves.return.length;
  if (done.completed + done.failed > 0)
    recordActivity(context, {
      text: `brought in results of ${batch.name}: ${plural(done.completed, 'payment')} completed, ${done.failed} failed`,
      resource: 'payment-batches',
      id: batch.id,
    });
  return done;
}

/** What the bank's answer changes; null when nothing. */
function commandOf({ status }: PaymentResult, payment: Found): Command | null {
  const commands: Command[] = status === 'completed' ? ['complete'] : ['fail', 'return'];
  return commands.find((command) => paymentMachine.transitions[payment.status][command] !== undefined) ?? null;
}

/** The rows whose payment went out with the batch, by their position. */
async function membersOf({ tx, actor }: CommandContext, batch: string, rows: readonly PaymentResult[]) {
  const ids = rows.map(({ payment_id }) => (UUID.test(payment_id) ? payment_id : null));
  const found = await tx.rows<Found>(
    `select r.at::int, p.id, p.status, p.batch_id, d.record_date
     from unnest($3::uuid[]) with ordinality as r (id, at)
     join payment_event e on e.org_id = $1 and e.batch_id = $2 and e.payment_id = r.id and e.verb = 'started'
     join payment p on p.org_id = $1 and p.id = r.id
     join distribution d on d.org_id = $1 and d.id = p.distribution_id`,
    [orgOf(actor), batch, ids],
  );
  return new Map(found.map((payment) => [payment.at - 1, payment]));
}

function refuseDay(given: string | undefined, from: string, to: string, at: number) {
  if (given === undefined || (given >= from && given <= to)) return;
  throw invalidFields({
    [`rows.${at}.date`]:
      given < from
        ? `A payment cannot have arrived on ${given}, before the record date, ${from}.`
        : `A payment cannot have arrived on ${given}: today is ${to}.`,
  });
}
