// Whether a holder has access to their own pages, and when they came: for a page of holders together. Only staff are told.
import type { Row, Tx } from '#server/db/database.ts';
import type { RecordRow } from './listing.ts';

export const PORTAL_COLUMNS = ['portal_state', 'portal_invited_at', 'portal_linked_at', 'portal_seen_at'] as const;

/** Out: whether the reader is told of them. */
export async function fillPortals(tx: Tx, rows: readonly RecordRow[]): Promise<boolean> {
  const found = await tx.rows<Row & { holder: string }>('select * from portals_of($1)', [rows.map(({ id }) => id)]);
  const portals = new Map(found.map((row) => [row.holder, row]));
  for (const row of rows) {
    const portal = portals.get(row.id);
    row.portal_state = portal?.state ?? null;
    row.portal_invited_at = portal?.invited_at ?? null;
    row.portal_linked_at = portal?.linked_at ?? null;
    row.portal_seen_at = portal?.seen_at ?? null;
  }
  return found.length > 0;
}
