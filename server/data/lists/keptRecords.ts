// Rows of a list for a part of a screen, kept as the list's pages are.
import type { Actor } from '#src/resources/kit/access.ts';
import type { RecordOf, Resource } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Tx } from '#server/db/tx.ts';
import { listRecords } from './listRecords.ts';
import { freshColumnsOf } from './freshColumns.ts';
import { PAGES_NOT_KEPT } from './keptPages.ts';
import type { Listing, RecordRow } from './listing.ts';

/** `today`: the day that counts as today. */
export async function keptRecords<F extends Fields>(
  tx: Tx,
  actor: Actor,
  resource: Resource<F>,
  listing: Listing,
  today: string,
): Promise<{ rows: RecordOf<Resource<F>>[]; total: number }> {
  const read = () => listRecords(tx, actor, resource, listing);
  if (PAGES_NOT_KEPT.includes(resource.name)) return read();
  let isNew = false;
  const found = await tx.keptPart(`records of ${resource.name} ${today} ${JSON.stringify(listing)}`, () => {
    isNew = true;
    return read();
  });
  if (!isNew) await freshColumnsOf(resource)?.fill(tx, found.rows as unknown as RecordRow[]);
  return found;
}
