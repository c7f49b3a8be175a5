// Columns of a list that follow from more than the company's chain and the day, so that a kept page would show what they were:
// read for its rows each time.
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Tx } from '#server/db/database.ts';
import type { RecordRow } from './listing.ts';
import { fillPortals } from './portalColumns.ts';

type Fill = (tx: Tx, org: string, rows: readonly RecordRow[]) => Promise<unknown>;

const fresh: Record<string, Fill | undefined> = {
  payments: fillHolds,
  // An account's last visit and the end of an invitation.
  shareholders: (tx, _org, rows) => fillPortals(tx, rows),
};

export const freshColumnsOf = (resource: Resource): Fill | undefined => fresh[resource.name];

/** Why a payment waits: a new bank account holds it for a day, to the hour. Only what is not paid yet can wait. */
async function fillHolds(tx: Tx, org: string, rows: readonly RecordRow[]): Promise<void> {
  const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (pending.length === 0) return;
  const found = await tx.rows<RecordRow>(
    `select id::text as id, is_held, hold_reasons from payment_view where org_id = $1 and id = any ($2::uuid[])`,
    [org, pending],
  );
  const held = new Map(found.map(({ id, ...columns }) => [id, columns]));
  for (const row of rows) Object.assign(row, held.get(row.id));
}
