// Checks a company's audit trail: its numbers, its hash chain, and that its rows are those that the sealed chain of changes
// notes. Hashes are computed here, from the rows as the API answers them.
import { canonicalJson } from '#server/data/canonicalJson.ts';
import { sha256 } from '#server/data/sha256.ts';
import type { Row, Tx } from '#server/db/database.ts';
import type { ChainHead } from './changeFaults.ts';

const ROWS_AT_ONCE = 5000;
const FIRST = '0'.repeat(64);
type Stored = Row & { seq: string; at: string; actor: string; summary: string; prev_hash: string; hash: string };
/** What the answer does not show: the texts of `before` and `after`, and digits after the milliseconds. */
type Hidden = { before_text: string | null; after_text: string | null; is_finer: boolean };

/**
 * Out: a sentence about the first bad row, and one about each end that is missing; empty when the trail is whole. `from`: rows up
 * to it were verified before, and only their hashes are read.
 */
export async function auditFaults(tx: Tx, org: string, from: ChainHead = { seq: '0', hash: FIRST }): Promise<string[]> {
  let prev = from.hash;
  let last = Number(from.seq);
  for (;;) {
    const rows = await tx.rows<Stored & Hidden>(
      `select id::text, seq, at, account_id::text, actor, action, resource, resource_id, summary, before, after, request_id, prev_hash, hash,
         before::text as before_text, after::text as after_text, at <> date_trunc('milliseconds', at) as is_finer
       from public.audit where org_id = $1 and seq > $2 order by seq limit ${ROWS_AT_ONCE}`,
      [org, last],
    );
    for (const { before_text, after_text, is_finer, ...row } of rows) {
      last += 1;
      if (row.seq !== String(last))
        return [`Row ${row.seq} of the audit trail follows row ${last - 1}: rows between them are missing.`];
      const isAsWritten = !is_finer && isCanonical(before_text, row.before) && isCanonical(after_text, row.after);
      if (row.prev_hash !== prev || row.hash !== hashOf(row) || !isAsWritten)
        return [
          `Row ${row.seq} of the audit trail (${row.at}, ${row.actor} ${row.summary}) was changed after it was written.`,
        ];
      prev = row.hash;
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return unlikeNotes(tx, org, last);
}

/** Two texts of one value, as with white space or a member twice, have one hash. */
const isCanonical = (text: string | null, value: unknown) => text === null || text === canonicalJson(value);

/** As audit_document() in server/db/functions/audit.sql. */
const hashOf = ({ hash: _hash, ...row }: Stored): string =>
  sha256(`${row.prev_hash}\n${canonicalJson({ ...row, seq: Number(row.seq) })}`).toString('hex');

/** Whoever recomputes all hashes after a change still has other hashes than those that were noted and sealed. */
async function unlikeNotes(tx: Tx, org: string, last: number): Promise<string[]> {
  const noted = `select n.key::bigint as seq, n.value as hash, c.seq as change from public.sealed_change c
    cross join lateral jsonb_each_text(c.rows) n where c.org_id = $1 and c.table_name = 'audit'`;
  const [wrong] = await tx.rows<{ seq: string; change: string | null }>(
    `select coalesce(a.seq, n.seq) as seq, n.change from (select seq, hash from public.audit where org_id = $1) a
     full join (${noted}) n on n.seq = a.seq where n.hash is distinct from a.hash order by 1 limit 1`,
    [org],
  );
  if (!wrong) return [];
  if (Number(wrong.seq) > last) return [`The audit trail ends at row ${last}, but row ${wrong.seq} was written.`];
  return [`Row ${wrong.seq} of the audit trail is not the one that the chain of changes notes.`];
}
