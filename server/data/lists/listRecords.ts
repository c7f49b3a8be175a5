// The lists of a declared resource, for one actor: their pages, their length and their sums. Identifiers come only from the
// declaration, values only as parameters; every query includes the actor's row filter, with row-level security beneath.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { rowFilter } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { RecordOf, Resource } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Slices } from '#src/domain/slices.ts';
import { sqlBuilder } from '#server/db/database.ts';
import type { Compilable, Row, Tx } from '#server/db/database.ts';
import { IdOrder } from '#server/db/idOrder.ts';
import { present } from '../resourceRepository.ts';
import { runYielding } from '../runYielding.ts';
import { arranged, asksForComputed, computedColumnsOf, fillComputed } from './computedColumns.ts';
import { asksForWhole } from './keptPages.ts';
import { hasIndex, keptOrderOf } from './keptOrder.ts';
import { setAsOf, where } from './listCondition.ts';
import type { ComputedColumns, Condition, Listing, RecordRow } from './listing.ts';
import { columnsOf, gone, rowsAfter, sortedQuery } from './listOrder.ts';
import type { Following } from './listOrder.ts';
import { candidatesOf } from './searchIndex.ts';

/** `isMore`: more rows match than were counted. */
type Found = { rows: RecordRow[]; total: number; isMore: boolean };

/** The page of a list, each row as the declaration describes it. */
export async function listRecords<F extends Fields>(
  tx: Tx,
  actor: Actor,
  resource: Resource<F>,
  listing: Listing<keyof F & string>,
): Promise<{ rows: RecordOf<Resource<F>>[]; total: number; isMore: boolean }> {
  // `present` gives a row the form that the declaration describes.
  return (await listPage(tx, actor, resource, listing)) as {
    rows: RecordOf<Resource<F>>[];
    total: number;
    isMore: boolean;
  };
}

async function listPage(tx: Tx, actor: Actor, resource: Resource, listing: Listing): Promise<Found> {
  if (resource.asOf) await setAsOf(tx, listing.as_of);
  const computed = computedColumnsOf(resource);
  if (!computed) return listRows(tx, actor, resource, listing);
  if (asksForComputed(computed, listing)) return listByComputed(tx, actor, resource, listing, computed);
  const page = await listRows(tx, actor, resource, listing);
  await fillComputed(tx, actor, computed, page.rows, listing.as_of);
  return page;
}

/** Sorts or filters by a computed column: reads and computes every row, then arranges them. */
async function listByComputed(tx: Tx, actor: Actor, resource: Resource, listing: Listing, computed: ComputedColumns) {
  const key = keptOrderOf(actor, resource, listing);
  if (key === undefined) return pageOf(await allByComputed(tx, actor, resource, listing, computed), listing);
  let all: RecordRow[] | undefined;
  const order = await tx.keptOrder(key, async () => {
    all = await allByComputed(tx, actor, resource, listing, computed);
    return new IdOrder(all.map(({ id }) => id));
  });
  if (all) return pageOf(all, listing);
  const page = await pageInOrder(tx, actor, resource, listing, order);
  await fillComputed(tx, actor, computed, page.rows, listing.as_of);
  return page;
}

async function allByComputed(tx: Tx, actor: Actor, resource: Resource, listing: Listing, computed: ComputedColumns) {
  const conditions = listing.conditions.filter(({ field }) => !computed.names.includes(field));
  const sort = computed.names.includes(listing.sort.field) ? { field: 'id', descending: false } : listing.sort;
  const { after: _, ...whole } = listing;
  const { rows } = await listRows(tx, actor, resource, { ...whole, conditions, sort, range: null });
  await fillComputed(tx, actor, computed, rows, listing.as_of);
  return runYielding(arranged(resource, computed, rows, listing, actor.time_zone));
}

function pageOf(all: readonly RecordRow[], listing: Listing): Found {
  const { from, to } = listing.range ?? { from: 0, to: all.length };
  const before = placeBefore(listing, (after) => all.findIndex(({ id }) => id === after));
  return { rows: all.slice(before + from, before + to + 1), total: all.length, isMore: false };
}

/** How many rows stand before those that are asked for. Refuses: bad_query (400) when `after` names no row of the list. */
function placeBefore({ after }: Listing, indexOf: (id: string) => number): number {
  const before = after === undefined ? 0 : indexOf(after) + 1;
  if (after !== undefined && before === 0) throw gone();
  return before;
}

