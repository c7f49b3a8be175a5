// Which records that a person may see have changed, of what the chain of their company notes.
import { isHolder, rowFilter } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { resourceNamed, resources } from '#src/resources/index.ts';
import { listRecords, matchingIds } from '#server/data/lists/listRecords.ts';
import { rowsBy } from '#server/data/lists/listing.ts';
import { isReadByHolders, keyColumnsOf, partOfKey } from '#server/data/noteKeys.ts';
import type { Tx } from '#server/db/tx.ts';

/** What the chain notes of one table. The key of a row with several is a JSON list, in the order of its primary key. */
export interface Note {
  table_name: string;
  operation: string;
  keys: readonly string[];
}
/** `ids` null: more than `NAMED_MAX`. */
export interface Changed {
  resource: string;
  ids: string[] | null;
}

export const NAMED_MAX = 100;
/** So many ids are asked for at once. */
const ASKED_MAX = 1_000;

/** Columns that shorten the name of their table. */
const OTHERWISE: Readonly<Record<string, string>> = { payment_batch: 'batch_id', import_batch: 'import_id' };
/** What a column of a key names: `payment_id` a payment, `security_id` one of four kinds. */
const named = Map.groupBy(resources, ({ table }) => OTHERWISE[table] ?? `${table}_id`);
/** Lists of what several tables hold. */
const ALSO: Readonly<Record<string, string>> = { membership: 'members', invitation: 'members' };
const MESSAGE = 'message';
/** Of a ledger entry, the records that it may name. */
const IN_ENTRIES = [
  'certificates',
  'grants',
  'convertibles',
  'warrants',
  'shareholders',
  'share-classes',
  'equity-plans',
];

class Candidates {
  readonly of = new Map<string, Set<string>>();
  /** Deleted rows, which nobody sees any more. */
  readonly gone = new Map<string, Set<string>>();
  /** Lists of which more changed than are noted. */
  readonly whole = new Set<string>();
  add(resource: string, ids: Iterable<unknown>, to = this.of): void {
    const known = to.get(resource) ?? new Set();
    to.set(resource, known);
    for (const id of ids) if (typeof id === 'string') known.add(id);
  }
}

/**
 * In: what was noted since the person was told last, and the entries of the ledger since (`after` excluded). Out: each list that has
 * changed for the actor, with the records that they may see. A row that was deleted is named to whoever reads all rows of its list,
 * and to whom the history names it.
 */
export async function changedRecords(
  { tx, actor }: { tx: Tx; actor: Actor },
  notes: readonly Note[],
  ledger: { after: number; to: number },
): Promise<Changed[]> {
  if (actor.membership_status !== 'active') return [];
  const candidates = new Candidates();
  for (const note of notes) addRows(candidates, note, isHolder(actor.role));
  await addMessages(tx, actor, candidates, notes);
  if (ledger.to > ledger.after) await addEntries(tx, actor, candidates, ledger);
  await addReferences(tx, actor, candidates);
  await addGone(tx, actor, candidates);
  const found: Changed[] = [];
  for (const [name, ids] of candidates.of) {
    const changed = await seenOf(tx, actor, resourceNamed(name), ids, candidates);
    if (changed) found.push(changed);
  }
  return found;
}

/**
 * The record that a row is, and those that its key names: a part of a document, the bank account of a holder. To a shareholder a key
 * of several columns tells nothing: who else sees a document, or that a dividend for their class is being prepared.
 */
function addRows(candidates: Candidates, { table_name: table, operation, keys }: Note, isForHolder: boolean): void {
  const columns = keyColumnsOf(table);
  if (!isForHolder || (columns.length === 1 && isReadByHolders(table)))
    for (const [at, column] of columns.entries())
      for (const { name } of named.get(column) ?? [])
        candidates.add(
          name,
          keys.map((key) => partOfKey(key, columns, at)),
        );
  for (const name of rowsOf(table)) {
    candidates.add(name, keys);
    if (operation === 'delete') candidates.add(name, keys, candidates.gone);
  }
}

/** The lists whose records are the rows of a table. */
const rowsOf = (table: string): string[] => [
  ...resources.filter((each) => each.table === table && keyColumnsOf(table).length === 1).map(({ name }) => name),
  ...(ALSO[table] ? [ALSO[table]] : []),
];

/** Out: the lists in which a change of a table is told. */
export const listsOf = (table: string): string[] => [
  ...rowsOf(table),
  ...keyColumnsOf(table).flatMap((column) => (named.get(column) ?? []).map(({ name }) => name)),
  ...(table === MESSAGE ? ['messages'] : []),
];

/** A message is a row of its own; the list is of threads. */
async function addMessages(tx: Tx, actor: Actor, candidates: Candidates, notes: readonly Note[]): Promise<void> {
  const ids = notes.filter(({ table_name: table }) => table === MESSAGE).flatMap(({ keys }) => keys);
  if (ids.length === 0) return;
  const rows = await tx.rows<{ thread_id: string }>(
    'select distinct thread_id::text from message where org_id = $1 and id::text = any ($2)',
    [actor.org_id, ids],
  );
  candidates.add(
    'messages',
    rows.map(({ thread_id }) => thread_id),
  );
}

