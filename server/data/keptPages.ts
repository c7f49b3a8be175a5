// Which pages of a list are kept while their company does not change (docs/decisions/0121).
import { rowFilter } from '../../src/resources/kit/access.ts';
import type { Actor } from '../../src/resources/kit/access.ts';
import type { Resource } from '../../src/resources/kit/defineResource.ts';
import type { Listing } from './listing.ts';

/** Whether it is the whole list of a company, or a part of its length, as it is sorted. */
export const asksForWhole = (actor: Actor, resource: Resource, { ids, q, conditions }: Listing) =>
  !ids && !q && conditions.length === 0 && rowFilter(actor, resource).type === 'all';

// What these lists show follows from rows of the company whose every change is in its chain, and from its day. Others show
// names of accounts, or what was computed beside the query.
export const PAGES_KEPT: readonly string[] = ['certificates', 'distributions', 'documents', 'payments', 'transactions'];

/** What names the first page of a whole list, where that is kept while the company does not change; else undefined. */
export function keptPageOf(actor: Actor, resource: Resource, listing: Listing): string | undefined {
  const { sort, range } = listing;
  const isKept = PAGES_KEPT.includes(resource.name) && range?.from === 0 && asksForWhole(actor, resource, listing);
  return isKept ? `${resource.name} ${sort.field} ${sort.descending} ${range.to}` : undefined;
}
