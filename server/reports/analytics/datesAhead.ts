// The last days of the next twelve months, and those that passed without anything being done: options and warrants that end,
// exercise windows after service, convertibles that mature, and valuations that grow old.
import { addMonths } from '#src/domain/dates.ts';
import { validUntil } from '#src/domain/valuationAge.ts';
import type { DatesAnswer } from '#src/contract/analytics.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { valuations } from '#src/resources/valuations.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import type { Condition, RecordRow } from '#server/data/lists/listing.ts';
import type { Tx } from '#server/db/database.ts';
import { lastDays } from '../dashboard/endingGrants.ts';
import type { LastDays } from '../dashboard/endingGrants.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

const MONTHS_AHEAD = 12;
const LISTED_MAX = 200;

type Dated = Omit<DatesAnswer['rows'][number], 'is_past'>;
type Found = { rows: Dated[]; total: number };

/** The nearest first. `day`: today. */
export async function datesAhead(tx: Tx, actor: Actor, day: string): Promise<DatesAnswer> {
  const until = addMonths(day, MONTHS_AHEAD);
  const found = [
    await ending(tx, actor, { resource: 'grants', status: 'expired' }),
    await ending(tx, actor, { resource: 'grants', status: 'active', until }),
    await ending(tx, actor, { resource: 'warrants', status: 'expired' }),
    await ending(tx, actor, { resource: 'warrants', status: 'active', until }),
    await maturities(tx, actor, until),
    await oldValuations(tx, actor, until),
  ];
  return {
    as_of: day,
    until,
    rows: found
      .flatMap(({ rows }) => rows)
      .map((row) => ({ ...row, is_past: row.date < day }))
      .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1)),
    rows_count: found.reduce((sum, { total }) => sum + total, 0),
  };
}

async function ending(tx: Tx, actor: Actor, asked: LastDays): Promise<Found> {
  const { rows, total } = await lastDays(tx, actor, asked, LISTED_MAX);
  return {
    total,
    rows: rows.map((row) => ({
      ...datedOf(row, asked.resource, row.last_day),
      kind:
        asked.resource === 'warrants'
          ? 'warrant_ends'
          : row.last_day === row.exercise_until
            ? 'exercise_window'
            : 'grant_ends',
      label: String(row.grant_number ?? row.warrant_number ?? row.id),
      quantity: text(row.outstanding),
    })),
  };
}

async function maturities(tx: Tx, actor: Actor, until: string): Promise<Found> {
  const conditions: Condition<'status' | 'maturity_date'>[] = [
    { field: 'status', operator: 'eq', value: 'outstanding' },
    { field: 'maturity_date', operator: 'lte', value: until },
  ];
  const { rows, total } = await listRecords(
    tx,
    actor,
    convertibles,
    rowsBy('maturity_date', { most: LISTED_MAX, conditions }),
  );
  return {
    total,
    rows: rows.map((row) => ({
      // The condition leaves out those without one.
      ...datedOf(row, 'convertibles', row.maturity_date ?? ''),
      kind: 'maturity',
      label: row.convertible_number ?? row.id,
      amount: row.amount,
      currency: row.currency,
    })),
  };
}

/** Of each class only the newest: the others have been replaced. */
async function oldValuations(tx: Tx, actor: Actor, until: string): Promise<Found> {
  const { rows } = await listRecords(tx, actor, valuations, rowsBy('effective_date', { descending: true }));
  const newest = [...Map.groupBy(rows, ({ share_class_id }) => share_class_id).values()].map(([first]) => first!);
  const ending = newest
    .map((row) => ({
      ...datedOf(row, 'valuations', validUntil(row.effective_date)),
      kind: 'valuation_old' as const,
      label: row.share_class ?? 'A valuation',
      amount: row.price_today,
      currency: row.currency,
    }))
    .filter(({ date }) => date <= until);
  return { total: ending.length, rows: ending };
}

const datedOf = (row: RecordRow, resource: Dated['resource'], date: string) => ({
  date,
  resource,
  id: row.id,
  shareholder_id: text(row.shareholder_id),
  shareholder: text(row.shareholder),
  quantity: null,
  amount: null,
  currency: null,
});

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
