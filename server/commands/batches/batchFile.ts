// Writes the file of a batch, piece by piece: each piece is compressed, encrypted and stored, and none is kept.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AppError } from '#src/domain/errors.ts';
import type { BatchHead, BatchWriter } from '#src/domain/payouts/batchFile.ts';
import { csvBatch } from '#src/domain/payouts/csvBatch.ts';
import { nachaFile } from '#src/domain/payouts/nacha.ts';
import { pain001 } from '#src/domain/payouts/pain001.ts';
import { csvCell } from '#src/resources/kit/csv.ts';
import type { BatchFormat } from '#src/resources/paymentBatches.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Place } from '#server/auth/sealedText.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { CANDIDATES, IN_ORDER, judged } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import { ROWS_AT_ONCE } from './chosen.ts';
import { writable } from './writtenNames.ts';

const [compress, inflate] = [promisify(gzip), promisify(gunzip)];
const PIECE = 1024 * 1024;

const WRITERS: Record<BatchFormat, (head: BatchHead) => BatchWriter> = {
  csv: (head) => csvBatch(head, csvCell),
  nacha: nachaFile,
  'pain.001': pain001,
};

const placeOf = (org: string, batch: string, part: number): Place => [
  'payment_batch_part',
  'sealed',
  org,
  batch,
  String(part),
];

/**
 * Of payments whose distributions are locked. Out: its hash and size. Refuses: changed_meanwhile (409) when somebody
 * changed an account in between, what the format's limits refuse (422).
 */
export async function writeBatchFile(
  context: CommandContext,
  format: BatchFormat,
  head: BatchHead,
  ids: readonly string[],
  /** Payments whose account is tried with a zero-dollar entry. */
  prenoted: readonly string[],
): Promise<{ sha256: string; size: number }> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const hash = createHash('sha256');
  let [part, size] = [0, 0];
  const store = async (text: string) => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    size += bytes.length;
    const packed = (await compress(bytes)).toString('base64');
    await tx.write('insert into payment_batch_part (org_id, batch_id, part, sealed) values ($1, $2, $3, $4)', [
      org,
      head.id,
      part,
      deps.secrets.texts.seal(packed, placeOf(org, head.id, part)),
    ]);
    part += 1;
  };
  const tried = new Set(prenoted);
  const writer = WRITERS[format](head);
  let piece = writer.head();
  const query = `${CANDIDATES} where p.org_id = $1 and p.id = any ($2::uuid[]) ${IN_ORDER}`;
  for await (const candidates of tx.batches<Candidate>(query, [org, [...ids, ...prenoted]], ROWS_AT_ONCE)) {
    for (const candidate of candidates) {
      // Their accounts are not locked, so somebody may have changed one since the batch was put together.
      const { reasons, account } = judged(context, format, candidate);
      if (reasons.length > 0)
        throw conflict(
          'changed_meanwhile',
          `The bank account of ${candidate.shareholder} has just changed. Make the batch again.`,
        );
      piece += writer.payment({
        id: candidate.id,
        reference: writable(format, candidate.distribution),
        name: writable(format, candidate.shareholder),
        is_individual: candidate.is_individual,
        amount: candidate.amount,
        account,
        is_prenote: tried.has(candidate.id),
      });
    }
    if (piece.length < PIECE) continue;
    await store(piece);
    piece = '';
  }
  await store(piece + writer.tail());
  return { sha256: hash.digest('hex'), size };
}

/** One piece of the file; null after the last. Refuses: sealed_elsewhere (409). */
export async function batchFilePiece(
  { tx, actor, deps }: CommandContext,
  batch: string,
  part: number,
): Promise<Buffer | null> {
  const org = orgOf(actor);
  const row = await tx.row<{ sealed: string }>(
    'select sealed from payment_batch_part where org_id = $1 and batch_id = $2 and part = $3',
    [org, batch, part],
  );
  if (!row) return null;
  const packed = deps.secrets.texts.open(row.sealed, placeOf(org, batch, part));
  if (packed === null)
    throw new AppError(
      'sealed_elsewhere',
      'This file was encrypted under another APP_SECRET and cannot be read. Start Sharebook with the earlier APP_SECRET.',
      { status: 409 },
    );
  return inflate(Buffer.from(packed, 'base64'));
}
