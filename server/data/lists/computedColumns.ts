// Columns that SQL cannot compute, such as what has vested: filled after a page is read. Only a list sorted or filtered by such
// a column computes all rows.
import { dayAt, isIsoDate } from '#src/domain/dates.ts';
import { containsLetters } from '#src/domain/letters.ts';
import { SLICE, sortInSlices } from '#src/domain/slices.ts';
import type { Slices } from '#src/domain/slices.ts';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Row, Tx } from '#server/db/database.ts';
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
export function* arranged(
  resource: Resource,
  { names }: ComputedColumns,
  rows: readonly RecordRow[],
  { sort, conditions }: Listing,
  timeZone?: string | null,
): Slices<RecordRow[]> {
  const own = conditions.filter(({ field }) => names.includes(field));
  const isSorted = names.includes(sort.field);
  const kept: { row: RecordRow; key: bigint | string | null }[] = [];
  for (const [at, row] of rows.entries()) {
    if (own.every((condition) => meets(resource, row, condition, timeZone)))
      kept.push({ row, key: isSorted ? keyOf(resource, sort.field, row[sort.field]) : null });
    if (at % SLICE === SLICE - 1) yield;
  }
  if (!isSorted) return kept.map(({ row }) => row);
  const inOrder = yield* sortInSlices(kept, (left, right) => {
    if (left.key === null || right.key === null)
      return left.key === right.key ? byId(left.row, right.row) : left.key === null ? 1 : -1;
    const order = compareKeys(left.key, right.key);
    return order === 0 ? byId(left.row, right.row) : sort.descending ? -order : order;
  });
  return inOrder.map(({ row }) => row);
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

function compareValues(resource: Resource, field: string, a: unknown, b: unknown): number {
  return compareKeys(keyOf(resource, field, a) ?? '', keyOf(resource, field, b) ?? '');
}

/** What a value is compared by: figures by their exact value, everything else as text. */
function keyOf(resource: Resource, field: string, value: unknown): bigint | string | null {
  if (value === null || value === undefined) return null;
  const kind = resource.fields[field]?.kind;
  return kind === 'shares' || kind === 'money' || kind === 'percent' || kind === 'number'
    ? (parseDecimal(String(value)) ?? 0n)
    : String(value);
}

const compareKeys = (a: bigint | string, b: bigint | string) => (a < b ? -1 : a > b ? 1 : 0);

/** As of the end of `day`; of today without it. */
export async function fillComputed(
  tx: Tx,
  actor: Actor,
  computed: ComputedColumns,
  rows: RecordRow[],
  day: string | undefined,
) {
  if (rows.length === 0 || actor.org_id === null) return;
  await computed.fill(tx, actor.org_id, rows, day ?? dayAt(new Date(), actor.time_zone));
}