/** What a record names shows sums of it: a payment, its distribution and its batch. */
async function addReferences(tx: Tx, actor: Actor, candidates: Candidates): Promise<void> {
  // What those name in turn has not changed.
  const direct = [...candidates.of];
  for (const [name, ids] of direct) {
    const resource = resourceNamed(name);
    const references = Object.entries(resource.fields).flatMap(([column, field]) =>
      field.kind === 'reference' ? [[column, field.to] as const] : [],
    );
    if (references.length === 0 || ids.size === 0 || ids.size > NAMED_MAX) continue;
    const { rows } = await listRecords(tx, actor, resource, { ...rowsBy('id'), ids: [...ids] });
    for (const [column, to] of references)
      candidates.add(
        to,
        rows.map((row) => (row as Record<string, unknown>)[column]),
      );
  }
}

async function addEntries(tx: Tx, actor: Actor, candidates: Candidates, { after, to }: { after: number; to: number }) {
  const entries = await tx.rows<{ id: string; ocf: object }>(
    'select id::text, ocf from ledger_tx where org_id = $1 and seq > $2 and seq <= $3 order by seq limit $4',
    [actor.org_id, after, to, NAMED_MAX + 1],
  );
  if (entries.length === 0) return;
  const isMore = entries.length > NAMED_MAX;
  candidates.add('transactions', isMore ? [] : entries.map(({ id }) => id));
  const ids = [...new Set(entries.flatMap(({ ocf }) => idsIn(ocf)))];
  const holders = await tx.rows<{ id: string }>(
    'select distinct stakeholder_id as id from security where org_id = $1 and security_id = any ($2)',
    [actor.org_id, ids],
  );
  for (const name of IN_ENTRIES) {
    candidates.add(name, ids);
    if (isMore) candidates.whole.add(name);
  }
  if (isMore) candidates.whole.add('transactions');
  candidates.add(
    'shareholders',
    holders.map(({ id }) => id),
  );
}

/** The values of all members that name a record. */
function idsIn(ocf: object): string[] {
  return Object.entries(ocf).flatMap(([name, value]): string[] =>
    typeof value === 'string' && name.endsWith('_id')
      ? [value]
      : Array.isArray(value) && name.endsWith('_ids')
        ? value.filter((each) => typeof each === 'string')
        : value && typeof value === 'object'
          ? idsIn(value as object)
          : [],
  );
}

/** Of deleted rows, keeps those that the actor may know of. */
async function addGone(tx: Tx, actor: Actor, { gone }: Candidates): Promise<void> {
  for (const [name, ids] of gone) {
    if (rowFilter(actor, resourceNamed(name)).type === 'all') continue;
    const told = await tx.rows<{ id: string }>(
      'select distinct resource_id as id from activity where org_id = $1 and resource = $2 and resource_id = any ($3)',
      [actor.org_id, name, [...ids]],
    );
    gone.set(name, new Set(told.map(({ id }) => id)));
  }
}

async function seenOf(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  ids: ReadonlySet<string>,
  { gone, whole }: Candidates,
): Promise<Changed | null> {
  const filter = rowFilter(actor, resource);
  if (filter.type === 'none') return null;
  const many = { resource: resource.name, ids: null };
  const isWhole = whole.has(resource.name) || ids.size > ASKED_MAX;
  // Who reads every row may know that many have changed; anybody else only that some of theirs have.
  if (isWhole && filter.type === 'all') return many;
  const own = isWhole
    ? (await idsSeen(tx, actor, resource)).filter((id) => ids.has(id))
    : ids.size === 0
      ? []
      : await idsSeen(tx, actor, resource, [...ids]);
  const seen = [...new Set([...own, ...(gone.get(resource.name) ?? [])])];
  if (seen.length === 0) return null;
  return seen.length > NAMED_MAX ? many : { resource: resource.name, ids: seen };
}

/** Of these ids, or of all, those of the records that the actor sees. */
export const idsSeen = (tx: Tx, actor: Actor, resource: Resource, ids: string[] | null = null): Promise<string[]> =>
  matchingIds(tx, actor, resource, { conditions: [], ids, q: null });

/** By list, ids. */
export type Seen = ReadonlyMap<string, ReadonlySet<string>>;
/** Lists from which a record may go out of a shareholder's sight. */
const WITHDRAWABLE = ['documents', 'tasks', 'messages'];

/** The records of those lists that a shareholder sees now. */
export async function withdrawableOf(tx: Tx, actor: Actor): Promise<Seen> {
  const seen = new Map<string, Set<string>>();
  for (const name of WITHDRAWABLE) seen.set(name, new Set(await idsSeen(tx, actor, resourceNamed(name))));
  return seen;
}
