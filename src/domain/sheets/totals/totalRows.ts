// The total rows of a table beside the rows that they are totals of.
import { grouped, ZERO } from '../../figures/decimal.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { findingAt } from '../findings.ts';
import type { Column } from '../meanings/columns.ts';
import { classKey, classTypeOf } from '../meanings/headings.ts';
import type { MeantTable } from '../records/table.ts';
import { wordsOf } from '../tables/labels.ts';
import type { KindOfRow } from '../tables/rowTypes.ts';
import { cellAt, tidyName } from '../values/cells.ts';
import { addFact, plainNumber, sumOfColumns, valueOf } from './facts.ts';
import type { PoolFact, Totals } from './facts.ts';
import { addPools, poolsOf } from './pools.ts';

const SUMMED = new Set(
  'holding quantity_issued quantity_outstanding granted principal consideration cancelled exercised'.split(' '),
);

/** Rows that a printed total may count beside its holders. */
const BESIDE = ['pool_granted', 'pool_available', 'pool_reserved', 'treasury', 'ended', 'not_issued'] as const;
type Beside = (typeof BESIDE)[number];

interface Sums {
  all: Decimal;
  sinceSubtotal: Decimal;
  beside: Record<Beside, Decimal>;
  classes: Map<string, Decimal>;
}

const noSums = (): Sums => ({
  all: ZERO,
  sinceSubtotal: ZERO,
  beside: {
    pool_granted: ZERO,
    pool_available: ZERO,
    pool_reserved: ZERO,
    treasury: ZERO,
    ended: ZERO,
    not_issued: ZERO,
  },
  classes: new Map(),
});

const isBeside = (kind: KindOfRow['kind']): kind is Beside => BESIDE.some((each) => each === kind);
const isTotal = (kind: KindOfRow['kind']) => kind === 'total' || kind === 'subtotal';

export function readTotalRows(table: MeantTable, tables: readonly MeantTable[], totals: Totals): void {
  const summed = table.columns.filter(({ field }) => field !== null && SUMMED.has(field));
  const sums = new Map(summed.map((column) => [column.column, noSums()]));
  const diluted = sumOfColumns(table, /\bfully[- ]diluted\b/);
  const outstanding = sumOfColumns(table, /\boutstanding (?:shares|units)\b|\bshares (?:issued and )?outstanding\b/);
  const classColumn = table.columns.find(({ field }) => field === 'class');
  const names = new ClassNames();
  const pools: PoolFact[] = [];
  // Some rows are compared with rows below them: with all of a class, with all that holders were granted.
  const later: (() => void)[] = [];
  for (const each of table.kinds) {
    const own = classColumn ? tidyName((cellAt(each.row, classColumn.column)?.text ?? '').slice(0, 200)) : '';
    if (each.kind === 'record') names.add(own);
    if (each.kind === 'record' || isBeside(each.kind))
      for (const column of summed) addTo(sums.get(column.column)!, each.kind, own, valueOf(table, each, column));
    if (each.kind === 'pool_granted' || each.kind === 'pool_available' || each.kind === 'pool_reserved') {
      pools.push(...poolsOf(table, each, diluted));
      if (each.kind === 'pool_granted') later.push(() => checkGranted(table, tables, each, sums, totals));
    }
    if (each.kind === 'price') readPrices(table, each, totals);
    if (!isTotal(each.kind)) continue;
    const isShare = /ownership|percent|%/i.test(each.label);
    for (const column of isShare ? [] : summed) {
      const sum = sums.get(column.column)!;
      const value = totalAt(table, each, column);
      if (value === null) continue;
      const at: SumsAt = { all: sum.all, sinceSubtotal: sum.sinceSubtotal, beside: { ...sum.beside } };
      const claimed = classColumn ? names.claimedBy(each.label, own) : null;
      const soFar = claimed === null ? ZERO : classSum(sum, claimed);
      later.push(() =>
        checkTotal({
          table,
          tables,
          each,
          column,
          value,
          at,
          totals,
          claimed,
          ofClass: claimed && [soFar, classSum(sum, claimed)],
        }),
      );
      if (!isOfOtherBlocks(value, sum)) sum.sinceSubtotal = ZERO;
    }
    if (isShare || each.kind === 'subtotal') continue;
    addFact(totals, 'fully_diluted', null, diluted && plainNumber(table, each, diluted.column));
    addFact(
      totals,
      'outstanding',
      null,
      outstanding && !summed.includes(outstanding) ? plainNumber(table, each, outstanding.column) : null,
    );
  }
  for (const check of later) check();
  compareOthers(table, tables, sums, totals);
  addPools(pools, totals);
}

