// The totals that a file states itself: of its total rows, of a vendor's summary, of the pool's rows. A total that differs from
// the rows of its own table is an error; any other is compared with ours (Q18).
import { decimal, grouped, ZERO } from '../../figures/decimal.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { findingAt } from '../findings.ts';
import type { Column } from '../meanings/columns.ts';
import { classKey, classNameOf, classTypeOf, headingWords } from '../meanings/headings.ts';
import type { SheetFinding, TieOutLine } from '../reading.ts';
import type { Place } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { figureInLabel, planInLabel, reasonOfLabel, wordsOf } from '../tables/labels.ts';
import type { KindOfRow } from '../tables/rowKinds.ts';
import { cellAt, tidyName } from '../values/cells.ts';
import { numeralOf, readNumber } from '../values/numbers.ts';
import { readValue } from '../values/readTable.ts';

export interface Fact {
  what: Exclude<TieOutLine['what'], 'holder' | 'gross' | 'tax' | 'net'>;
  /** The class as the file writes it; null for a whole. */
  name: string | null;
  value: Decimal;
}

/** What a file says of a plan outside of a table of plans: of one table and one plan together. */
export interface PoolFact {
  place: Place;
  plan: string | null;
  /** Where the plan's name stands: over a column, in a summary's row, in a label that may write it otherwise than the grants do. */
  namedBy: 'column' | 'summary' | 'label' | null;
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
export function plainNumber(table: MeantTable, { row }: KindOfRow, column: number): Decimal | null {
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

const headingOf = ({ parent, own }: Column): string => headingWords(`${parent} ${own}`).key;

const sumOfColumns = (table: MeantTable, pattern: RegExp): Column | undefined =>
  table.columns.find((column) => !column.isPercent && pattern.test(headingOf(column)));

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

function readTotalRows(table: MeantTable, tables: readonly MeantTable[], totals: Totals): void {
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
  addPools(pools, totals);
}

/** The sum of a class that has rows in other blocks too ends none of them. */
const isOfOtherBlocks = (value: Decimal, sum: Sums): boolean =>
  value !== sum.sinceSubtotal && [...sum.classes.values()].includes(value);

function totalAt(table: MeantTable, each: KindOfRow, column: Column): Decimal | null {
  const cell = cellAt(each.row, column.column);
  return cell === null || cell.format === 'percent' || cell.text.includes('%') ? null : valueOf(table, each, column);
}

const valueOf = (table: MeantTable, { row }: KindOfRow, column: Column): Decimal | null =>
  readValue(row, column, table.formsOf(column.column)).number;

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

function addFact({ facts }: Totals, what: Fact['what'], name: string | null, value: Decimal | null | undefined): void {
  if (value !== null && value !== undefined) facts.push({ what, name, value });
}

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

/** Q9: a row of the pool is an aggregate: granted is compared, available sets the reserve. A row may have a figure under each plan. */
function poolsOf(table: MeantTable, each: KindOfRow, diluted: Column | undefined): PoolFact[] {
  const place = { table: table.index, row: each.row.number };
  const fact = (plan: string | null, namedBy: PoolFact['namedBy'], value: Decimal): PoolFact => ({
    place,
    plan,
    namedBy,
    granted: each.kind === 'pool_granted' ? value : null,
    available: each.kind === 'pool_available' ? value : null,
    reserved: each.kind === 'pool_reserved' ? value : null,
  });
  const under = table.columns.flatMap((column) => {
    const value = column.field === 'granted' ? valueOf(table, each, column) : null;
    return value === null ? [] : [{ column, value }];
  });
  const named = under.filter(({ column }) => column.part !== '');
  if (named.length > 0) return named.map(({ column, value }) => fact(column.part, 'column', value));
  const other = table.columns.find(
    (column) =>
      column !== diluted && !column.isPercent && HELD.has(column.field ?? '') && valueOf(table, each, column) !== null,
  );
  const value =
    under[0]?.value ??
    (other && valueOf(table, each, other)) ??
    (diluted && plainNumber(table, each, diluted.column)) ??
    firstNumber(table, each) ??
    numberInLabel(each.label);
  if (value === null || value === undefined) return [];
  const plan = planInLabel(each.label) ?? planLabel(each);
  return [fact(plan, plan === null ? null : 'label', value)];
}

const HELD: ReadonlySet<string> = new Set(['holding', 'quantity_outstanding', 'quantity_issued']);

/** A number of shares is whole: whatever parts its digits parts thousands. */
function numberInLabel(label: string): Decimal | null {
  const figure = figureInLabel(label);
  return figure === null ? null : decimal(figure.replace(/\D/g, ''));
}

/** Several rows of one table may say of one plan what is free: "Unissued" and "Reserved for future issuance". */
function addPools(found: readonly PoolFact[], { facts, pools }: Totals): void {
  const plus = (a: Decimal | null, b: Decimal | null) => (a === null ? b : b === null ? a : a + b);
  for (const own of Map.groupBy(found, ({ plan }) => plan?.toLowerCase() ?? '').values())
    pools.push(
      own.reduce((sum, each) => ({
        ...sum,
        granted: plus(sum.granted, each.granted),
        available: plus(sum.available, each.available),
        reserved: plus(sum.reserved, each.reserved),
      })),
    );
  for (const what of ['granted', 'available'] as const) {
    const value = found.reduce<Decimal | null>((sum, each) => plus(sum, each[what]), null);
    if (value !== null) facts.push({ what, name: null, value });
  }
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
  const find = (pattern: RegExp) =>
    table.columns.find((column) => !column.isPercent && pattern.test(headingOf(column)));
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
        namedBy: 'summary',
        granted: null,
        available: null,
        reserved: at(each, authorized),
      });
    else if (at(each, cash) !== null && /convertible|note|safe/i.test(`${group} ${each.label}`))
      principal = (principal ?? ZERO) + at(each, cash)!;
  }
  addFact(totals, 'principal', null, principal);
}
