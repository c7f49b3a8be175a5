// Parses a list's query string against the declaration: sort, range, filter and q. Field names come from a map, never from the
// text.
import { z } from 'zod';
import { isIsoDate } from '#src/domain/dates.ts';
import { AppError } from '#src/domain/errors.ts';
import { filterOperators, splitOperator } from '#src/resources/kit/fields.ts';
import type { Operator } from '#src/resources/kit/fields.ts';
import type { Listing } from '#server/data/lists/listing.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { textFault } from '#src/domain/text.ts';
import { fieldSchema, isoDate } from '#src/resources/kit/validation.ts';

/** What a list is asked. */
export const listQuery = z.object({
  sort: z.string().optional().describe('["field","ASC"]'),
  range: z.string().optional().describe('[0,9]; its first row at most 10,000'),
  after: z
    .string()
    .optional()
    .describe('The id of the last row of the page before: the rows after it, at any depth. `Link: rel="next"` has it'),
  filter: z
    .string()
    .optional()
    .describe('{"field":value,"q":"text","id":[…]}, also with _gte, _lte, _ne and (texts) _contains'),
});
export const asOfQuery = z.object({ as_of: z.string().optional().describe('The day at whose end the figures apply') });

const IDS_MAX = 1000;
const RANGE_MAX = 1000;
/** Rows beyond it are read with `after`, because each page would cost as much as all pages before it. */
const FROM_MAX = 10_000;
/** Rows that meet conditions are counted so far; beyond it the answer says that there are more. */
export const COUNTED_MAX = 10_000;
const Q_MAX = 100;
const ID_MAX = 200;
const sortShape = z.tuple([z.string(), z.enum(['ASC', 'DESC', 'asc', 'desc'])]);
const rangeShape = z.tuple([z.int().min(0), z.int().min(0)]);

/**
 * `today`: the day at whose end figures apply unless `as_of` names another; records that begin later are then not
 * listed. Refuses: unsupported_sort, unsupported_filter, bad_query (400); a malformed value (422).
 */
export function readListQuery(resource: Resource, query: Record<string, string>, today: string): Listing {
  const known = new Set(['sort', 'range', 'filter', 'after', ...(resource.asOf ? ['as_of'] : [])]);
  const unknown = Object.keys(query).find((name) => !known.has(name));
  if (unknown) throw bad(`The parameter ${unknown} is not known here.`);
  const list: Listing = {
    sort: readSort(resource, query.sort),
    range: readRange(query.range),
    conditions: [],
    ids: null,
    q: null,
    countsTo: COUNTED_MAX,
  };
  if (query.after !== undefined) list.after = readAfter(query.after, list);
  if (resource.asOf) {
    list.as_of = readAsOf(query, today);
    const { since } = resource.asOf;
    if (query.as_of && since) list.conditions.push({ field: since, operator: 'lte', value: list.as_of });
  }
  if (query.filter === undefined || query.filter === '') return list;
  const filter = readJson(query.filter, 'filter');
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw bad('filter must be a JSON object.');
  for (const [name, value] of Object.entries(filter)) readFilter(resource, name, value, list);
  return list;
}

/** The day in `?as_of=`, or today. Refuses: a malformed day (422). */
export function readAsOf(query: Record<string, string>, today: string): string {
  if (!query.as_of) return today;
  const parsed = isoDate.safeParse(query.as_of);
  if (!parsed.success) throw invalid('as_of', parsed.error.issues[0]?.message ?? 'A date looks like 2025-03-14.');
  return parsed.data;
}

function readSort(resource: Resource, text: string | undefined): Listing['sort'] {
  if (!text) return { field: resource.sort[0], descending: resource.sort[1] === 'DESC' };
  const parsed = sortShape.safeParse(readJson(text, 'sort'));
  if (!parsed.success || !isField(resource, parsed.data[0]))
    throw new AppError('unsupported_sort', 'Unsupported sort field.', { status: 400 });
  return { field: parsed.data[0], descending: parsed.data[1].toUpperCase() === 'DESC' };
}

function readRange(text: string | undefined): Listing['range'] {
  if (!text) return null;
  const parsed = rangeShape.safeParse(readJson(text, 'range'));
  if (!parsed.success || parsed.data[1] < parsed.data[0]) throw bad('range must be two whole numbers, such as [0,9].');
  const [from, to] = parsed.data;
  if (from > FROM_MAX)
    throw bad(
      `Rows beyond the first ${FROM_MAX.toLocaleString('en-US')} are read page by page: ask for range=[0,${to - from}]&after= with the id of the last row that you have, or follow the Link header.`,
    );
  return { from, to: Math.min(to, from + RANGE_MAX - 1) };
}

function readAfter(id: string, { range }: Listing): string {
  if (!range) throw bad('after needs a range from 0, such as [0,999]: so many rows follow.');
  if (range.from > 0) throw bad('A range that begins after a row begins at 0, such as [0,999].');
  if (id === '' || id.length > ID_MAX || textFault(id))
    throw invalid('after', 'The id of the last row of the page before.');
  return id;
}

function readFilter(resource: Resource, name: string, value: unknown, list: Listing) {
  if (name === '__proto__' || name === 'constructor') throw bad('This filter is not allowed.');
  if (name === 'q') {
    list.q = readWords('q', value) || null;
    return;
  }
  if (name === 'id' && Array.isArray(value)) {
    if (value.length > IDS_MAX || value.some((id) => typeof id !== 'string' && typeof id !== 'number'))
      throw invalid('id', `A list of at most ${IDS_MAX} ids.`);
    list.ids = value.map(String);
    return;
  }
  const [field, operator] = splitOperator(resource.fields, name);
  const declared = isField(resource, field) ? resource.fields[field] : undefined;
  if (!declared || !(filterOperators[declared.kind] as readonly Operator[]).includes(operator))
    throw new AppError('unsupported_filter', 'Unsupported filter.', { status: 400 });
  if (operator === 'contains') {
    list.conditions.push({ field, operator, value: readWords(name, value) });
    return;
  }
  if (value === null) {
    list.conditions.push({ field, operator, value: null });
    return;
  }
  // An instant can be filtered by its day too, in the company's time zone.
  const shape = declared.kind === 'datetime' && isIsoDate(value) ? isoDate : fieldSchema(declared);
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw invalid(name, parsed.error.issues[0]?.message ?? 'This value has the wrong format.');
  list.conditions.push({ field, operator, value: parsed.data });
}

/** What is searched for, without the space around it. */
function readWords(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalid(name, 'This must be text.');
  if (value.length > Q_MAX) throw invalid(name, `At most ${Q_MAX} characters.`);
  const fault = textFault(value);
  if (fault) throw invalid(name, fault);
  return value.trim();
}

const isField = (resource: Resource, name: string) => Object.hasOwn(resource.fields, name);

export function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(`${name} must be JSON.`);
  }
}
const bad = (sentence: string) => new AppError('bad_query', sentence, { status: 400 });
const invalid = (field: string, message: string) =>
  new AppError('invalid_fields', message, { status: 422, fields: { [field]: message } });
