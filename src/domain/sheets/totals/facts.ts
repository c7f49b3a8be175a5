// The totals that a file states itself: of its total rows, of a vendor's summary, of the pool's rows. A total that differs from
// the rows of its own table is an error; any other is compared with ours (Q18).
import { grouped, ZERO } from '../../figures/decimal.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { findingAt } from '../findings.ts';
import type { Column } from '../meanings/columns.ts';
import { classNameOf, headingWords } from '../meanings/headings.ts';
import type { SheetFinding, TieOutLine } from '../reading.ts';
import type { Place } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { reasonOfLabel } from '../tables/labels.ts';
import type { KindOfRow } from '../tables/rowKinds.ts';
import { cellAt } from '../values/cells.ts';
import { numeralOf, readNumber } from '../values/numbers.ts';
import { readValue } from '../values/readTable.ts';

export interface Fact {
  what: Exclude<TieOutLine['what'], 'holder' | 'gross' | 'tax' | 'net'>;
  /** The class as the file writes it; null for a whole. */
  name: string | null;
  value: Decimal;
}

/** What a file says of a plan outside of a table of plans. */
export interface PoolFact {
  place: Place;
  plan: string | null;
  granted: Decimal | null;
  available: Decimal | null;
  reserved: Decimal | null;
}

export interface ClassFact {
  name: string;
  authorized: Decimal | null;
  price: Decimal | null;
}

export interface Totals {
  facts: Fact[];
  pools: PoolFact[];
  classes: ClassFact[];
  findings: SheetFinding[];
}

export function totalsOf(tables: readonly MeantTable[]): Totals {
  const totals: Totals = { facts: [], pools: [], classes: [], findings: [] };
  for (const table of tables) {
    if (table.role === 'ignore' || table.role === 'payments' || table.columns.length === 0) continue;
    if (table.role === 'totals' && !table.columns.some(({ field }) => field === 'holder')) readSummary(table, totals);
    else readTotalRows(table, tables, totals);
  }
  return totals;
}

/** A number in a column whose meaning is not one of the fields, such as "Fully diluted". */
function plainNumber(table: MeantTable, { row }: KindOfRow, column: number): Decimal | null {
  const cell = cellAt(row, column);
  if (cell === null || cell.format === 'percent' || cell.text.includes('%')) return null;
  const sign = table.formsOf(column).sign ?? signOfTable(table);
  const read = readNumber(cell, sign ?? numeralOf(cell.text)?.proves ?? null);
  return typeof read === 'string' ? null : read.value;
}

const signOfTable = (table: MeantTable) => {
  for (const { column } of table.columns) {
    const { sign } = table.formsOf(column);
    if (sign !== null) return sign;
  }
  return null;
};

const wordsOf = ({ parent, own }: Column): string => headingWords(`${parent} ${own}`).key;

const sumOfColumns = (table: MeantTable, pattern: RegExp): Column | undefined =>
  table.columns.find((column) => !column.isPercent && pattern.test(wordsOf(column)));

const SUMMED = new Set(
  'holding quantity_issued quantity_outstanding granted principal consideration cancelled exercised'.split(' '),
);

interface Sums {
  all: Decimal;
  sinceSubtotal: Decimal;
  granted: Decimal;
  available: Decimal;
}

