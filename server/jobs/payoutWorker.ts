// Hands batches to the payout provider, and asks it for results that no callback brought. Several processes may run it.
import { applyPayoutEvents } from '../commands/payouts/events.ts';
import { handedBatch, piecesOfBatch } from '../commands/payouts/handedBatch.ts';
import type { Deps } from '../deps.ts';
import type { PayoutProvider } from '../providers/payouts/payoutProvider.ts';

/** Longer than the calls of one handing over may take. */
const LEASE_SECONDS = 400;
const AT_ONCE = 5;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 3600;
/** A callback is quicker; this finds those that were lost. */
const ASK_EVERY_SECONDS = 900;
const POLL_MS = 5000;

export interface PayoutWorker {
  stop(): Promise<void>;
}

export function startPayoutWorker(deps: Deps, provider: PayoutProvider): PayoutWorker {
  let current: Promise<void> | null = null;
  const tick = () => {
    current ??= handOverDue(deps, provider)
      .then(() => askForResults(deps, provider, ASK_EVERY_SECONDS))
      .catch((error: unknown) => deps.log.error('The payout provider was not reached.', reasonOf(error)))
      .finally(() => (current = null));
  };
  const timer = setInterval(tick, POLL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}

/** Out: how many were taken. A batch that was not is tried again after a growing pause. */
export async function handOverDue(deps: Deps, provider: PayoutProvider): Promise<number> {
  const due = await deps.db.system((tx) =>
    tx.rows<{ batch_id: string; attempts: number }>('select * from take_handovers($1, $2)', [LEASE_SECONDS, AT_ONCE]),
  );
  let taken = 0;
  for (const { batch_id, attempts } of due) {
    const failure = await handOver(deps, provider, batch_id).then(
      () => null,
      (error: unknown) => reasonOf(error).reason,
    );
    const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
    await deps.db.system((tx) => tx.rows('select note_handover($1, $2, $3)', [batch_id, failure, pause]));
    if (failure === null) taken += 1;
    else deps.log.warn('A batch was not handed over.', { batch: batch_id, reason: failure });
  }
  return taken;
}

async function handOver(deps: Deps, provider: PayoutProvider, id: string): Promise<void> {
  const batch = await handedBatch(deps, id);
  if (!batch) throw new Error('Nobody of the company may pay any more.');
  await provider.submit(batch, piecesOfBatch(deps, id));
}

/** Asks for the results of batches that were not asked for so long. */
export async function askForResults(deps: Deps, provider: PayoutProvider, everySeconds: number): Promise<void> {
  const due = await deps.db.system((tx) =>
    tx.rows<{ batch_id: string }>('select * from take_awaited_results($1, $2)', [everySeconds, AT_ONCE]),
  );
  for (const { batch_id } of due)
    try {
      const events = (await provider.results(batch_id)).filter((event) => event.batch_id === batch_id);
      const { refused } = await applyPayoutEvents(deps, events);
      for (const { code } of refused)
        deps.log.warn('Results of the payout provider were refused.', { batch: batch_id, code });
    } catch (error) {
      deps.log.warn('The payout provider gave no results.', { batch: batch_id, ...reasonOf(error) });
    }
}

const reasonOf = (error: unknown) => ({ reason: (error as Error).message.slice(0, 300) });
