// Takes entries of the ledger back (E22): a new row for each, which says so, and its rows out of the projections.
// Nothing is edited: the voided row stays as it was written, and the table as it was known before can be folded again.
import type { OcfObject } from '../../src/domain/ledger/core/types.ts';
import type { Tx } from '../db/database.ts';
import { writeChained } from './ledgerRepository.ts';
import { PROJECTIONS } from './projections.ts';
import type { LedgerHead, Recorder } from './ledgerRepository.ts';
import type { StoredEntry } from './replay.ts';

/** What is shown of a voiding row beside its own words. */
type Voided = { seq: string; effective_date: string | null; security_id: string | null; stakeholder_id: string | null };

/**
 * The last entry first. The lock must be held, and the caller has made sure that nothing stands on them.
 * `newId` makes the id of each voiding row; `reason` is kept in it.
 */
export async function voidEntries(
  tx: Tx,
  org: string,
  head: LedgerHead,
  entries: readonly StoredEntry[],
  by: Recorder,
  { newId, reason }: { newId: () => string; reason: string },
): Promise<void> {
  const seqs = entries.map((entry) => entry.seq);
  const shown = new Map(
    (
      await tx.rows<Voided & { summary: string }>(
        'select seq, effective_date, security_id, stakeholder_id, summary from ledger_tx where org_id = $1 and seq = any ($2::bigint[])',
        [org, seqs],
      )
    ).map((row) => [row.seq, row]),
  );
  const rows = [...entries].reverse().map((entry) => {
    const { effective_date = null, security_id = null, stakeholder_id = null, summary = '' } = shown.get(entry.seq)!;
    const id = newId();
    const ocf: OcfObject = {
      object_type: 'VOID',
      id,
      voids_seq: entry.seq,
      voids_transaction_id: entry.id,
      reason_text: reason,
    };
    return {
      id,
      object_type: 'VOID',
      effective_date,
      security_id,
      stakeholder_id,
      summary: `Taken back, No. ${entry.seq}: ${summary}`,
      ocf,
      voids_seq: entry.seq,
    };
  });
  await writeChained(tx, org, head, rows, by);
  for (const { table, seq } of Object.values(PROJECTIONS).reverse()) {
    await tx.write(`delete from ${table} where org_id = $1 and ${seq} = any ($2::bigint[])`, [org, seqs]);
  }
}
