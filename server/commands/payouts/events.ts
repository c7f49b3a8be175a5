// What the payout provider says about payments, by a callback or when it is asked.
import { AppError } from '../../../src/domain/errors.ts';
import type { Actor } from '../../../src/resources/kit/access.ts';
import type { Deps } from '../../deps.ts';
import type { PayoutEvent } from '../../providers/payouts/payoutProvider.ts';
import { applyResults } from '../batches/applyResults.ts';
import type { CommandContext } from '../core/context.ts';

/** What the callback is answered. */
export interface PayoutAnswer {
  completed: number;
  failed: number;
  unchanged: number;
  /** Payments that are in no batch which was handed over. */
  unknown: string[];
  /** Batches whose events were refused as a whole, such as those of a cancelled one. */
  refused: { batch_id: string; code: string; detail: string }[];
}

/** Work for a batch, in the name of who handed it over. Out: undefined for one that was not handed over. */
export const asPayout = <T>(
  deps: Deps,
  batch: string,
  work: (context: CommandContext) => Promise<T>,
): Promise<T | undefined> =>
  deps.db.system(async (tx) => {
    await tx.takeTime();
    const begun = await tx.row<Pick<Actor, 'account_id' | 'org_id' | 'role'> & { time_zone: string | null }>(
      'select * from app_begin_payout($1)',
      [batch],
    );
    if (!begun) return undefined;
    return work({ tx, actor: { ...begun, membership_status: 'active', shareholder_id: null }, deps });
  });

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
      const done = await asPayout(deps, batch_id, (context) => applyResults(context, batch_id, rows));
      if (!done) {
        answer.unknown.push(...those.map(({ payment_id }) => payment_id));
        continue;
      }
      answer.completed += done.completed;
      answer.failed += done.failed;
      answer.unchanged += done.unchanged;
      answer.unknown.push(...done.unknown);
    } catch (error) {
      if (!(error instanceof AppError) || (error.status ?? 500) >= 500) throw error;
      answer.refused.push({ batch_id, code: error.code, detail: error.message });
    }
  deps.messagesWaiting();
  return answer;
}
