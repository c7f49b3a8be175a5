// One condition of a list as SQL, and what a column is put in order by.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isIsoDate } from '../../src/domain/dates.ts';
import type { Field } from '../../src/resources/kit/fields.ts';
import type { Condition } from './listing.ts';

const SQL_OPERATORS = { eq: sql`=`, ne: sql`is distinct from`, gte: sql`>=`, lte: sql`<=` };

export function compare(field: Field, { field: name, operator, value }: Condition): RawBuilder<boolean> {
  const column = comparable(field, name, value);
  if (value === null) return operator === 'ne' ? sql<boolean>`${column} is not null` : sql<boolean>`${column} is null`;
  if (operator === 'eq' || operator === 'ne') return sql<boolean>`${column} ${SQL_OPERATORS[operator]} ${value}`;
  return sql<boolean>`${ordered(field, column)} ${SQL_OPERATORS[operator]} ${ordered(field, sql`${value}`)}`;
}

/** As it is put in order: a number that is stored as text by its value, because a word may stand in its place. */
export function ordered(field: Field | undefined, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (field?.kind !== 'text' || !field.figure) return value;
  const text = sql`${value}::text`;
  return sql`case when ${text} ~ '^[0-9]+$' then ${text}::numeric
    when ${text} = ${sql.lit(field.figure.unlimited)} then 'Infinity'::numeric end`;
}

/** As a list shows it: figures by their value, and texts as people look them up. */
export function inOrder(field: Field | undefined, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return field?.kind === 'text' && !field.figure ? sql`alphabetical(${value})` : ordered(field, value);
}

// Instants are stored finer than they are shown: what was shown must find its row. A day finds what is of it in the company's
// time zone, which is the transaction's.
function comparable(field: Field, name: string, value: unknown): RawBuilder<unknown> {
  if (field.kind === 'id' || field.kind === 'reference') return sql`${sql.ref(name)}::text`;
  if (field.kind === 'datetime' && isIsoDate(value)) return sql`${sql.ref(name)}::date`;
  if (field.kind === 'datetime') return sql`date_trunc('milliseconds', ${sql.ref(name)})`;
  return sql`${sql.ref(name)}`;
}