async function listRows(tx: Tx, actor: Actor, resource: Resource, listing: Listing): Promise<Found> {
  const candidates = await candidatesOf(tx, actor, resource, listing);
  const condition = where(resource, actor, listing, candidates);
  if (!condition) return { rows: [], total: 0, isMore: false };
  if (!listing.range) {
    const rows = await tx.run<RecordRow>(sortedQuery(resource, condition, listing.sort));
    await runYielding(presentInSlices(resource, rows));
    return { rows, total: rows.length, isMore: false };
  }
  const order = await orderOf(tx, actor, resource, condition, listing);
  if (order) return pageInOrder(tx, actor, resource, listing, order);
  if (listing.after !== undefined) {
    const following = await rowsAfter(tx, actor, resource, condition, listing as Following);
    return { rows: following.map((row) => present(resource, row)), total: following.length, isMore: false };
  }
  const { from, to } = listing.range;
  const isWhole = asksForWhole(actor, resource, listing);
  const page = () => pageQuery(resource, condition, listing.sort, listing.range!).compile();
  // Of few rows, which are all compared anyway, the statement that reads the page counts them too.
  const counted = candidates
    ? pageQuery(resource, condition, listing.sort, listing.range).select(ALL_OF_THEM)
    : undefined;
  const rows = await tx.run<RecordRow>(
    counted ?? { compile: from === 0 && isWhole ? () => keptStatement(resource, actor, listing, page) : page },
  );
  const isLast = (rows.length <= to - from && (rows.length > 0 || from === 0)) || listing.countsTo === 0;
  const countsTo = isWhole ? undefined : listing.countsTo;
  const found = counted && rows[0]?.[COUNTED];
  if (counted) for (const row of rows) delete row[COUNTED];
  const count = async () => Number(found ?? (await tx.run(countQuery(resource, condition, countsTo)))[0]!.total);
  const total = isLast ? from + rows.length : isWhole ? await keptCount(tx, resource, listing, count) : await count();
  const isMore = countsTo !== undefined && total > countsTo && !isLast;
  return { rows: rows.map((row) => present(resource, row)), total: isMore ? countsTo : total, isMore };
}

/** No field has this name. */
const COUNTED = '%counted';
const ALL_OF_THEM = sql<number>`count(*) over ()`.as(COUNTED);

/** With an index, the rows before these are passed over about as fast as their ids are looked up. */
const NEAR_START = 2_000;

/** The ids of a list in its order, where no index leads to the page; otherwise undefined. */
async function orderOf(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  condition: RawBuilder<boolean>,
  listing: Listing,
): Promise<IdOrder | undefined> {
  const key = keptOrderOf(actor, resource, listing);
  if (key === undefined || !tx.keptAnswers) return undefined;
  const isNear = listing.after !== undefined || listing.range!.from < NEAR_START;
  if (isNear && hasIndex(resource, listing.sort.field)) return undefined;
  return tx.keptOrder(key, async () => {
    const rows = await tx.run<{ id: string }>(
      sortedQuery(resource, condition, listing.sort).clearSelect().select('id'),
    );
    return new IdOrder(rows.map(({ id }) => id));
  });
}

/** Refuses: bad_query (400) when `after` names no row of the list. */
async function pageInOrder(tx: Tx, actor: Actor, resource: Resource, listing: Listing, order: IdOrder): Promise<Found> {
  const { from, to } = listing.range!;
  const before = placeBefore(listing, (after) => order.indexOf(after));
  const ids = order.slice(before + from, before + to + 1);
  const condition = where(resource, actor, { conditions: [], ids, q: null });
  const found = condition
    ? await tx.run<RecordRow>(sqlBuilder.selectFrom(resource.source).select(columnsOf(resource)).where(condition))
    : [];
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []).map((row) => present(resource, row));
  return { rows, total: order.length, isMore: false };
}

/** The number of rows that the actor may see, with these conditions. */
export async function countRecords(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  conditions: Condition[] = [],
): Promise<number> {
  const condition = where(resource, actor, { conditions, ids: null, q: null });
  if (!condition) return 0;
  const count = async () => Number((await tx.runPrepared(countQuery(resource, condition)))[0]!.total);
  return conditions.length === 0 && rowFilter(actor, resource).type === 'all'
    ? keptCount(tx, resource, {}, count)
    : count();
}

