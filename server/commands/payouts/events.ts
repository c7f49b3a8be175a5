// What the payout provider says about payments, by a callback or when it is asked.
import { AppError } from '#src/domain/errors.ts';
import type { Deps } from '#server/deps.ts';
import type { PayoutEvent } from '#server/providers/payouts/payoutProvider.ts';
import { applyResults } from '../batches/applyResults.ts';
import { asPayout } from './asPayout.ts';

/** What the callback is answered. */
export interface PayoutAnswer {
  completed: number;
  failed: number;
  unchanged: number;
  /** Payments that are in no batch which was handed over. */
  unknown: string[];
  /** Events that were refused by themselves, and batches whose events were refused as a whole, such as those of a cancelled one. */
  refused: { batch_id: string; payment_id?: string; code: string; detail: string }[];
}

/** Each batch is a transaction of its own. A repeat, and an event that comes after a later one, changes nothing. */
export async function applyPayoutEvents(deps: Deps, events: readonly PayoutEvent[]): Promise<PayoutAnswer> {
  const answer: PayoutAnswer = { completed: 0, failed: 0, unchanged: 0, unknown: [], refused: [] };
  for (const [batch_id, those] of Map.groupBy(events, (event) => event.batch_id))
    try {
      const rows = those.map(({ payment_id, status, date, reference, reason }) => ({
        payment_id,
        status,
        date: date ?? undefined,
        reference: reference ?? undefined,
        reason: reason ?? undefined,
      }));
      const refused: PayoutAnswer['refused'] = [];
      const refuse = (detail: string, at: number) =>
        void refused.push({ batch_id, payment_id: rows[at]!.payment_id, code: 'invalid_fields', detail });
      const done = await asPayout(deps, batch_id, (context) =>
        applyResults(context, batch_id, rows, { onFault: refuse }),
      );
      if (!done) {
        answer.unknown.push(...those.map(({ payment_id }) => payment_id));
        continue;
      }
      answer.completed += done.completed;
      answer.failed += done.failed;
      answer.unchanged += done.unchanged;
      answer.unknown.push(...done.unknown);
      answer.refused.push(...refused);
    } catch (error) {
      if (!(error instanceof AppError) || (error.status ?? 500) >= 500) throw error;
      answer.refused.push({ batch_id, code: error.code, detail: error.message });
    }
  return answer;
}
