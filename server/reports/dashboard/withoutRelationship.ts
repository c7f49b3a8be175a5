// Holders of whom nobody said what they are to the company: one question about all of them.
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { WaitingRows } from '#src/contract/dashboard.ts';
import type { Tx } from '#server/db/database.ts';

/** One row, the first of them by name with their number (`count`); none where it is said of all. Who holds nothing is left out. */
export async function withoutRelationship(tx: Tx, actor: Actor): Promise<WaitingRows['no_relationship'][]> {
  return tx.rows(
    `select h.id, h.name, (count(*) over ())::int as count from shareholder h
     where h.org_id = $1 and h.relationship is null
       and exists (select 1 from held_today t where t.org_id = h.org_id and t.shareholder_id = h.id)
     order by alphabetical(h.name), h.id limit 1`,
    [orgOf(actor)],
  );
}
