// How the ledger lists an entry, for sentences that name it.
import type { ListedEntry } from '../../src/contract/securityPages.ts';
import type { Tx } from '../db/database.ts';

/** An entry as the ledger lists it; for an entry of a split, the split itself. */
export async function listedAs(tx: Tx, org: string, seq: string): Promise<ListedEntry> {
  const listed = await tx.row<ListedEntry>(
    `select l.id, l.seq::text as seq, l.summary, l.effective_date as date from ledger_tx e
     join ledger_tx l on l.org_id = e.org_id and (l.seq = e.seq or (l.command_seq = e.command_seq and l.object_type = 'TX_STOCK_CLASS_SPLIT'))
     where e.org_id = $1 and e.seq = $2 order by l.object_type <> 'TX_STOCK_CLASS_SPLIT', l.seq limit 1`,
    [org, seq],
  );
  return listed!;
}

/** The entry from which a security came: a transfer, an exercise, a split. Null for one that was issued by itself. */
export async function madeBy(tx: Tx, org: string, securityId: string): Promise<ListedEntry | null> {
  const made = await tx.row<{ seq: string }>(
    'select tx_seq::text as seq from resulting where org_id = $1 and result_security_id = $2 order by tx_seq limit 1',
    [org, securityId],
  );
  return made ? listedAs(tx, org, made.seq) : null;
}
