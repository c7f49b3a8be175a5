// How the ledger lists an entry, for sentences that name it.
import type { ListedEntry } from '#src/contract/securityPages.ts';
import type { Tx } from '#server/db/database.ts';

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

/**
 * The entry from which a security came: a transfer, an exercise, a split; for new money in a round, a conversion of the same unit,
 * whose price rests on it. Null for one that was issued by itself.
 */
export async function madeBy(tx: Tx, org: string, securityId: string): Promise<ListedEntry | null> {
  const made = await tx.row<{ seq: string }>(
    `select seq from (
       select tx_seq::text as seq, 0 as place, tx_seq from resulting where org_id = $1 and result_security_id = $2
       union all
       select l.seq::text, 1, l.seq from security s
       join ledger_tx i on i.org_id = $1 and i.seq = s.issue_seq and i.import_id is null
       join ledger_tx l on l.org_id = $1 and l.command_seq = i.command_seq and l.object_type = 'TX_CONVERTIBLE_CONVERSION'
       where s.org_id = $1 and s.security_id = $2
         and not exists (select 1 from ledger_tx v where v.org_id = $1 and v.voids_seq = l.seq)) found
     order by place, tx_seq limit 1`,
    [org, securityId],
  );
  return made ? listedAs(tx, org, made.seq) : null;
}

const LISTED_MAX = 200;

/** What is taken back with an entry, itself included. Null where it counts no more, or came with an import. */
export async function entriesOfUnit(
  tx: Tx,
  org: string,
  seq: string,
): Promise<{ command_seq: string; count: number; entries: ListedEntry[] } | null> {
  const asked = await tx.row<{ command_seq: string }>(
    `select command_seq::text as command_seq from ledger_tx l where org_id = $1 and seq = $2 and import_id is null and voids_seq is null
       and not exists (select 1 from ledger_tx v where v.org_id = $1 and v.voids_seq = l.seq)`,
    [org, seq],
  );
  if (!asked) return null;
  const rows = await tx.rows<ListedEntry & { count: number }>(
    `select l.id, l.seq::text as seq, l.summary, l.effective_date as date, count(*) over ()::int as count from ledger_tx l
     where l.org_id = $1 and l.command_seq = $2 and l.import_id is null and l.voids_seq is null
       and not exists (select 1 from ledger_tx v where v.org_id = $1 and v.voids_seq = l.seq)
     order by l.seq limit ${LISTED_MAX}`,
    [org, asked.command_seq],
  );
  const entries = rows.map(({ id, seq: number, summary, date }) => ({ id, seq: number, summary, date }));
  return { ...asked, count: rows[0]?.count ?? 0, entries };
}
