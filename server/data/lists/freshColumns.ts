// Columns of a list that follow from more than the company's chain and the day, so that a kept page would show what they were:
// read for its rows each time.
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Tx } from '#server/db/database.ts';
import type { RecordRow } from './listing.ts';
import { fillPortals, PORTAL_COLUMNS } from './portalColumns.ts';

interface FreshColumns {
  names: readonly string[];
  /** What `fill` has to know of a row besides its id. */
  from: readonly string[];
  fill(tx: Tx, rows: readonly RecordRow[]): Promise<unknown>;
}

const fresh: Record<string, FreshColumns | undefined> = {
  payments: { names: ['is_held', 'hold_reasons'], from: ['status'], fill: fillHolds },
  // An account's last visit and the end of an invitation.
  shareholders: { names: PORTAL_COLUMNS, from: [], fill: fillPortals },
};

export const freshColumnsOf = (resource: Resource): FreshColumns | undefined => fresh[resource.name];

/** Why a payment waits: a new bank account holds it for a day, to the hour. Only what is not paid yet can wait. */
async function fillHolds(tx: Tx, rows: readonly RecordRow[]): Promise<void> {
  const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (pending.length === 0) return;
  const found = await tx.rows<{ id: string; hold_reasons: string[] }>('select id, hold_reasons from holds_of($1)', [
    pending,
  ]);
  const holds = new Map(found.map((each) => [each.id, each.hold_reasons]));
  for (const row of rows) {
    const reasons = holds.get(row.id) ?? [];
    row.hold_reasons = reasons;
    row.is_held = reasons.length > 0;
  }
}
