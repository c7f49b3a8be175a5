// The order of a list, and the rows that follow one in it.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { AppError } from '#src/domain/errors.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { sqlBuilder } from '#server/db/database.ts';
import type { Tx } from '#server/db/database.ts';
import { computedColumnsOf } from './computedColumns.ts';
import { inOrder } from '../conditions.ts';
import { hasIndex } from './keptOrder.ts';
import { where } from './listCondition.ts';
import type { Listing, RecordRow } from './listing.ts';

export function columnsOf(resource: Resource): string[] {
  const filled = computedColumnsOf(resource)?.names ?? [];
  return Object.keys(resource.fields).filter(
    (name) => resource.fields[name]!.kind !== 'file' && !filled.includes(name),
  );
}

interface SortKey {
  value: RawBuilder<unknown>;
  descending: boolean;
  /**
   * The direction, and where empty values stand: last. Of a column that is never empty, where that says nothing, one index has both
   * orders, and PostgreSQL reads it backwards if empty values are said to stand at the other end.
   */
  order: RawBuilder<unknown>;
  isNeverEmpty: boolean;
}

/**
 * What a list is sorted by, first to last. A reference is sorted by the name it shows. Empty values come last in both directions; the
 * id orders equal values, so that no row appears on two pages.
 */
function keysOf(resource: Resource, { field, descending }: Listing['sort']): SortKey[] {
  const key = (column: string, isDescending: boolean): SortKey => {
    const field = resource.fields[column];
    const stored = field?.kind === 'text' ? field.sortKey : undefined;
    return {
      value: stored ? sql.ref(stored) : inOrder(field, sql.ref(column)),
      descending: isDescending,
      order: isDescending ? sql`desc nulls last` : sql`asc nulls last`,
      // A figure in words has no value.
      isNeverEmpty: column === 'id' || (field?.required === true && !(field.kind === 'text' && field.figure)),
    };
  };
  const leading = (column: string): SortKey => {
    // The index of a list that opens in descending order has that order; all others ascend.
    const isIndexed = column === resource.sort[0] && resource.sort[1] === 'DESC' ? descending : !descending;
    const reversed = descending ? sql`desc nulls first` : sql`asc nulls first`;
    const own = key(column, descending);
    return { ...own, ...(own.isNeverEmpty && !isIndexed ? { order: reversed } : {}) };
  };
  const among = field === resource.sort[0] ? resource.sortAmongEqual : undefined;
  return [
    leading(shown(resource, field)),
    ...(among ? [key(among, descending)] : []),
    ...(resource.thenBy ?? []).filter((name) => name !== shown(resource, field)).map((name) => key(name, false)),
    ...(field === 'id' ? [] : [key('id', false)]),
  ];
}

export const sortedQuery = (resource: Resource, condition: RawBuilder<boolean>, sort: Listing['sort']) =>
  keysOf(resource, sort).reduce(
    (query, { value, order }) => query.orderBy(sql`${value} ${order}`),
    sqlBuilder.selectFrom(resource.source).select(columnsOf(resource)).where(condition),
  );

export type Following = Listing & { after: string; range: NonNullable<Listing['range']> };

/**
 * The rows that follow one in the list's order; those whose first key is empty come last. Refuses: bad_query (400) when there is no
 * such row.
 */
