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
 * The rows that follow one in the list's order. Those whose first key is not empty are a range of the index that has this order; those
 * whose is come last. Refuses: bad_query (400) when there is no such row.
 */
export async function rowsAfter(
  tx: Tx,
  actor: Actor,
  resource: Resource,
  condition: RawBuilder<boolean>,
  { sort, range, after }: Following,
): Promise<RecordRow[]> {
  const most = range.to + 1;
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
  const read = (part: RawBuilder<boolean>, limit: number) => {
    const page = sortedQuery(resource, sql<boolean>`${condition} and ${part}`, sort).limit(sql.lit(limit));
    return tx.run<RecordRow>({
      compile: () => sql`with anchor as materialized (${found}) ${page}`.compile(sqlBuilder),
    });
  };
  const rows = await read(
    sql<boolean>`${first.value} ${first.descending ? sql`<=` : sql`>=`} ${own(first)} and ${follows(keys)}`,
    most,
  );
  if (rows.length === most) return rows;
  if ((await tx.run(sqlBuilder.selectFrom(resource.source).select('id').where(anchor))).length === 0) throw gone();
  if (first.isNeverEmpty) return rows;
  const empty = sql<boolean>`${first.value} is null and (${own(first)} is not null or ${follows(rest)})`;
  return [...rows, ...(await read(empty, most - rows.length))];
}

export const gone = () =>
  new AppError('bad_query', 'The row that after names is not in this list any more. Begin at its first page again.', {
    status: 400,
  });

function shown(resource: Resource, name: string): string {
  const field = resource.fields[name];
  return field?.kind === 'reference' && field.shows ? field.shows : name;
}
