// Columns that SQL cannot compute, such as what has vested: filled after a page is read. Only a list sorted or filtered by such
// a column computes all rows.
import { dayAt, isIsoDate } from '#src/domain/dates.ts';
import { containsLetters } from '#src/domain/letters.ts';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Row } from '#server/db/database.ts';
import { accruedInterest } from '../accruedInterest.ts';
import { warrantLine } from '../grantLine.ts';
import { grantVesting } from '../grantVesting.ts';
import { holderColumns } from './holderColumns.ts';
import type { ComputedColumns, Condition, Listing, RecordRow } from './listing.ts';

const computed: Record<string, ComputedColumns | undefined> = {
  grants: grantVesting,
  convertibles: accruedInterest,
  shareholders: holderColumns,
  warrants: warrantLine,
};

export const computedColumnsOf = (resource: Resource): ComputedColumns | undefined => computed[resource.name];

export function asksForComputed({ names }: ComputedColumns, { sort, conditions }: Listing): boolean {
  return names.includes(sort.field) || conditions.some(({ field }) => names.includes(field));
}

/**
 * The rows that meet the conditions on computed columns, in the requested order: empty values last, equal ones by id.
 */
export function arranged(
  resource: Resource,
  { names }: ComputedColumns,
  rows: readonly RecordRow[],
  { sort, conditions }: Listing,
  timeZone?: string | null,
): RecordRow[] {
  const own = conditions.filter(({ field }) => names.includes(field));
  const kept = rows.filter((row) => own.every((condition) => meets(resource, row, condition, timeZone)));
  if (!names.includes(sort.field)) return kept;
  return kept.toSorted((left, right) => {
    const [a, b] = [left[sort.field], right[sort.field]];
    if (a === null || b === null) return a === b ? byId(left, right) : a === null ? 1 : -1;
    const order = compareValues(resource, sort.field, a, b);
    return order === 0 ? byId(left, right) : sort.descending ? -order : order;
  });
}

const byId = (left: RecordRow, right: RecordRow) => (left.id < right.id ? -1 : 1);

function meets(resource: Resource, row: Row, { field, operator, value }: Condition, timeZone?: string | null): boolean {
  const isDayOfInstant = resource.fields[field]?.kind === 'datetime' && isIsoDate(value);
  const stored = isDayOfInstant && row[field] ? dayAt(new Date(String(row[field])), timeZone) : row[field];
  if (value === null) return (stored === null) === (operator !== 'ne');
  if (stored === null || stored === undefined) return operator === 'ne';
  if (operator === 'contains') return containsLetters(String(stored), String(value));
  const order = compareValues(resource, field, stored, value);
  if (operator === 'eq') return order === 0;
  if (operator === 'ne') return order !== 0;
  return operator === 'gte' ? order >= 0 : order <= 0;
}

/** Compares figures by their exact value, everything else as text. */
function compareValues(resource: Resource, field: string, a: unknown, b: unknown): number {
  const kind = resource.fields[field]?.kind;
  if (kind === 'shares' || kind === 'money' || kind === 'percent' || kind === 'number') {
    const [left, right] = [parseDecimal(String(a)) ?? 0n, parseDecimal(String(b)) ?? 0n];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
