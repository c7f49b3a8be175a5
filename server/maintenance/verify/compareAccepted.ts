// Checks the marks of rows imported despite an error: the commit-time checks skip such rows, so a false mark would hide a
// fault.
import type { Row, Tx } from '#server/db/database.ts';
import { PROJECTIONS } from '#server/data/projections.ts';
import type { Replay } from '#server/data/replay.ts';

/** Returns a sentence for each wrong mark: on a row that was not imported, or different from the replay of its import. */
export async function compareAccepted(tx: Tx, org: string, replayed: Replay, seqOf: ReadonlyMap<string, string>) {
  const changed = await lastChange(tx, org);
  const ofImport = new Set(replayed.entries.filter((entry) => entry.import_id !== null).map((entry) => entry.seq));
  const told = await toldInFindings(tx, org);
  const faults: string[] = [];
  for (const [name, { table, seq }] of Object.entries(PROJECTIONS)) {
    const stored = await tx.rows<{ seq: string; accepted: boolean }>(
      `select distinct ${seq} as seq, accepted from ${table} where org_id = $1`,
      [org],
    );
    const marked = new Set<string>();
    for (const row of replayed.interpretation.effects[name as keyof typeof PROJECTIONS] as (Row & {
      transaction_id: string;
    })[])
      if (row.accepted) marked.add(seqOf.get(row.transaction_id) ?? '');
    for (const row of stored) {
      const isOfImport = ofImport.has(row.seq);
      // Later changes of objects or voids may resolve or cause an error.
      if (isOfImport && BigInt(row.seq) <= changed) continue;
      if (isOfImport && row.accepted && told.has(row.seq)) continue;
      if (row.accepted !== (isOfImport && marked.has(row.seq)))
        faults.push(
          `${table} of entry ${row.seq} is ${row.accepted ? '' : 'not '}marked as accepted in spite of an error.`,
        );
    }
  }
  return faults;
}

/** The last entry before a change of something that an import was checked with. */
async function lastChange(tx: Tx, org: string): Promise<bigint> {
  const row = await tx.row<{ seq: string | null }>(
    `select greatest((select max(valid_from_seq) from ocf_object where org_id = $1 and version > 1),
                     (select max(seq) from ledger_tx where org_id = $1 and voids_seq is not null)) as seq`,
    [org],
  );
  return BigInt(row?.seq ?? 0);
}

/** Entries whose import reported an error for their id: of two entries with one id the second was never written. */
async function toldInFindings(tx: Tx, org: string): Promise<Set<string>> {
  const rows = await tx.rows<{ seq: string }>(
    `select distinct l.seq from finding f join ledger_tx l on l.org_id = f.org_id and l.import_id = f.import_id and l.id = f.object_id
     where f.org_id = $1 and f.severity = 'error'`,
    [org],
  );
  return new Set(rows.map(({ seq }) => seq));
}
