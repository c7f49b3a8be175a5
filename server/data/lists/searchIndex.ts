// Which rows contain a text, by an index: for tables that have one.
import { foldLetters } from '#src/domain/letters.ts';
import { rowFilter } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Tx } from '#server/db/database.ts';
import type { Listing } from './listing.ts';

/**
 * What finds rows of the current company which may contain a text ($1), among them all that do: an array of their ids, or null where it
 * may be as many as $2.
 */
const FINDERS: Readonly<Record<string, { ids: string; type?: 'uuid' }>> = {
  shareholder: { ids: 'array(select f from find_shareholders($1, $2) f)' },
  certificate: { ids: 'find_securities($1, true, $2)' },
  grant_view: { ids: 'find_securities($1, false, $2)' },
  convertible_view: { ids: 'find_securities($1, false, $2)' },
  warrant_view: { ids: 'find_securities($1, true, $2)' },
  payment_view: { ids: 'find_payments($1, $2)', type: 'uuid' },
  document_view: { ids: 'find_documents($1, $2)', type: 'uuid' },
};
/** What else there is has no trigram (search_key() writes other letters as digits). */
export const HAS_TRIGRAM = /[a-z0-9]{3}|[^ -~\n\r\t]/;
/** Where more rows may contain it, a page of them is found faster in the list's own order. */
const FEW = 2_000;

export interface Candidates {
  ids: readonly string[];
  type: 'text' | 'uuid';
}

/**
 * The ids of the rows that may contain the listing's `q`: few enough to be read at once. Undefined: there is no index for it, or it is
 * no help. The rows are read under the policies of whoever asks, and compared again.
 */
export async function candidatesOf(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  { q }: Pick<Listing, 'q'>,
): Promise<Candidates | undefined> {
  const finder = FINDERS[resource.source];
  if (!q || !finder || rowFilter(actor, resource).type !== 'all') return undefined;
  const folded = foldLetters(q);
  if (!HAS_TRIGRAM.test(folded)) return undefined;
  const [found] = await tx.rows<{ ids: string[] | null }>(`select ${finder.ids} as ids`, [folded, FEW + 1]);
  return found?.ids && found.ids.length <= FEW ? { ids: found.ids, type: finder.type ?? 'text' } : undefined;
}
