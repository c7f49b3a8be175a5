// Options, units and warrants whose last day is near or past: the earlier of the end of the term and of the exercise window
// after the holder left.
import { isHolder } from '#src/resources/kit/access.ts';
import { resourceNamed } from '#src/resources/index.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import type { RecordRow } from '#server/data/lists/listing.ts';
import type { Tx } from '#server/db/database.ts';

export interface LastDays {
  resource: 'grants' | 'warrants';
  status: 'active' | 'expired';
  /** Absent: any end date. */
  until?: string;
}

/** A record of either resource. */
type Ending = RecordRow & { last_day: string };

const VIEWS = { grants: 'grant_view', warrants: 'warrant_view' };

/**
 * The nearest last day first, each record with its `last_day`: at most `shown` of `total`. For a holder, only their
 * own.
 */
export async function lastDays(tx: Tx, actor: Actor, { resource, status, until }: LastDays, shown: number) {
  // Sets the views' date, because an earlier query may have set another.
  await tx.rows(`select set_config('app.as_of', '', true)`);
  const found = await tx.rows<{ id: string; last_day: string; total: string }>(
    `select id, last_day, count(*) over ()::text as total from ${VIEWS[resource]}
     where org_id = $1 and status = $2 and last_day <= coalesce($3, 'infinity'::date) and ($4::text is null or shareholder_id = $4)
     order by last_day, id limit $5`,
    [orgOf(actor), status, until ?? null, isHolder(actor.role) ? (actor.shareholder_id ?? '') : null, shown],
  );
  if (found.length === 0) return { total: 0, rows: [] };
  const { rows } = await listRecords(tx, actor, resourceNamed(resource), {
    sort: { field: 'id', descending: false },
    range: null,
    conditions: [],
    ids: found.map(({ id }) => id),
    q: null,
  });
  const records = new Map(rows.map((row) => [row.id, row]));
  return {
    total: Number(found[0]!.total),
    rows: found.flatMap(({ id, last_day: day }): Ending[] => {
      const record = records.get(id);
      return record ? [{ ...record, id, last_day: day }] : [];
    }),
  };
}
