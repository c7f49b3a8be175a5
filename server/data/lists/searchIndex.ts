// Which rows contain a text, by an index: for tables that have one.
import { foldLetters } from '#src/domain/letters.ts';
import { rowFilter } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Tx } from '#server/db/database.ts';
import type { Listing } from './listing.ts';

/** Functions that find rows of the current company which may contain a text, among them all that do. */
const FINDERS: Readonly<Record<string, string>> = { shareholder: 'find_shareholders' };
/** What else there is has no trigram (search_key() writes other letters as digits). */
const HAS_TRIGRAM = /[a-z0-9]{3}|[^ -~\n\r\t]/;
/** Where more rows may contain it, a page of them is found faster in the list's own order. */
const FEW = 2_000;

/**
 * The ids of the rows that may contain the listing's `q`: few enough to be read at once. Undefined: there is no index for it, or it is
 * no help. The rows are read under the policies of whoever asks, and compared again.
 */
export async function candidatesOf(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  { q }: Pick<Listing, 'q'>,
): Promise<string[] | undefined> {
  const finder = FINDERS[resource.source];
  if (!q || !finder || rowFilter(actor, resource).type !== 'all') return undefined;
  const folded = foldLetters(q);
  if (!HAS_TRIGRAM.test(folded)) return undefined;
  const rows = await tx.rows<{ id: string }>(`select f as id from ${finder}($1, $2) f`, [folded, FEW + 1]);
  return rows.length > FEW ? undefined : rows.map(({ id }) => id);
}
