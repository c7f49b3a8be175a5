// Which orders of a list are kept (server/db/idOrder.ts) while their company does not change: those that no index has.
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { freshColumnsOf } from './freshColumns.ts';
import { isWholeOfChain } from './keptPages.ts';
import type { Listing } from './listing.ts';

/** More rows at once are read in their order. */
const PAGE_MAX = 1_000;

/** The cache key of a list's order, if it follows from the company's chain and the day alone; otherwise undefined. */
export function keptOrderOf(actor: Actor, resource: Resource, listing: Listing): string | undefined {
  const { sort, range } = listing;
  const isKept =
    range !== null &&
    range.to - range.from < PAGE_MAX &&
    !freshColumnsOf(resource)?.names.includes(sort.field) &&
    isWholeOfChain(actor, resource, listing);
  return isKept ? `${resource.name} ${sort.field} ${sort.descending} ${listing.as_of ?? ''}` : undefined;
}

/** Orders that long lists have an index of: their own, that of ids, and those of days. */
export const hasIndex = ({ sort: [own], fields }: Resource, field: string): boolean =>
  field === own || field === 'id' || fields[field]?.kind === 'date';
