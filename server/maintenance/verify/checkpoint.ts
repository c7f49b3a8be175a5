// How far a chain was verified without a fault: the ends of its changes, its audit trail and its ledger, under a seal that only the
// holder of APP_SECRET can make. A later verification may begin there, and says so.
import type { Sign } from '#server/data/seals.ts';
import { sameBytes } from '#server/data/sameBytes.ts';
import type { Tx } from '#server/db/database.ts';
import type { ChainHead } from './changeFaults.ts';

export interface Checkpoint {
  at: Date;
  change: ChainHead;
  trail: ChainHead;
  entry: ChainHead;
}
export type Ends = Omit<Checkpoint, 'at'>;

const START = '0'.repeat(64);

/** Where the chain, the trail and the ledger end in this snapshot. The installation has neither trail nor ledger. */
export async function endsOf(tx: Tx, chain: string): Promise<Ends> {
  const row = await tx.row<Record<string, string>>(
    `select coalesce(h.seq, 0) as change_seq, encode(h.hash, 'hex') as change_hash, coalesce(a.seq, 0) as trail_seq, a.hash as trail_hash,
            coalesce(o.last_seq, 0) as entry_seq, encode(o.last_hash, 'hex') as entry_hash
     from (select $1::uuid as id) c left join sealed_head h on h.org_id = c.id left join organization o on o.id = c.id
     left join lateral (select seq, hash from audit where org_id = c.id order by seq desc limit 1) a on true`,
    [chain],
  );
  const end = (name: string): ChainHead => ({ seq: row![`${name}_seq`]!, hash: row![`${name}_hash`] ?? START });
  return { change: end('change'), trail: end('trail'), entry: end('entry') };
}

/** The last checkpoint of a chain. Null: there is none, it was not made by this Sharebook, or what it names is no longer there. */
export async function lastCheckpoint(tx: Tx, chain: string, sign: Sign): Promise<Checkpoint | null> {
  const row = await tx.row<Record<string, string> & { seal: Buffer; at: string; stands: boolean }>(
    `select v.at, v.change_seq, encode(v.change_hash, 'hex') as change_hash, v.trail_seq, v.trail_hash, v.entry_seq,
            encode(v.entry_hash, 'hex') as entry_hash, v.seal,
            (v.change_seq = 0 or exists (select from sealed_change c where c.org_id = v.org_id and c.seq = v.change_seq and c.hash = v.change_hash))
        and (v.trail_seq = 0 or exists (select from audit a where a.org_id = v.org_id and a.seq = v.trail_seq and a.hash = v.trail_hash))
        and (v.entry_seq = 0 or exists (select from ledger_tx l where l.org_id = v.org_id and l.seq = v.entry_seq and l.hash = v.entry_hash)) as stands
     from verified_chain v where v.org_id = $1`,
    [chain],
  );
  if (!row?.stands) return null;
  const end = (name: string): ChainHead => ({ seq: row[`${name}_seq`]!, hash: row[`${name}_hash`]! });
  const found = { at: new Date(row.at), change: end('change'), trail: end('trail'), entry: end('entry') };
  return sameBytes(row.seal, sealOf(sign, chain, found)) ? found : null;
}

export async function saveCheckpoint(tx: Tx, chain: string, sign: Sign, checkpoint: Checkpoint): Promise<void> {
  const { at, change, trail, entry } = checkpoint;
  await tx.rows(
    `insert into verified_chain values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, decode($8, 'hex'), $9)
     on conflict (org_id) do update set at = excluded.at, change_seq = excluded.change_seq, change_hash = excluded.change_hash,
       trail_seq = excluded.trail_seq, trail_hash = excluded.trail_hash, entry_seq = excluded.entry_seq,
       entry_hash = excluded.entry_hash, seal = excluded.seal`,
    [chain, at, change.seq, change.hash, trail.seq, trail.hash, entry.seq, entry.hash, sealOf(sign, chain, checkpoint)],
  );
}

const sealOf = (sign: Sign, chain: string, { at, change, trail, entry }: Checkpoint): Buffer =>
  sign(
    ['verified', chain, at.toISOString(), ...[change, trail, entry].flatMap(({ seq, hash }) => [seq, hash])].join(' '),
  );
