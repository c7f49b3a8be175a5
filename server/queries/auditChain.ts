// The state of the audit trail for its screen: whether its last rows follow from one another, and whom it names. The whole chain
// and its seals are checked by npm run verify.
import type { AuditChain } from '#src/contract/auditChain.ts';
import type { Tx } from '../db/database.ts';

/** The rows whose hashes are recomputed for one answer. */
const CHECKED = 1000;
const PEOPLE_MAX = 200;

export async function readAuditChain(tx: Tx, org: string): Promise<AuditChain> {
  const row = await tx.row<{ rows: string | null; hash: string | null; from: string | null; bad: string | null }>(
    `with last as (select * from audit where org_id = $1 order by seq desc limit ${CHECKED}),
       linked as (
         select l.seq, l.hash, l.prev_hash = coalesce(lag(l.hash) over w, l.prev_hash) and l.seq = coalesce(lag(l.seq) over w + 1, l.seq)
           and l.hash = encode(sha256(convert_to(l.prev_hash || e'\\n' || audit_document(l.*::audit), 'UTF8')), 'hex') as fits
         from last l window w as (order by l.seq))
     select max(seq) as rows, (array_agg(hash order by seq desc))[1] as hash, min(seq) as from, min(seq) filter (where not fits) as bad from linked`,
    [org],
  );
  // Reads one entry of the index for each person, however long the trail is.
  const people = await tx.rows<{ id: string; name: string }>(
    `with recursive person as (
       (select account_id from audit where org_id = $1 and account_id is not null order by account_id limit 1)
       union all
       select (select a.account_id from audit a where a.org_id = $1 and a.account_id > p.account_id order by a.account_id limit 1)
       from person p where p.account_id is not null)
     select p.account_id as id, (select a.actor from audit a where a.org_id = $1 and a.account_id = p.account_id order by a.seq desc limit 1) as name
     from person p where p.account_id is not null limit ${PEOPLE_MAX}`,
    [org],
  );
  return {
    rows: Number(row?.rows ?? 0),
    hash: row?.hash ?? null,
    checked_from: Number(row?.from ?? 0),
    first_bad: row?.bad ? Number(row.bad) : null,
    people: people.toSorted((one, other) => one.name.localeCompare(other.name)),
  };
}
