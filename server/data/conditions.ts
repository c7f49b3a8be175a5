// The SQL of one list condition, and of the sort order.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isIsoDate } from '#src/domain/dates.ts';
import { searchedFor } from '#src/domain/searchPattern.ts';
import type { Searched } from '#src/domain/searchPattern.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import type { Condition } from './lists/listing.ts';

const SQL_OPERATORS = { eq: sql`=`, ne: sql`is distinct from`, gte: sql`>=`, lte: sql`<=` };

export function compare(field: Field, { field: name, operator, value }: Condition): RawBuilder<boolean> {
  if (
    field.kind === 'boolean' &&
    field.rowsOf &&
    typeof value === 'boolean' &&
    (operator === 'eq' || operator === 'ne')
  ) {
    const rows = sql`(select f.id from ${sql.raw(field.rowsOf)}() f)`;
    return value === (operator === 'eq') ? sql<boolean>`id in ${rows}` : sql<boolean>`id not in ${rows}`;
  }
  if (operator === 'contains') return containsText(name, searchedFor(String(value)));
  const column = comparable(field, name, value);
  if (value === null) return operator === 'ne' ? sql<boolean>`${column} is not null` : sql<boolean>`${column} is null`;
  if (operator === 'eq' && field.kind === 'text' && typeof value === 'string' && isEncodedTwice(value))
    return sql<boolean>`${column} in (${value}, ${value.normalize('NFC')}, ${value.normalize('NFD')})`;
  if (operator === 'eq' || operator === 'ne') return sql<boolean>`${column} ${SQL_OPERATORS[operator]} ${value}`;
  return sql<boolean>`${ordered(field, column)} ${SQL_OPERATORS[operator]} ${ordered(field, sql`${value}`)}`;
}

/** Nothing that a person types is a wildcard. */
export const containsText = (column: string, { plain, pattern }: Searched): RawBuilder<boolean> =>
  sql<boolean>`contains_text(${sql.ref(column)}, ${plain}, ${pattern})`;

/** Whether its accents may be stored within their letters or after them. */
const isEncodedTwice = (text: string) => text.normalize('NFC') !== text.normalize('NFD');

/** The sort value: a number stored as text sorts by its value, because a keyword may take its place. */
export function ordered(field: Field | undefined, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (field?.kind !== 'text' || !field.figure) return value;
  const text = sql`${value}::text`;
  return sql`case when ${text} ~ '^[0-9]+$' then ${text}::numeric
    when ${text} = ${sql.lit(field.figure.unlimited)} then 'Infinity'::numeric end`;
}

/** The list's sort order: figures by value, texts as people look them up. */
export function inOrder(field: Field | undefined, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (field?.kind === 'values') return sql`${value}::text`;
  return field?.kind === 'text' && !field.figure ? sql`alphabetical(${value})` : ordered(field, value);
}

// Instants are stored more precisely than shown, so a shown value must still find its row. A day matches instants of that day
// in the company's time zone, which the transaction uses.
function comparable(field: Field, name: string, value: unknown): RawBuilder<unknown> {
  if (field.kind === 'id' || field.kind === 'reference') return sql`${sql.ref(name)}::text`;
  if (field.kind === 'datetime' && isIsoDate(value)) return sql`${sql.ref(name)}::date`;
  if (field.kind === 'datetime') return sql`date_trunc('milliseconds', ${sql.ref(name)})`;
  return sql`${sql.ref(name)}`;
}
