// Checks a ledger's hash chain, link by link, and its head in the organisation.
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { chainHash } from '#server/data/ledgerRepository.ts';
import type { ChainedEntry } from '#server/data/ledgerRepository.ts';
import type { Tx } from '#server/db/database.ts';
import type { ChainHead } from './changeFaults.ts';

const ROWS_AT_ONCE = 5000;
type Stored = Omit<ChainedEntry, 'ocf'> & { ocf: string; prev_hash: Buffer; hash: Buffer };

/**
 * The first fault, as a sentence that names the entry; none when every link is right. `from`: links up to it were verified before
 * and are not read again.
 */
export async function chainFaults(
  tx: Tx,
  org: string,
  from: ChainHead = { seq: '0', hash: '0'.repeat(64) },
): Promise<string[]> {
  let prev: Buffer = Buffer.from(from.hash, 'hex');
  let last = BigInt(from.seq);
  for (;;) {
    const rows = await tx.rows<Stored>(
      `select seq, id, object_type, effective_date, recorded_at, actor_id, actor, security_id, stakeholder_id, summary, ocf::text as ocf,
              import_id, command_seq, voids_seq, prev_hash, hash
       from ledger_tx where org_id = $1 and seq > $2 order by seq limit ${ROWS_AT_ONCE}`,
      [org, String(last)],
    );
    for (const row of rows) {
      last += 1n;
      if (row.seq !== String(last)) return [`Entry ${row.seq} follows entry ${last - 1n}: the sequence has a gap.`];
      const fits =
        row.prev_hash.equals(prev) &&
        row.hash.equals(chainHash(prev, { ...row, ocf: parseExactly(row.ocf) as OcfObject }));
      if (!fits) return [`Entry ${row.seq} (${row.id}) was changed after it was written: its hash does not match.`];
      prev = row.hash;
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  const head = await tx.row<{ last_seq: string; last_hash: Buffer }>(
    'select last_seq, last_hash from organization where id = $1',
    [org],
  );
  if (head && (head.last_seq !== String(last) || !head.last_hash.equals(prev)))
    return [`The ledger ends at entry ${last}, but ${head.last_seq} were written: entries are missing at its end.`];
  return [];
}
