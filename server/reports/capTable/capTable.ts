// The cap table at a date, from the ledger's projections: SQL computes the sums, the domain decides how they count.
import type { ClassAvailability } from '#src/domain/captable/classAvailability.ts';
import { classesOn } from '#src/domain/captable/capTable.ts';
import { bases, isBasis } from '#src/domain/captable/capTableBasis.ts';
import type { Basis } from '#src/domain/captable/capTableBasis.ts';
import { poolAvailable, poolByClass } from '#src/domain/captable/capTablePool.ts';
import { capTableInSlices } from '#src/domain/captable/capTableShown.ts';
import type { CapTable } from '#src/domain/captable/capTableShown.ts';
import type { TableSums } from '#src/domain/round/roundTable.ts';
import { AppError } from '#src/domain/errors.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { runYielding } from '#server/data/runYielding.ts';
import { openSumsOn, positionsOn } from './capTablePositions.ts';
import { poolsOn } from './capTablePools.ts';
import {
  authorizedChanges,
  classFacts,
  holderNames,
  knownAtOf,
  ratioChanges,
  sharedSource,
  sourceOf,
} from './capTableSource.ts';
import type { Source } from './capTableSource.ts';

export interface Asked {
  as_of: string;
  basis: string;
  known_at: string | null;
}

/**
 * Refuses: unknown_basis (422), forbidden (403). A shareholder sees only their own rows, unless the company shows them more:
 * `sharedTable` (docs/decisions/cap-table.md#what-shareholders-see).
 */
export async function capTable(tx: Tx, actor: Actor, asked: Asked, onStale?: () => void): Promise<Row> {
  const basis = basisOf(asked.basis);
  const source = await sourceOf(tx, actor, asked.known_at, onStale);
  const table = await wholeTable(source, asked.as_of, basis);
  return { ...(source.seesAll ? table : ownOnly(table)), known_at: knownAtOf(source) };
}

/**
 * The table that the company shows to its shareholders, read in the context of `asTableReader`. `totals`: the totals, and
 * of the rows only the holder's own with their percentages; convertibles stay the holder's own. Refuses: unknown_basis
 * (422).
 */
export async function sharedTable(
  tx: Tx,
  reader: Actor & { visibility: 'totals' | 'full' },
  asked: Pick<Asked, 'as_of' | 'basis'>,
): Promise<Row> {
  const source = sharedSource(tx, orgOf(reader));
  const table = await wholeTable(source, asked.as_of, basisOf(asked.basis));
  if (reader.visibility === 'full') return { ...table, known_at: null };
  const rows = table.rows.filter(({ shareholder_id }) => shareholder_id === reader.shareholder_id);
  return {
    ...table,
    classes: table.classes.map((row) => ({ ...row, ...NOT_TOLD })),
    rows,
    convertibles: rows.flatMap(({ convertibles }) => convertibles),
    known_at: null,
  };
}

/** Refuses: unknown_basis (422). */
export function basisOf(text: string): Basis {
  if (isBasis(text)) return text;
  const sentence = `The basis is one of ${bases.join(', ')}.`;
  throw new AppError('unknown_basis', sentence, { status: 422, fields: { basis: sentence } });
}

/** Built from the rows this actor may see. */
export async function wholeTable(source: Source, date: string, basis: Basis): Promise<CapTable> {
  const { plans, ...sums } = await tableSums(source, date);
  return runYielding(capTableInSlices({ ...sums, basis, pool: poolAvailable(plans), pools: poolByClass(plans) }));
}

/** The data of a day's table, for any basis. */
export async function tableSums(source: Source, date: string): Promise<TableSums> {
  const classes = await classFacts(source);
  const names = await holderNames(source);
  const plans = await poolsOn(source, date);
  return {
    date,
    positions: await positionsOn(source, date),
    open: await openSumsOn(source, date),
    classes: classesOn(classes, await authorizedChanges(source), await ratioChanges(source), date),
    nameOf: (id) => names.get(id) ?? id,
    plans,
  };
}

/** A shareholder must not see totals and percentages, which would reveal others' holdings. */
function ownOnly(table: CapTable): Row {
  return {
    ...table,
    classes: table.classes.map((row) => ({
      ...row,
      authorized: null,
      outstanding: null,
      counted: null,
      percent: null,
      ...NOT_TOLD,
    })),
    instruments: [],
    rows: table.rows.map((row) => ({ ...row, percent: null })),
    pool_available: null,
    total: null,
  };
}

/** The shares kept for a class; all null for shareholders, since they reveal what others hold. */
type ShownAvailability = { [K in keyof ClassAvailability]: ClassAvailability[K] | null };
const NOT_TOLD: ShownAvailability = {
  kept_for_conversion: null,
  unnamed_conversions: null,
  kept_for_options: null,
  kept_for_warrants: null,
  kept_in_pool: null,
  kept: null,
  free: null,
  short: null,
};

/** What is outstanding, kept and free of one class on a day, for readers who may see the whole. */
export async function classRoomOn(tx: Tx, actor: Actor, id: string, date: string): Promise<ShownAvailability> {
  const source = await sourceOf(tx, actor, null);
  const { classes } = await wholeTable(source, date, 'outstanding');
  const found = source.seesAll ? classes.find((each) => each.share_class_id === id) : undefined;
  const names = Object.keys(NOT_TOLD) as (keyof ClassAvailability)[];
  return Object.fromEntries(names.map((name) => [name, found?.[name] ?? null])) as ShownAvailability;
}
