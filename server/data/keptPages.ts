// Which list pages are cached while their company does not change (docs/decisions/database-and-migrations.md).
import { rowFilter } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Listing } from './listing.ts';

/** Whether it is a company's whole list, or a page of it in its default order. */
export const asksForWhole = (actor: Actor, resource: Resource, { ids, q, conditions }: Listing) =>
  !ids && !q && conditions.length === 0 && rowFilter(actor, resource).type === 'all';

// These lists depend only on company rows whose changes are in its chain, and on its date. Others show account names or
// computed values; whether a payment is held depends on the hour.
export const PAGES_KEPT: readonly string[] = ['certificates', 'distributions', 'documents', 'transactions'];

/** The cache key of a whole list's first page, if it is cached; otherwise undefined. */
export function keptPageOf(actor: Actor, resource: Resource, listing: Listing): string | undefined {
  const { sort, range } = listing;
  const isKept =
    PAGES_KEPT.includes(resource.name) &&
    range?.from === 0 &&
    listing.after === undefined &&
    asksForWhole(actor, resource, listing);
  return isKept ? `${resource.name} ${sort.field} ${sort.descending} ${range.to}` : undefined;
}
