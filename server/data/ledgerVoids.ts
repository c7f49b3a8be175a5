// Voids ledger entries (E22): adds a void row for each and removes its rows from the projections. The voided row is not edited,
// so earlier tables can still be rebuilt.
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Tx } from '../db/database.ts';
import { writeChained } from './ledgerRepository.ts';
import { PROJECTIONS } from './projections.ts';
import type { LedgerHead, Recorder } from './ledgerRepository.ts';
import type { StoredEntry } from './replay.ts';

/** Fields of the voided entry that the void row shows. */
type Voided = { seq: string; effective_date: string | null; security_id: string | null; stakeholder_id: string | null };

/**
 * Voids the last entry first. The lock must be held, and the caller has checked that nothing depends on them. `newId`
 * makes each void row's id; `reason` is stored in it.
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