function readTotalRows(table: MeantTable, tables: readonly MeantTable[], totals: Totals): void {
  const summed = table.columns.filter(({ field }) => field !== null && SUMMED.has(field));
  const sums = new Map(
    summed.map((column) => [column.column, { all: ZERO, sinceSubtotal: ZERO, granted: ZERO, available: ZERO } as Sums]),
  );
  const diluted = sumOfColumns(table, /\bfully[- ]diluted\b/);
  const outstanding = sumOfColumns(table, /\boutstanding (?:shares|units)\b|\bshares (?:issued and )?outstanding\b/);
  for (const each of table.kinds) {
    if (each.kind === 'record' || each.kind === 'pool_granted' || each.kind === 'pool_available')
      for (const column of summed) addTo(sums.get(column.column)!, each, valueOf(table, each, column));
    if (each.kind === 'pool_granted' || each.kind === 'pool_available') readPool(table, each, diluted, totals);
    if (each.kind === 'price') readPrices(table, each, totals);
    if (each.kind !== 'total' && each.kind !== 'subtotal') continue;
    const isShare = /ownership|percent|%/i.test(each.label);
    for (const column of isShare ? [] : summed)
      checkTotal(table, tables, each, column, sums.get(column.column)!, totals);
    if (each.kind === 'subtotal') for (const sum of sums.values()) sum.sinceSubtotal = ZERO;
    if (isShare || each.kind === 'subtotal') continue;
    addFact(totals, 'fully_diluted', null, diluted && plainNumber(table, each, diluted.column));
    addFact(
      totals,
      'outstanding',
      null,
      outstanding && !summed.includes(outstanding) ? plainNumber(table, each, outstanding.column) : null,
    );
  }
}

const valueOf = (table: MeantTable, { row }: KindOfRow, column: Column): Decimal | null =>
  readValue(row, column, table.formsOf(column.column)).number;

function addTo(sum: Sums, { kind }: KindOfRow, value: Decimal | null): void {
  if (value === null) return;
  if (kind === 'pool_granted') sum.granted += value;
  else if (kind === 'pool_available') sum.available += value;
  else {
    sum.all += value;
    sum.sinceSubtotal += value;
  }
}

function addFact({ facts }: Totals, what: Fact['what'], name: string | null, value: Decimal | null | undefined): void {
  if (value !== null && value !== undefined) facts.push({ what, name, value });
}

/** A printed total is the sum of its rows, with or without the rows of the pool. */
function checkTotal(
  table: MeantTable,
  tables: readonly MeantTable[],
  each: KindOfRow,
  column: Column,
  { all, sinceSubtotal, granted, available }: Sums,
  totals: Totals,
): void {
  const cell = cellAt(each.row, column.column);
  if (cell === null || cell.format === 'percent' || cell.text.includes('%')) return;
  const value = valueOf(table, each, column);
  if (value === null) return;
  if (table.role !== 'totals') {
    const right = [
      all,
      sinceSubtotal,
      all + granted,
      all + available,
      all + granted + available,
      granted,
      granted + available,
    ];
    if (!right.includes(value)) {
      const message = `The total says ${grouped(value)}, but the rows above add up to ${grouped(all)}. Correct the rows or the total.`;
      const place = { table: table.index, row: each.row.number };
      totals.findings.push(findingAt(tables, place, column, { code: 'total_mismatch', severity: 'error', message }));
      return;
    }
  }
  if (each.kind !== 'total') return;
  // Where the total counts the pool's rows too, the holders' own sum is compared.
  const withPool = [all + granted, all + available, all + granted + available].includes(value);
  const held = withPool && value !== all ? all : value;
  const has = (...fields: string[]) => table.columns.some(({ field }) => field !== null && fields.includes(field));
  if (column.field === 'holding') addFact(totals, 'class', column.share_class, held);
  else if (table.role === 'snapshot' && (column.field === 'quantity_issued' || column.field === 'quantity_outstanding'))
    addFact(totals, 'outstanding', null, value);
  else if (table.role === 'certificates' && column.field === 'quantity_outstanding')
    addFact(totals, table.titleClass ? 'class' : 'outstanding', table.titleClass, value);
  else if (table.role === 'options' && isOpenGrants(column, has)) addFact(totals, 'granted', null, value);
  else if (table.role === 'convertibles' && column.field === 'principal' && !has('canceled_date', 'converted_date'))
    addFact(totals, 'principal', null, value);
}

const isOpenGrants = (column: Column, has: (...fields: string[]) => boolean): boolean =>
  column.field === 'quantity_outstanding' ||
  ((column.field === 'granted' || column.field === 'quantity_issued') &&
    !has('exercised', 'forfeited', 'expired', 'cancelled', 'quantity_outstanding'));

