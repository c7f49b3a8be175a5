// Which list pages are cached while their company does not change (docs/decisions/database-and-migrations.md).
import { rowFilter } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Page, Tx } from '#server/db/tx.ts';
import { freshColumnsOf } from './freshColumns.ts';
import type { Listing, RecordRow } from './listing.ts';

/** Whether it is a company's whole list, or a page of it in its default order. */
export const asksForWhole = (actor: Actor, resource: Resource, { ids, q, conditions }: Listing) =>
  !ids && !q && conditions.length === 0 && rowFilter(actor, resource).type === 'all';

/**
 * Lists that say who did something or how long something is open: names of accounts and the hour are not in a company's chain. All
 * others follow from the rows of the company, whose changes are in its chain, and from the day.
 */
export const PAGES_NOT_KEPT: readonly string[] = [
  'tasks',
  'imports',
  'members',
  'join-requests',
  'undelivered-messages',
  'audit',
  'assignees',
];

/** Whether it is a whole list that follows from the company's chain and the day alone. */
export const isWholeOfChain = (actor: Actor, resource: Resource, listing: Listing): boolean =>
  !PAGES_NOT_KEPT.includes(resource.name) && asksForWhole(actor, resource, listing);

/** The cache key of a whole list's first page, if it is cached; otherwise undefined. `today`: the day that counts as today. */
export function keptPageOf(actor: Actor, resource: Resource, listing: Listing, today: string): string | undefined {
  const { sort, range } = listing;
  const isKept = range?.from === 0 && listing.after === undefined && isWholeOfChain(actor, resource, listing);
  return isKept ? `${resource.name} ${sort.field} ${sort.descending} ${range.to} ${listing.as_of ?? today}` : undefined;
}

/** The page of that key, as it is now: columns that follow from an account or the hour are read for its rows each time. */
export async function keptPage(tx: Tx, resource: Resource, key: string, read: () => Promise<Page>): Promise<Page> {
  let isNew = false;
  const page = await tx.keptPage(key, () => {
    isNew = true;
    return read();
  });
  const fresh = freshColumnsOf(resource);
  if (isNew || !fresh) return page;
  const columns = ['id', ...fresh.from, ...fresh.names];
  const parsed = () => JSON.parse(page.json) as RecordRow[];
  page.fresh ??= parsed().map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])) as RecordRow);
  const before = JSON.stringify(page.fresh);
  await fresh.fill(tx, page.fresh);
  // Mostly nothing changed, and what is kept can be sent as it is.
  if (JSON.stringify(page.fresh) !== before)
    page.json = JSON.stringify(parsed().map((row, at) => ({ ...row, ...page.fresh![at] })));
  return page;
}
