// The total rows of a table beside the rows that they are totals of.
import { grouped, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { findingAt } from '../findings.ts';
import type { Column } from '../meanings/columns.ts';
import { classKey, classTypeOf } from '../meanings/headings.ts';
import type { MeantTable } from '../records/table.ts';
import { wordsOf } from '../tables/labels.ts';
import type { KindOfRow } from '../tables/rowTypes.ts';
import { cellAt, tidyName } from '../values/cells.ts';
import { addFact, plainNumber, sumOfColumns, valueOf } from './facts.ts';
import type { PoolFact, Totals } from './facts.ts';
import { addTo, blockBelow, classSum, isBeside, noSums, withBeside } from './columnSums.ts';
import type { Sums } from './columnSums.ts';
import { addPools, poolsOf } from './pools.ts';

const SUMMED = new Set(
  'holding quantity_issued quantity_outstanding granted principal consideration cancelled exercised'.split(' '),
);

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
  // A first sum that has no rows above it has them below, and so have the others of its table.
  const first = table.kinds.find(({ kind }) => kind === 'record' || isTotal(kind));
  const isAbove = first !== undefined && first.kind !== 'record';
  for (const each of table.kinds) {
    if (each.kind === 'group') for (const sum of sums.values()) sum.isClosed = true;
    const own = classColumn ? tidyName((cellAt(each.row, classColumn.column)?.text ?? '').slice(0, 200)) : '';
    if (each.kind === 'record') names.add(own);
    if (each.kind === 'record' || isBeside(each.kind))
      for (const column of summed)
        addTo(
          sums.get(column.column)!,
          { kind: each.kind, share_class: own, group: each.group },
          valueOf(table, each, column),
        );
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
      const { all, sinceSubtotal, block, groups } = sum;
      const at: SumsAt = { all, sinceSubtotal, beside: { ...sum.beside }, block, groups };
      const claimed = classColumn ? names.claimedBy(each.label, own) : null;
      const soFar = claimed === null ? ZERO : classSum(sum, claimed);
      const below = isAbove ? { ...sum, block: blockBelow(sum) } : null;
      sum.isClosed = below === null;
      later.push(() =>
        checkTotal({
          table,
          tables,
          each,
          column,
          value,
          at,
          below: below && { all: sum.all, beside: sum.beside, block: below.block },
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

/** What a total says that it is of; null for one that says nothing. */
const claimOf = (label: string): 'fully_diluted' | 'outstanding' | null =>
  /dilut|verwässert|dilu[ée]|diluid|utvann|udvand|utspädd/i.test(label)
    ? 'fully_diluted'
    : /\boutstanding\b|ausstehend|en circulation|en circulación|em circulação|in circolazione|utestående/i.test(label)
      ? 'outstanding'
      : null;

type SumsAt = Pick<Sums, 'all' | 'sinceSubtotal' | 'beside' | 'block' | 'groups'>;

interface TotalCheck {
  table: MeantTable;
  tables: readonly MeantTable[];
  each: KindOfRow;
  column: Column;
  value: Decimal;
  /** The sums of the rows above. */
  at: SumsAt;
  /** Of a table whose sums stand above their rows: the sums of the whole table, and of the block below. */
  below: Pick<Sums, 'all' | 'beside' | 'block'> | null;
  totals: Totals;
  /** The classes that it is a total of, and their sums above it and in the whole table. */
  claimed: readonly string[] | null;
  ofClass: readonly [Decimal, Decimal] | null;
}

/** "Founders subtotal", and whatever the title above the rows is called: a sum of that group, and of no more. */
function namesGroup({ label, group }: KindOfRow): boolean {
  const words = groupWords(label);
  return words !== '' && (GROUPS.test(words) || (group !== null && words === groupWords(group)));
}

const groupWords = (label: string): string =>
  wordsOf(label)
    .filter((word) => !SUM_WORDS.test(word))
    .join(' ');

const SUM_WORDS = /^(?:sub-?totals?|totals?|sum|of|for|all|the|zwischensumme|summe|sous-total)$/;
const GROUPS =
  /^(?:co-?founders?|founders?|investors?|employees?|staff|team|advis[oe]rs?|angels?|gründer|investoren|mitarbeiter|fondateurs|investisseurs|salariés|fundadores|inversores|empleados)$/;

function isSumOfGroup({ each, value, at, claimed }: TotalCheck): boolean {
  const ofTitle = [...at.groups].find(([title]) => groupWords(title) === groupWords(each.label));
  if (ofTitle?.[1] === value) return true;
  if (claimed !== null && classSum(at.block, claimed) === value) return true;
  const sums = each.group === null ? [at.block.all, at.sinceSubtotal] : [at.block.all];
  return sums.some((sum) => withBeside(sum, at.beside).has(value));
}

function isSumOfRows({ value, at, ofClass }: TotalCheck): boolean {
  const { pool_granted, pool_available } = at.beside;
  if (ofClass === null)
    return (
      withBeside(at.all, at.beside).has(value) ||
      withBeside(at.sinceSubtotal, at.beside).has(value) ||
      [pool_granted, pool_granted + pool_available].includes(value)
    );
  const noPool = { ...at.beside, pool_granted: ZERO, pool_available: ZERO, pool_reserved: ZERO };
  return ofClass.some((sum) => withBeside(sum, noPool).has(value)) || value === at.sinceSubtotal;
}

/** A sum above its rows: of the block below it, or of the whole table. */
function isSumBelow({ each, value, below, claimed }: TotalCheck): boolean {
  if (below === null) return false;
  if (claimed !== null && classSum(below.block, claimed) === value) return true;
  const sums = namesGroup(each) ? [below.block.all] : [below.block.all, below.all];
  return sums.some((sum) => withBeside(sum, below.beside).has(value));
}

/** A printed total is the sum of its rows: of all, of its block, or of the class that it names. */
function checkTotal(check: TotalCheck): void {
  const { table, tables, each, column, value, at, below, totals, claimed, ofClass } = check;
  const whole = withBeside(at.all, at.beside);
  if (table.role !== 'totals') {
    const isOfGroup = namesGroup(each);
    if (!(isOfGroup ? isSumOfGroup(check) : isSumOfRows(check)) && !isSumBelow(check)) {
      const ours = isOfGroup ? (below ?? at).block.all : ofClass ? ofClass[1] : (below ?? at).all;
      const rows = isOfGroup ? 'of its group' : ofClass ? 'of its class' : below ? 'below' : 'above';
      const message = `The total says ${grouped(value)}, but the rows ${rows} add up to ${grouped(ours)}. Correct the rows or the total.`;
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
 * What holders have by a table of holdings of options and of SAFEs, beside the tables of them that are imported, or where the table
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