/** Q9: a row of the pool is an aggregate: granted is compared, available sets the reserve. */
function readPool(table: MeantTable, each: KindOfRow, diluted: Column | undefined, totals: Totals): void {
  const granting = table.columns.filter(({ field }) => field === 'granted');
  const named = granting.find((column) => valueOf(table, each, column) !== null);
  const other = table.columns.find(
    (column) =>
      column !== diluted && !column.isPercent && column.field === 'holding' && valueOf(table, each, column) !== null,
  );
  const value =
    (named && valueOf(table, each, named)) ??
    (other && valueOf(table, each, other)) ??
    (diluted && plainNumber(table, each, diluted.column)) ??
    firstNumber(table, each);
  if (value === null || value === undefined) return;
  const what = each.kind === 'pool_granted' ? 'granted' : 'available';
  addFact(totals, what, null, value);
  const plan = named?.part || planLabel(each);
  totals.pools.push({
    place: { table: table.index, row: each.row.number },
    plan,
    granted: what === 'granted' ? value : null,
    available: what === 'available' ? value : null,
    reserved: null,
  });
}

/** "2025 Option Plan" above the rows of its pool. */
const planLabel = ({ group }: KindOfRow): string | null =>
  group !== null && /\b(?:plan|pool|esop|options?|incentive|equity)\b/i.test(group) ? group : null;

function firstNumber(table: MeantTable, each: KindOfRow): Decimal | null {
  for (const { column } of each.row.cells) {
    const value = plainNumber(table, each, column);
    if (value !== null) return value;
  }
  return null;
}

function readPrices(table: MeantTable, each: KindOfRow, { classes }: Totals): void {
  for (const column of table.columns) {
    if (column.field !== 'holding' || column.share_class === null) continue;
    const price = plainNumber(table, each, column.column);
    if (price !== null && price > 0n) classes.push({ name: column.share_class, authorized: null, price });
  }
}

/** A vendor's summary: a row for each class, plan and block of notes, under the names of their groups. */
function readSummary(table: MeantTable, totals: Totals): void {
  const find = (pattern: RegExp) => table.columns.find((column) => !column.isPercent && pattern.test(wordsOf(column)));
  const at = (each: KindOfRow, column: Column | undefined) => (column ? plainNumber(table, each, column.column) : null);
  const [authorized, outstanding] = [find(/\bauthorized\b/), find(/\boutstanding\b/)];
  const [diluted, cash] = [find(/\bfully[- ]diluted\b/), find(/\bcash\b|\braised\b/)];
  let principal: Decimal | null = null;
  let group = '';
  for (const each of table.kinds) {
    if ([authorized, outstanding, diluted, cash].every((column) => at(each, column) === null)) group = each.label;
    const reason = reasonOfLabel(each.label);
    const issued = at(each, outstanding);
    if (reason === 'pool_granted' || reason === 'pool_available') {
      const isGranted = reason === 'pool_granted';
      const value = (isGranted ? issued : null) ?? at(each, diluted) ?? issued;
      addFact(totals, isGranted ? 'granted' : 'available', null, value);
      continue;
    }
    if (reason === 'total' || reason === 'subtotal') {
      if (!/^totals?$/i.test(each.label.trim())) continue;
      addFact(totals, 'outstanding', null, issued);
      addFact(totals, 'fully_diluted', null, at(each, diluted));
      continue;
    }
    if (issued !== null) {
      const { name } = classNameOf(each.label);
      addFact(totals, 'class', each.label, issued);
      if (name !== '') totals.classes.push({ name: each.label, authorized: at(each, authorized), price: null });
    } else if (at(each, authorized) !== null && /plan/i.test(`${group} ${each.label}`))
      totals.pools.push({
        place: { table: table.index, row: each.row.number },
        plan: each.label,
        granted: null,
        available: null,
        reserved: at(each, authorized),
      });
    else if (at(each, cash) !== null && /convertible|note|safe/i.test(`${group} ${each.label}`))
      principal = (principal ?? ZERO) + at(each, cash)!;
  }
  addFact(totals, 'principal', null, principal);
}
