// Hands a batch to the payout provider, and asks it for results that no callback brought.
import { applyPayoutEvents } from '#server/commands/payouts/events.ts';
import { handedBatch, piecesOfBatch } from '#server/commands/payouts/handedBatch.ts';
import { queueJobs } from '#server/data/queue/jobs.ts';
import type { Deps } from '#server/deps.ts';
import type { PayoutProvider } from '#server/providers/payouts/payoutProvider.ts';
import type { Handler } from '../job.ts';

/** A callback is quicker; this finds those that were lost. */
const ASK_EVERY_SECONDS = 900;

const batchOf = (details: Readonly<Record<string, unknown>>) => String(details.batch_id);

/** Is done when the provider has the batch, or when it was withdrawn before the first call. */
export const handOver =
  (deps: Deps, provider: PayoutProvider): Handler =>
  async ({ details, turn_of }) => {
    const id = batchOf(details);
    const begun = await deps.db.system((tx) =>
      tx.row<{ is_due: boolean }>('select begin_handover($1) as is_due', [id]),
    );
    if (!begun!.is_due) return;
    const note = (failure: string | null) => (tx: Parameters<Parameters<typeof deps.db.system>[0]>[0]) =>
      tx.rows('select note_handover($1, $2)', [id, failure]);
    try {
      const batch = await handedBatch(deps, id);
      if (!batch) throw new Error('Nobody at the company may make payments any more.');
      await provider.submit(batch, piecesOfBatch(deps, id));
    } catch (error) {
      await deps.db.system(note((error as Error).message.slice(0, 300)));
      throw error;
    }
    await deps.db.system(async (tx) => {
      await note(null)(tx);
      await queueJobs(tx, [
        {
          kind: 'ask_for_results',
          lane: 'slow',
          turn_of,
          details: { batch_id: id },
          pauseSeconds: ASK_EVERY_SECONDS,
        },
      ]);
    });
  };

/** Is done when the batch is no longer open. */
export const askForResults =
  (deps: Deps, provider: PayoutProvider): Handler =>
  async ({ details }) => {
    const id = batchOf(details);
    const state = await deps.db.system((tx) =>
      tx.row<{ is_open: boolean }>('select awaits_results($1) as is_open', [id]),
    );
    if (!state!.is_open) return undefined;
    const events = (await provider.results(id)).filter((event) => event.batch_id === id);
    const { refused } = await applyPayoutEvents(deps, events);
    for (const { code } of refused) deps.log.warn('Results of the payout provider were refused.', { batch: id, code });
    return { againInSeconds: ASK_EVERY_SECONDS };
  };