export async function rowsAfter(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  condition: RawBuilder<boolean>,
  { sort, range, after, conditions, ids, q }: Following,
): Promise<RecordRow[]> {
  const most = range.to + 1;
  // A whole list is read along its index, whatever the values are.
  const alongIndex = { hasOnePlan: conditions.length === 0 && ids === null && q === null };
  const anchor = where(resource, actor, { conditions: [], ids: [after], q: null });
  if (!anchor) throw gone();
  const keys = keysOf(resource, sort);
  const [first, ...rest] = keys as [SortKey, ...SortKey[]];
  const nameOf = (key: SortKey) => `anchor_${keys.indexOf(key)}`;
  const own = (key: SortKey) => sql`(select ${sql.ref(nameOf(key))} from anchor)`;
  const beyond = (key: SortKey) => sql<boolean>`${key.value} ${key.descending ? sql`<` : sql`>`} ${own(key)}`;
  const intoEmpty = (key: SortKey) => sql`or (${key.value} is null and ${own(key)} is not null)`;
  const equals = (key: SortKey) => (key.isNeverEmpty ? sql`=` : sql`is not distinct from`);
  const follows = ([key, ...others]: readonly SortKey[]): RawBuilder<boolean> =>
    key === undefined
      ? sql<boolean>`false`
      : sql<boolean>`(${beyond(key)} ${key.isNeverEmpty ? sql`` : intoEmpty(key)}
          or (${key.value} ${equals(key)} ${own(key)} and ${follows(others)}))`;
  // The row that they follow is read once.
  const found = sqlBuilder
    .selectFrom(resource.source)
    .select(keys.map((key) => sql`${key.value}`.as(nameOf(key))))
    .where(anchor);
  const sorted = (part: RawBuilder<boolean>, limit: RawBuilder<unknown>) =>
    sortedQuery(resource, sql<boolean>`${condition} and ${part}`, sort).limit(sql<number>`${limit}`);
  const read = (page: RawBuilder<unknown> | ReturnType<typeof sorted>, options?: { hasOnePlan: boolean }) =>
    tx.run<RecordRow>(
      { compile: () => sql`with anchor as materialized (${found}) ${page}`.compile(sqlBuilder) },
      options,
    );
  const isEmpty = sql<boolean>`${first.value} is null`;
  const rows = await (hasIndex(resource, sort.field) ? byIndex() : inTwoReads());
  if (
    rows.length < most &&
    (await tx.run(sqlBuilder.selectFrom(resource.source).select('id').where(anchor))).length === 0
  )
    throw gone();
  return rows;

  /** Those whose first key is empty are read only where they are needed. */
  async function byIndex(): Promise<RecordRow[]> {
    const equal = rest.length > 0 ? [sql<boolean>`${first.value} = ${own(first)} and ${follows(rest)}`] : [];
    const some = await read(inParts([...equal, beyond(first)], most), alongIndex);
    if (some.length === most || first.isNeverEmpty) return some;
    const empty = [
      sql<boolean>`${own(first)} is null and ${isEmpty} and ${follows(rest)}`,
      sql<boolean>`${own(first)} is not null and ${isEmpty}`,
    ];
    return [...some, ...(await read(inParts(empty, most - some.length), alongIndex))];
  }

  /** Each part is a range of the index, so that none of the rows before it is read, and of a later part only what is left to read. */
  function inParts(parts: readonly RawBuilder<boolean>[], limit: number): RawBuilder<unknown> {
    const columns = sql.join(columnsOf(resource).map((name) => sql.ref(name)));
    const nameAt = (at: number) => sql.ref(`part_${at}`);
    const left = (at: number) =>
      parts.slice(0, at).reduce((rest, _part, n) => sql`${rest} - (select count(*) from ${nameAt(n)})`, sql.lit(limit));
    const read = parts.map(
      (part, at) =>
        sql`${nameAt(at)} as materialized (select *, ${sql.lit(at)} as part_number, row_number() over () as row_number from (${sorted(part, left(at))}) as one_part)`,
    );
    const all = parts.map((_part, at) => sql`select * from ${nameAt(at)}`);
    return sql`select ${columns} from (with ${sql.join(read)} ${sql.join(all, sql` union all `)}) as following
      order by part_number, row_number`;
  }

  /** Without an index, each read sorts the list. */
  async function inTwoReads(): Promise<RecordRow[]> {
    const filled = sql<boolean>`${first.value} ${first.descending ? sql`<=` : sql`>=`} ${own(first)} and ${follows(keys)}`;
    const some = await read(sorted(filled, sql.lit(most)));
    if (some.length === most || first.isNeverEmpty) return some;
    const empty = sql<boolean>`${isEmpty} and (${own(first)} is not null or ${follows(rest)})`;
    return [...some, ...(await read(sorted(empty, sql.lit(most - some.length))))];
  }
}

export const gone = () =>
  new AppError('bad_query', 'The row that after names is not in this list any more. Begin at its first page again.', {
    status: 400,
  });

function shown(resource: Resource, name: string): string {
  const field = resource.fields[name];
  return field?.kind === 'reference' && field.shows ? field.shows : name;
}
