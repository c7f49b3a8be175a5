// Which rows of a resource a list is of: what the actor may see, and what the caller asks for.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldLetters } from '#src/domain/letters.ts';
import { searchedFor } from '#src/domain/searchPattern.ts';
import { rowFilter } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Tx } from '#server/db/tx.ts';
import { compare, containsText } from '../conditions.ts';
import type { Listing } from './listing.ts';
import { HAS_TRIGRAM } from './searchIndex.ts';
import type { Candidates } from './searchIndex.ts';

/**
 * The sources whose ids are UUIDs. They are compared as such, because an index serves no comparison of their text: one payment of three
 * hundred thousand was looked for among all. A test compares with the database.
 */
export const UUID_IDS: readonly string[] = [
  'audit',
  'board_seat_view',
  'company_bank_account_view',
  'distribution_view',
  'document_view',
  'draft_view',
  'import_view',
  'join_request_view',
  'member_view',
  'payment_batch_view',
  'payment_view',
  'scenario',
  'task_view',
  'thread_view',
  'undelivered_message',
];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a row has one of these ids; a text that is no id at all is nobody's. */
export function hasId({ source }: Pick<Resource, 'source'>, ids: readonly string[]): RawBuilder<boolean> {
  const isUuid = UUID_IDS.includes(source);
  const known = isUuid ? ids.filter((id) => UUID.test(id)) : ids;
  if (known.length === 0) return sql<boolean>`false`;
  return isUuid
    ? sql<boolean>`${sql.ref('id')} in (${sql.join(known.map((id) => sql`${id}::uuid`))})`
    : sql<boolean>`${sql.ref('id')}::text in (${sql.join(known.map((id) => sql`${id}`))})`;
}

/** The actor's condition and the caller's, as one expression; null when no row can match. Earlier forms, and those dated ahead, are found by their ids only. `candidates`: among them are all rows that contain `q` (searchIndex.ts). */
export function where(
  resource: Resource,
  actor: Actor,
  listing: Pick<Listing, 'conditions' | 'ids' | 'q'>,
  candidates?: Candidates,
): RawBuilder<boolean> | null {
  const filter = rowFilter(actor, resource);
  if (filter.type === 'none') return null;
  const parts: RawBuilder<boolean>[] = [sql<boolean>`${sql.ref('org_id')} = ${actor.org_id}::uuid`];
  if (filter.type === 'match') {
    const values = sql.join(filter.values.map((value) => sql`${value}`));
    parts.push(
      filter.via
        ? sql<boolean>`exists (select 1 from ${sql.table(filter.via.table)} v where v.org_id = ${sql.ref(`${resource.source}.org_id`)}
            and v.${sql.ref(filter.via.on)} = ${sql.ref(`${resource.source}.${filter.via.from ?? 'id'}`)} and v.${sql.ref(filter.column)} in (${values}))`
        : sql<boolean>`${sql.ref(filter.column)} in (${values})`,
    );
  }
  if (listing.ids) {
    if (listing.ids.length === 0) return null;
    parts.push(hasId(resource, listing.ids));
  } else if (resource.shownForm) parts.push(sql<boolean>`${sql.ref(resource.shownForm)} is null`);
  for (const condition of listing.conditions) parts.push(compare(resource.fields[condition.field]!, condition));
  if (candidates) parts.push(sql<boolean>`${sql.ref('id')} = any (${candidates.ids}::${sql.raw(candidates.type)}[])`);
  if (listing.q) parts.push(search(resource, listing.q));
  return sql.join<boolean>(parts, sql` and `);
}

/** Functions of the database that find rows of a source by what belongs to them, such as the messages of a thread. */
const BESIDE: Readonly<Record<string, string>> = { thread_view: 'threads_saying' };

function search(resource: Resource, q: string): RawBuilder<boolean> {
  const names = Object.keys(resource.fields).filter((name) => resource.fields[name]!.search);
  if (names.length === 0) return sql<boolean>`${sql.ref('id')}::text = ${q}`;
  const searched = searchedFor(q);
  const met = names.map((name) => containsText(name, searched));
  const beside = BESIDE[resource.source];
  if (beside) {
    const folded = foldLetters(q);
    const { plain, pattern } = searched;
    met.push(
      sql<boolean>`id in (select f from ${sql.raw(beside)}(${folded}, ${plain}, ${pattern}, ${HAS_TRIGRAM.test(folded)}) f)`,
    );
  }
  return sql<boolean>`(${sql.join(met, sql` or `)})`;
}

/** The views of dated resources read this setting, which ends with the transaction. */
export const setAsOf = (tx: Tx, day: string | undefined) =>
  tx.rows(`select set_config('app.as_of', $1, true)`, [day ?? '']);
