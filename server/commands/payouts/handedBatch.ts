// What the payout provider gets of a batch: what it is, and its file.
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Deps } from '#server/deps.ts';
import type { HandedBatch } from '#server/providers/payouts/payoutProvider.ts';
import { batchFilePiece } from '../batches/batchFile.ts';
import { asPayout } from './asPayout.ts';

/** Undefined when nobody of the company may pay any more. */
export async function handedBatch(deps: Deps, id: string): Promise<HandedBatch | undefined> {
  const batch = await asPayout(deps, id, ({ tx, actor }) => findRecord(tx, actor, paymentBatches, id));
  if (!batch) return undefined;
  const { number, format, execution_date, currency, count, total, sha256, size } = batch;
  return { id, number, format, execution_date, currency, count, total, sha256, size } as HandedBatch;
}

/** The file, piece by piece. */
export async function* piecesOfBatch(deps: Deps, id: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const piece = await asPayout(deps, id, (context) => batchFilePiece(context, id, part));
    if (!piece) return;
    yield piece;
  }
}