/** The sum of a class that has rows in other blocks too ends none of them. */
const isOfOtherBlocks = (value: Decimal, sum: Sums): boolean =>
  value !== sum.sinceSubtotal && [...sum.classes.values()].includes(value);

function totalAt(table: MeantTable, each: KindOfRow, column: Column): Decimal | null {
  const cell = cellAt(each.row, column.column);
  return cell === null || cell.format === 'percent' || cell.text.includes('%') ? null : valueOf(table, each, column);
}

function addTo(sum: Sums, kind: 'record' | Beside, share_class: string, value: Decimal | null): void {
  if (value === null) return;
  if (kind !== 'record') {
    sum.beside[kind] += value;
    return;
  }
  sum.all += value;
  sum.sinceSubtotal += value;
  if (share_class === '') return;
  const key = classKey(share_class);
  sum.classes.set(key, (sum.classes.get(key) ?? ZERO) + value);
}

/** The classes of a long table, and which of them the label of a total claims. */
class ClassNames {
  private readonly keys = new Map<string, string>();

  add(name: string): void {
    if (name !== '' && !this.keys.has(name)) this.keys.set(name, classKey(name));
  }

  /** The keys of the claimed classes: by the row's own cell, by a name in the label, or by a kind; null for a total of rows. */
  claimedBy(label: string, own: string): string[] | null {
    const all = [...new Set(this.keys.values())];
    if (own !== '' && all.includes(classKey(own))) return [classKey(own)];
    const words = wordsOf(label);
    const has = (key: string) => wordsOf(key).every((word) => words.includes(word));
    const named = all.filter(has).sort((a, b) => b.length - a.length);
    // "Total Series A" is not of "Series A-1"; of "Common" and "Class A Common" the longer name is meant.
    if (named.length > 0) return [named[0]!];
    for (const [word, type] of [
      ['preferred', 'PREFERRED'],
      ['common', 'COMMON'],
    ] as const) {
      const ofType = words.includes(word) ? all.filter((key) => classTypeOf(key) === type) : [];
      if (ofType.length > 0) return ofType;
    }
    return null;
  }
}

const classSum = ({ classes }: Sums, keys: readonly string[]): Decimal =>
  keys.reduce((sum, key) => sum + (classes.get(key) ?? ZERO), ZERO);

/** What a total says that it is of; null for one that says nothing. */
const claimOf = (label: string): 'fully_diluted' | 'outstanding' | null =>
  /dilut|verwässert|dilu[ée]|diluid|utvann|udvand|utspädd/i.test(label)
    ? 'fully_diluted'
    : /\boutstanding\b|ausstehend|en circulation|en circulación|em circulação|in circolazione|utestående/i.test(label)
      ? 'outstanding'
      : null;

type SumsAt = Pick<Sums, 'all' | 'sinceSubtotal' | 'beside'>;

interface TotalCheck {
  table: MeantTable;
  tables: readonly MeantTable[];
  each: KindOfRow;
  column: Column;
  value: Decimal;
  /** The sums of the rows above. */
  at: SumsAt;
  totals: Totals;
  /** The classes that it is a total of, and their sums above it and in the whole table. */
  claimed: readonly string[] | null;
  ofClass: readonly [Decimal, Decimal] | null;
}

/** Every sum that a total may be of: of these rows, with or without those of the pool and of what is no longer outstanding. */
function withBeside(sum: Decimal, beside: Record<Beside, Decimal>): Set<Decimal> {
  let sums = new Set([sum]);
  for (const kind of BESIDE)
    if (beside[kind] !== ZERO) sums = new Set([...sums, ...[...sums].map((each) => each + beside[kind])]);
  return sums;
}