/** A count takes as long as reading the list, so a company's total is counted once for each state of its data. */
const keptCount = (tx: Tx, resource: Resource, dated: Pick<Listing, 'as_of'>, count: () => Promise<number>) =>
  tx.kept(countKey(resource, dated), count);
/** Which form of a record is listed, and so how many rows there are, depends on the day too. */
const countKey = (resource: Resource, { as_of }: Pick<Listing, 'as_of'>) =>
  `count of ${resource.name}${resource.shownForm ? ` on ${as_of ?? ''}` : ''}`;

/** How many rows match, and the sums of the declared `totals`: a row for each value of its `by`, in order. */
export async function totalRecords(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  { by, of }: NonNullable<Resource['totals']>,
  listing: Pick<Listing, 'conditions' | 'ids' | 'q'>,
): Promise<Row[]> {
  const condition = where(resource, actor, listing, await candidatesOf(tx, actor, resource, listing));
  if (!condition) return [];
  const query = sqlBuilder
    .selectFrom(resource.source)
    .select([
      by,
      sql<number>`count(*)::int`.as('count'),
      ...of.map((name) => sql<string>`sum(${sql.ref(name)})`.as(name)),
    ])
    .where(condition)
    .groupBy(by)
    .orderBy(by);
  return (await tx.run(query)).map((row) => present(resource, row));
}

/** `upTo`: counts one more than that at most. */
const countQuery = (resource: Resource, condition: RawBuilder<boolean>, upTo?: number): Compilable =>
  upTo === undefined
    ? sqlBuilder
        .selectFrom(resource.source)
        .select(sql<string>`count(*)`.as('total'))
        .where(condition)
    : sqlBuilder
        .selectFrom(
          sqlBuilder
            .selectFrom(resource.source)
            .select(sql<number>`1`.as('one'))
            .where(condition)
            .limit(sql.lit(upTo + 1))
            .as('counted'),
        )
        .select(sql<string>`count(*)`.as('total'));

/** A literal limit lets the plan that is kept use it. */
const pageQuery = (
  resource: Resource,
  condition: RawBuilder<boolean>,
  sort: Listing['sort'],
  { from, to }: NonNullable<Listing['range']>,
) =>
  sortedQuery(resource, condition, sort)
    .limit(sql.lit(to - from + 1))
    .offset(sql.lit(from));

type Statement = { sql: string; parameters: readonly unknown[] };
const STATEMENTS_MAX = 50;
const keptStatements = new WeakMap<Resource, Map<string, string>>();

/**
 * A first page with only the organisation's condition: building its SQL costs as much as sending it, so it is cached.
 */
function keptStatement(resource: Resource, actor: Actor, { sort, range }: Listing, build: () => Statement): Statement {
  const kept = keptStatements.get(resource) ?? new Map<string, string>();
  keptStatements.set(resource, kept);
  const key = `${sort.field} ${sort.descending} ${range!.to}`;
  const text = kept.get(key);
  if (text !== undefined) return { sql: text, parameters: [actor.org_id] };
  const built = build();
  const isOfOne = built.parameters.length === 1 && built.parameters[0] === actor.org_id;
  if (isOfOne && kept.size < STATEMENTS_MAX) kept.set(key, built.sql);
  return built;
}

/** The ids of the rows that a list would show, in any order. */
export async function matchingIds(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  listing: Pick<Listing, 'conditions' | 'ids' | 'q'>,
): Promise<string[]> {
  const condition = where(resource, actor, listing, await candidatesOf(tx, actor, resource, listing));
  if (!condition) return [];
  const query = sqlBuilder
    .selectFrom(resource.source)
    .select(sql<string>`${sql.ref('id')}::text`.as('id'))
    .where(condition);
  return (await tx.run<{ id: string }>(query)).map(({ id }) => id);
}

/** As `present`, of a list of any length. */
function* presentInSlices(resource: Resource, rows: readonly RecordRow[]): Slices<void> {
  for (const [at, row] of rows.entries()) {
    present(resource, row);
    if (at % 100 === 99) yield;
  }
}
