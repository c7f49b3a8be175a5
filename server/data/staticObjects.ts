// The stored OCF objects of holders and classes: the present version, or the last one of a deleted object.
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Tx } from '../db/database.ts';

/** The last written version, or null. */
export async function currentObject(tx: Tx, org: string, objectType: string, id: unknown): Promise<OcfObject | null> {
  const row = await tx.row<{ ocf: string }>(
    `select ocf::text as ocf from ocf_object where org_id = $1 and object_type = $2 and id = $3 order by version desc limit 1`,
    [org, objectType, id],
  );
  return row ? (parseExactly(row.ocf) as OcfObject) : null;
}

/** A last version of each that says the object is gone; the earlier ones stay. */
export async function markDeleted(
  tx: Tx,
  org: string,
  objectType: string,
  ids: readonly unknown[],
  actorId: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.write(
    `insert into ocf_object (org_id, object_type, id, version, ocf, valid_from_seq, is_deleted, actor_id)
     select l.org_id, l.object_type, l.id, l.version + 1, l.ocf, (select last_seq from organization where id = $1), true, $4
     from unnest($3::text[]) as gone (id)
     cross join lateral (
       select * from ocf_object o where o.org_id = $1 and o.object_type = $2 and o.id = gone.id order by o.version desc limit 1) l`,
    [org, objectType, ids, actorId],
  );
}