/** A printed total is the sum of its rows: of all, of its block, or of the class that it names. */
function checkTotal({ table, tables, each, column, value, at, totals, claimed, ofClass }: TotalCheck): void {
  const whole = withBeside(at.all, at.beside);
  if (table.role !== 'totals') {
    const { pool_granted, pool_available } = at.beside;
    const isRight = ofClass
      ? ofClass.some((sum) =>
          withBeside(sum, { ...at.beside, pool_granted: ZERO, pool_available: ZERO, pool_reserved: ZERO }).has(value),
        ) || value === at.sinceSubtotal
      : whole.has(value) ||
        withBeside(at.sinceSubtotal, at.beside).has(value) ||
        [pool_granted, pool_granted + pool_available].includes(value);
    if (!isRight) {
      const ours = ofClass ? ofClass[1] : at.all;
      const message = `The total says ${grouped(value)}, but the rows ${ofClass ? 'of its class' : 'above'} add up to ${grouped(ours)}. Correct the rows or the total.`;
      const place = { table: table.index, row: each.row.number };
      totals.findings.push(findingAt(tables, place, column, { code: 'total_mismatch', severity: 'error', message }));
      return;
    }
  }
  const isOfHoldings = column.field === 'quantity_issued' || column.field === 'quantity_outstanding';
  if (ofClass) {
    if (table.role === 'snapshot' && isOfHoldings && claimed!.length === 1 && value === ofClass[1])
      addFact(totals, 'class', claimed![0]!, value);
    return;
  }
  if (each.kind !== 'total') return;
  // Where the total counts the pool's rows too, the holders' own sum is compared.
  const isOfAll = whole.has(value);
  const held = isOfAll && value !== at.all ? at.all : value;
  const has = (...fields: string[]) => table.columns.some(({ field }) => field !== null && fields.includes(field));
  if (column.field === 'holding') addFact(totals, 'class', column.share_class, held);
  else if (table.role === 'snapshot' && isOfHoldings) {
    const claim = claimOf(each.label);
    if (claim !== null) {
      addFact(totals, claim, null, value);
      return;
    }
    if (isOfAll) addFact(totals, 'outstanding', null, held);
    if (value === at.all + at.beside.pool_granted + at.beside.pool_available && value !== at.all)
      addFact(totals, 'fully_diluted', null, value);
  } else if (table.role === 'certificates' && column.field === 'quantity_outstanding')
    addFact(totals, table.titleClass ? 'class' : 'outstanding', table.titleClass, value);
  else if (table.role === 'options' && isOpenGrants(column, has)) addFact(totals, 'granted', null, value);
  else if (
    (table.role === 'convertibles' || table.role === 'snapshot') &&
    column.field === 'principal' &&
    !has('canceled_date', 'converted_date', 'status')
  )
    addFact(totals, 'principal', null, value);
}

/**
 * What holders have by a table of holdings of options and of SAFEs, beside the tables of them that are brought in, or where the table
 * is only compared.
 */
function compareOthers(
  table: MeantTable,
  tables: readonly MeantTable[],
  sums: ReadonlyMap<number, Sums>,
  totals: Totals,
): void {
  const has = (wanted: MeantTable['role']) =>
    tables.some(({ role, kinds }) => role === wanted && kinds.some(({ kind }) => kind === 'record'));
  const isCompared = table.role === 'totals' && table.columns.some(({ field }) => field === 'holder');
  if (table.role !== 'snapshot' && !isCompared) return;
  // A printed row of what is granted is the sum of the same column.
  const inColumn = ({ all, beside }: Sums) => (all > ZERO ? all : beside.pool_granted);
  for (const [field, what, role] of [
    ['granted', 'granted', 'options'],
    ['principal', 'principal', 'convertibles'],
  ] as const) {
    if (!isCompared && !has(role)) continue;
    const sum = table.columns
      .filter((column) => column.field === field)
      .reduce((all, { column }) => all + inColumn(sums.get(column)!), ZERO);
    const isKnown = totals.facts.some((fact) => fact.what === what && fact.value === sum);
    if (sum > ZERO && !isKnown) addFact(totals, what, null, sum);
  }
}

/** The granted figure under a plan is what holders have under it. */
function checkGranted(
  table: MeantTable,
  tables: readonly MeantTable[],
  each: KindOfRow,
  sums: ReadonlyMap<number, Sums>,
  totals: Totals,
): void {
  if (table.role === 'totals') return;
  for (const column of table.columns) {
    const held = column.field === 'granted' ? sums.get(column.column)!.all : ZERO;
    const value = held === ZERO ? null : valueOf(table, each, column);
    if (value === null || value === held) continue;
    const message = `The row says that ${grouped(value)} are granted, but holders have ${grouped(held)} in this column. Correct the rows or the figure.`;
    const place = { table: table.index, row: each.row.number };
    totals.findings.push(findingAt(tables, place, column, { code: 'total_mismatch', severity: 'error', message }));
  }
}

const isOpenGrants = (column: Column, has: (...fields: string[]) => boolean): boolean =>
  column.field === 'quantity_outstanding' ||
  ((column.field === 'granted' || column.field === 'quantity_issued') &&
    !has('exercised', 'forfeited', 'expired', 'cancelled', 'quantity_outstanding'));

function readPrices(table: MeantTable, each: KindOfRow, { classes }: Totals): void {
  for (const column of table.columns) {
    if (column.field !== 'holding' || column.share_class === null) continue;
    const price = plainNumber(table, each, column.column);
    if (price !== null && price > 0n) classes.push({ name: column.share_class, authorized: null, price });
  }
}
