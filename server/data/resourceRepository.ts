// Rows of a declared resource, for one actor. Identifiers come only from the declaration, values only as parameters; every
// query includes the actor's row filter, with row-level security beneath.
import { dayAt } from '#src/domain/dates.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { withoutLastZeros } from '#src/domain/figures/decimal.ts';
import { rowFilter } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { RecordOf, Resource } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { runYielding } from './runYielding.ts';
import type { Slices } from '#src/domain/slices.ts';
import { sqlBuilder } from '../db/database.ts';
import type { Compilable, Row, Tx } from '../db/database.ts';
import { arranged, asksForComputed, computedColumnsOf } from './lists/computedColumns.ts';
import type { ComputedColumns, Condition, Listing, RecordRow } from './lists/listing.ts';
import { hasId, where } from './lists/listCondition.ts';
import { asksForWhole } from './lists/keptPages.ts';
import { columnsOf, gone, rowsAfter, sortedQuery } from './lists/listOrder.ts';
import type { Following } from './lists/listOrder.ts';
import { candidatesOf } from './lists/searchIndex.ts';

/** `isMore`: more rows match than were counted. */
type Found = { rows: RecordRow[]; total: number; isMore: boolean };

/** The page of a list, each row as the declaration describes it. */
export async function listRecords<F extends Fields>(
  tx: Tx,
  actor: Actor,
  resource: Resource<F>,
  listing: Listing,
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

/** The views of dated resources read this setting, which ends with the transaction. */
const setAsOf = (tx: Tx, day: string | undefined) => tx.rows(`select set_config('app.as_of', $1, true)`, [day ?? '']);

/** Sorts or filters by a computed column: reads and computes every row, then arranges them. */
async function listByComputed(tx: Tx, actor: Actor, resource: Resource, listing: Listing, computed: ComputedColumns) {
  const conditions = listing.conditions.filter(({ field }) => !computed.names.includes(field));
  const sort = computed.names.includes(listing.sort.field) ? { field: 'id', descending: false } : listing.sort;
  const { after: _, ...whole } = listing;
  const { rows } = await listRows(tx, actor, resource, { ...whole, conditions, sort, range: null });
  await fillComputed(tx, actor, computed, rows, listing.as_of);
  const all = await runYielding(arranged(resource, computed, rows, listing, actor.time_zone));
  const { from, to } = listing.range ?? { from: 0, to: all.length };
  const before = listing.after === undefined ? 0 : all.findIndex(({ id }) => id === listing.after) + 1;
  if (listing.after !== undefined && before === 0) throw gone();
  return { rows: all.slice(before + from, before + to + 1), total: all.length, isMore: false };
}

async function fillComputed(
  tx: Tx,
  actor: Actor,
  computed: ComputedColumns,
  rows: RecordRow[],
  day: string | undefined,
) {
  if (rows.length === 0 || actor.org_id === null) return;
  await computed.fill(tx, actor.org_id, rows, day ?? dayAt(new Date(), actor.time_zone));
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
  if (listing.after !== undefined) {
    const following = await rowsAfter(tx, actor, resource, condition, listing as Following);
    return { rows: following.map((row) => present(resource, row)), total: following.length, isMore: false };
  }
  const { from, to } = listing.range;
  const isWhole = asksForWhole(actor, resource, listing);
  const page = () => pageQuery(resource, condition, listing.sort, listing.range!).compile();
  const rows = await tx.run<RecordRow>({
    compile: from === 0 && isWhole ? () => keptStatement(resource, actor, listing, page) : page,
  });
  const isLast = (rows.length <= to - from && (rows.length > 0 || from === 0)) || listing.countsTo === 0;
  const countsTo = isWhole ? undefined : listing.countsTo;
  const count = async () => Number((await tx.run(countQuery(resource, condition, countsTo)))[0]!.total);
  const total = isLast ? from + rows.length : isWhole ? await keptCount(tx, resource, listing, count) : await count();
  const isMore = countsTo !== undefined && total > countsTo && !isLast;
  return { rows: rows.map((row) => present(resource, row)), total: isMore ? countsTo : total, isMore };
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

/** One record that the actor may see, or undefined: a missing and a hidden record give the same answer. */
export async function findRecord<F extends Fields>(
  tx: Tx,
  actor: Actor,
  resource: Resource<F>,
  id: string,
  as_of?: string,
): Promise<RecordOf<Resource<F>> | undefined> {
  if (resource.asOf) await setAsOf(tx, as_of);
  const row = await findRow(tx, actor, resource, id);
  const computed = row && computedColumnsOf(resource);
  if (computed) await fillComputed(tx, actor, computed, [row], as_of);
  // `present` gives a row the form that the declaration describes.
  return row as RecordOf<Resource<F>> | undefined;
}

async function findRow(tx: Tx, actor: Actor, resource: Resource, id: string): Promise<RecordRow | undefined> {
  const condition = where(resource, actor, { conditions: [], ids: [id], q: null });
  if (!condition) return undefined;
  const query = sqlBuilder.selectFrom(resource.source).select(columnsOf(resource)).where(condition);
  const [row] = await tx.runPrepared<RecordRow>(query);
  return row && present(resource, row);
}

export async function insertRecord(tx: Tx, actor: Actor, resource: Resource, id: string, values: Row): Promise<void> {
  await tx.run(sqlBuilder.insertInto(resource.table).values({ ...values, org_id: actor.org_id, id }));
}

/** Writes the values and increments the version. Out: whether the row still had the version that was read. */
export async function updateRecord(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  id: string,
  values: Row,
  version: unknown,
): Promise<boolean> {
  const query = sqlBuilder
    .updateTable(resource.table)
    .set({ ...values, version: sql`version + 1` })
    .where(sql<boolean>`org_id = ${actor.org_id}::uuid and ${hasId(resource, [id])} and version = ${version}`)
    .returning('id');
  return (await tx.run(query)).length === 1;
}

export async function deleteRecord(tx: Tx, actor: Actor, resource: Resource, id: string): Promise<boolean> {
  const query = sqlBuilder
    .deleteFrom(resource.table)
    .where(sql<boolean>`org_id = ${actor.org_id}::uuid and ${hasId(resource, [id])}`)
    .returning('id');
  return (await tx.run(query)).length === 1;
}

/** As `present`, of a list of any length. */
function* presentInSlices(resource: Resource, rows: readonly RecordRow[]): Slices<void> {
  for (const [at, row] of rows.entries()) {
    present(resource, row);
    if (at % 100 === 99) yield;
  }
}

/** A row in the contract's form: numbers as numbers where safe, amounts with their decimals. */
export function present<R extends Row>(resource: Resource, row: R): R {
  const columns: Row = row;
  for (const [name, value] of Object.entries(columns)) {
    const field = resource.fields[name]!;
    if (typeof value !== 'string') continue;
    if (field.kind === 'number') columns[name] = safeNumber(value);
    else if (field.kind === 'money')
      columns[name] = field.places === undefined ? trimmed(value) : fixed(value, field.places);
    else if (field.kind === 'shares' || field.kind === 'percent') columns[name] = trimmed(value);
  }
  return row;
}

/** A JSON number if exact, otherwise the decimal string itself. */
export function safeNumber(value: string): number | string {
  const text = trimmed(value);
  const number = Number(text);
  return String(number) === text && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}

export function trimmed(value: string): string {
  const [whole = '', decimals] = value.split('.');
  const kept = withoutLastZeros(decimals ?? '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

// Only pads: stored amounts never have more decimals than shown.
function fixed(value: string, places: number): string {
  const [whole, decimals = ''] = trimmed(value).split('.');
  return `${whole}.${decimals.padEnd(places, '0')}`;
}
