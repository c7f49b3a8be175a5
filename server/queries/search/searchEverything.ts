// The search over everything that a person may see: the declared search fields of each list, and the figures in its columns.
import type { FoundRecord } from '#src/contract/search.ts';
import { searchLimits } from '#src/domain/search/limits.ts';
import { termsOf } from '#src/domain/search/query.ts';
import type { Term } from '#src/domain/search/query.ts';
import { resources } from '#src/resources/index.ts';
import { messages } from '#src/resources/messages.ts';
import { administrators, can, rowFilter } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { isListed } from '#src/resources/kit/recordState.ts';
import { columnsOf } from '#server/data/lists/listOrder.ts';
import type { RecordRow } from '#server/data/lists/listing.ts';
import { searchedRows } from '#server/data/lists/searchedRows.ts';
import type { Asked, FoundRow, SearchedFields } from '#server/data/lists/searchedRows.ts';
import type { Tx } from '#server/db/database.ts';
import { candidatesFor } from './candidates.ts';
import type { Candidates } from './candidates.ts';
import { inReadersLanguage } from '#server/reports/inReadersLanguage.ts';
import { subtitleFields, subtitleOf, titleFields, titleOf } from './found.ts';
import { meetingOf } from './meeting.ts';
import { saidInMessages } from './saidInMessages.ts';

/** Logs, which grow with every act and are searched in their own lists; and what has no page of its own. */
const NOT_SEARCHED: readonly string[] = ['audit', 'transactions', 'assignees', 'undelivered-messages'];

/** The long tables, whose rows are found by an index. */
const INDEXED: Readonly<Record<string, { kind: keyof Candidates; type: 'text' | 'uuid' }>> = {
  shareholder: { kind: 'shareholders', type: 'text' },
  certificate: { kind: 'securities', type: 'text' },
  grant_view: { kind: 'securities', type: 'text' },
  convertible_view: { kind: 'securities', type: 'text' },
  warrant_view: { kind: 'securities', type: 'text' },
  payment_view: { kind: 'payments', type: 'uuid' },
  document_view: { kind: 'documents', type: 'uuid' },
};

/** What the address of a list is called, where the contract has another word for it. */
const ANSWERED: Readonly<Record<string, string>> = { messages: 'threads' };

/** Figures of a record that its list does not show, beside those that it does: what was issued, and not what is left. */
const FIGURES = ['quantity', 'amount', 'total_amount'];

const searched: readonly SearchedFields[] = resources
  .filter(({ name, list }) => !NOT_SEARCHED.includes(name) && list.length > 0)
  .map((resource) => {
    const stored = columnsOf(resource);
    const texts = stored.filter((name) => resource.fields[name]!.search);
    const figures = stored.filter(
      (name) =>
        ['shares', 'money'].includes(resource.fields[name]!.kind) && [...resource.list, ...FIGURES].includes(name),
    );
    const shown = ['id', ...subtitleFields(resource), ...titleFields(resource)];
    const excepts = resource.fields.status?.kind === 'status' ? (resource.fields.status.except ?? []) : [];
    const needed = [...shown, ...texts, ...figures, ...excepts.map(({ field }) => field), 'currency'];
    return { resource, texts, figures, columns: [...new Set(needed)].filter((name) => stored.includes(name)) };
  })
  .filter(({ texts }) => texts.length > 0);

interface Ranked {
  score: number;
  order: number;
  record: FoundRecord;
}

/**
 * The best first. Among the long tables, slips of typing are looked for only where fewer than `limit` records meet the search without.
 * In: what is typed, and how many records at most. Out: nothing for less than two characters.
 */
export async function searchEverything(tx: Tx, actor: Actor, q: string, limit: number): Promise<FoundRecord[]> {
  const terms = termsOf(q);
  if (q.trim().length < searchLimits.least || terms.length === 0 || actor.org_id === null) return [];
  const visible = searched.filter(
    ({ resource }) => can(actor, 'read', resource) && isListed(actor.role, resource) && resource.menu !== 'hidden',
  );
  const [long, short] = [
    visible.filter(({ resource }) => indexFor(actor, resource)),
    visible.filter(({ resource }) => !indexFor(actor, resource)),
  ];
  const candidatesOf = async (loosely: boolean) => (long.length === 0 ? null : await candidatesFor(tx, terms, loosely));
  const among = (candidates: Candidates | null) =>
    long.map((each): Asked => {
      const index = indexFor(actor, each.resource)!;
      return { ...each, candidates: { ids: candidates![index.kind], type: index.type } };
    });
  const direct = await candidatesOf(false);
  const first = [...among(direct), ...short.map((each): Asked => ({ ...each, candidates: undefined }))];
  const found = rankedOf(await searchedRows(tx, actor, first, terms), terms, actor);
  if (can(actor, 'read', messages)) found.push(...(await saidIn(tx, actor, terms, direct)));
  if (found.length < limit && long.length > 0)
    found.push(...rankedOf(await searchedRows(tx, actor, among(await candidatesOf(true)), terms), terms, actor));
  const seen = new Set<string>();
  return found
    .toSorted((a, b) => b.score - a.score || a.order - b.order || (a.record.title < b.record.title ? -1 : 1))
    .filter(({ record: { resource, id } }) => !seen.has(`${resource} ${id}`) && seen.add(`${resource} ${id}`))
    .slice(0, limit)
    .map(({ record }) => record);
}

/** Threads by what was said in them, with the line that says it, after those that are called so. */
async function saidIn(tx: Tx, actor: Actor, terms: readonly Term[], found: Candidates | null): Promise<Ranked[]> {
  const order = searched.findIndex(({ resource }) => resource.name === messages.name);
  const threads = await saidInMessages(
    tx,
    actor,
    terms,
    rowFilter(actor, messages).type === 'all' ? found!.messages : null,
  );
  return threads.map(({ score, row, line }) => ({
    score,
    order,
    record: {
      resource: ANSWERED[messages.name]!,
      id: String(row.id),
      title: titleOf(messages, row, actor.time_zone),
      subtitle: line,
      why: 'messages',
    },
  }));
}

/** Those rows that meet all terms. */
const rankedOf = (rows: readonly FoundRow[], terms: readonly Term[], actor: Actor): Ranked[] =>
  rows.flatMap(({ of, row }) => {
    const meeting = meetingOf(of, terms, row);
    if (!meeting) return [];
    const order = searched.findIndex(({ resource }) => resource === of.resource);
    return [{ score: meeting.score, order, record: recordOf(of.resource, row, meeting.why, actor.time_zone) }];
  });

/** An index answers whoever reads the whole table; some documents are hidden from all but administrators. */
function indexFor(actor: Actor, resource: Resource) {
  const index = INDEXED[resource.source];
  const readsAll = rowFilter(actor, resource).type === 'all';
  return readsAll && (index?.kind !== 'documents' || administrators.includes(actor.role)) ? index : undefined;
}

const recordOf = (resource: Resource, row: RecordRow, why: string, zone: Actor['time_zone']): FoundRecord => ({
  resource: ANSWERED[resource.name] ?? resource.name,
  id: String(row.id),
  title: inReadersLanguage(() => titleOf(resource, row, zone)),
  subtitle: inReadersLanguage(() => subtitleOf(resource, row, zone)),
  why,
});
