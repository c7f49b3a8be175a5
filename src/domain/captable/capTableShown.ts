// Builds the cap table from sums of what each holder has of each class and kind, whether the sums come from SQL or from rows.
import { ZERO, formatDecimal } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { instrumentWords } from './capTableBasis.ts';
import type { Basis, ClassOnDay } from './capTableBasis.ts';
import { add, heldOf, holdersInSlices } from './capTableHolders.ts';
import type { CapTableSums, Held, Holder, OpenSum } from './capTableHolders.ts';
import { availabilityOfClasses } from './classAvailability.ts';
import type { ClassAvailability } from './classAvailability.ts';
import { percentageAmong, percentages, percentagesInSlices } from '../figures/largestRemainder.ts';
import { drain, SLICE, sortInSlices } from '../slices.ts';
import type { Slices } from '../slices.ts';

export type CapTableClass = ClassAvailability & {
  share_class_id: string;
  name: string;
  /** A number of shares, "UNLIMITED" or "NOT APPLICABLE". */
  authorized: string;
  outstanding: string;
  /** The outstanding stock in the basis: the sum over its holders, each rounded down. */
  counted: string;
  percent: string;
  votes_per_share: string;
  /** Common for one share on that day, "numerator/denominator" in whole terms as given: "3/2". */
  conversion_ratio: string;
};
type CapTableHolding = { share_class_id: string; share_class: string; quantity: string; counted: string };
export type CapTableConvertibles = { kind: string; count: number; amount: string; currency: string | null };
/** Options, warrants and the pool. With the classes they make up the whole table. */
export type CapTableInstrument = {
  kind: 'options' | 'warrants' | 'pool';
  quantity: string;
  counted: string;
  percent: string;
};
export type CapTableRow = {
  /** Null: shares that belong to nobody yet. */
  shareholder_id: string | null;
  name: string;
  holdings: CapTableHolding[];
  options: string;
  warrants: string;
  /** What the warrants count for in the basis. */
  warrants_counted: string;
  /** Warrants that do not say how many shares. */
  warrants_without_number: number;
  convertibles: CapTableConvertibles[];
  total: string;
  percent: string;
};
export type CapTable = {
  as_of: string;
  basis: Basis;
  classes: CapTableClass[];
  instruments: CapTableInstrument[];
  rows: CapTableRow[];
  convertibles: CapTableConvertibles[];
  pool_available: string;
  total: string;
};

const INSTRUMENTS = ['options', 'warrants', 'pool'] as const;

export const capTableOf = (sums: CapTableSums): CapTable => drain(capTableInSlices(sums));

export function* capTableInSlices(sums: CapTableSums): Slices<CapTable> {
  const { basis, date, classes, pool } = sums;
  const holders = yield* holdersInSlices(sums);
  const parts = partsOf(holders, sums);
  yield;
  const percents = percentages(parts.map(({ counted }) => counted));
  const rooms = availabilityOfClasses(classes, sums.positions, sums.pools);
  return {
    as_of: date,
    basis,
    classes: classes.map((each, index) => classRow(each, parts[index]!, percents[index]!, rooms.get(each.facts.id)!)),
    instruments: INSTRUMENTS.map((kind, index) => {
      const { quantity, counted } = parts[classes.length + index]!;
      const percent = percents[classes.length + index]!;
      return { kind, quantity: formatDecimal(quantity), counted: formatDecimal(counted), percent };
    }),
    rows: yield* rowsInSlices(holders, sums),
    convertibles: convertiblesOf(sums.open),
    pool_available: formatDecimal(pool),
    total: formatDecimal(parts.reduce((sum, { counted }) => sum + counted, ZERO)),
  };
}

/** The classes in their order, then options, warrants and the pool. */
function partsOf(holders: readonly Holder[], { basis, classes, pool }: CapTableSums): Held[] {
  const isDiluted = basis === 'fully_diluted';
  const byClass = new Map<string, Held>();
  const options = { quantity: ZERO, counted: ZERO };
  const warrants = { quantity: ZERO, counted: ZERO };
  for (const holder of holders) {
    for (const [id, held] of holder.stock) add(heldOf(byClass, id), held);
    add(options, { quantity: holder.options, counted: isDiluted ? holder.options : ZERO });
    add(warrants, holder.warrants);
  }
  const unallocated = { quantity: pool, counted: isDiluted ? pool : ZERO };
  return [...classes.map(({ facts }) => heldOf(byClass, facts.id)), options, warrants, unallocated];
}

/** What somebody or something owns of the whole: `id` is null for the unallocated pool. */
export type Owned = { id: string | null; name: string; counted: Decimal; percent: string };

/** The rows by class of the table, without the rest of it: each class, and in the fully diluted table the instruments. */
export function ownedByClass(sums: CapTableSums): (Owned & { id: string })[] {
  const parts = partsOf(holdersOf(sums), sums);
  const percents = percentages(parts.map(({ counted }) => counted));
  const named = [
    ...sums.classes.map(({ facts: { id, name } }) => ({ id, name })),
    ...(sums.basis === 'fully_diluted' ? INSTRUMENTS.map((id) => ({ id, name: instrumentWords[id] })) : []),
  ];
  return named.map((each, index) => ({ ...each, counted: parts[index]!.counted, percent: percents[index]! }));
}

/** The rows by holder of the table with what they own, in its order. */
export function ownedByHolder(sums: CapTableSums): Owned[] {
  return drain(rankedInSlices(holdersOf(sums), sums)).map(({ holder, name, counted, percent }) => ({
    id: holder?.id ?? null,
    name,
    counted,
    percent,
  }));
}

/** What each holder owns, in no order; the pool is not among them. */
export const holderTotals = (sums: CapTableSums): { id: string; total: Decimal }[] => holdersOf(sums);

/** One holder's row with what they own, without computing the percentages of the others. */
export function ownedByOne(sums: CapTableSums, id: string): Owned & { total: Decimal } {
  const { pool, nameOf, basis } = sums;
  const holders = holdersOf(sums);
  const weights = holders.map((holder) => holder.total);
  const index = holders.findIndex((holder) => holder.id === id);
  const own = { holder: holders[index]!, name: nameOf(id) };
  const isBefore = (other: number) =>
    other < holders.length && inOrder({ holder: holders[other]!, name: nameOf(holders[other]!.id) }, own) < 0;
  if (basis === 'fully_diluted' && pool > 0n) weights.push(pool);
  const total = weights.reduce((sum, weight) => sum + weight, ZERO);
  const none = { id, name: own.name, counted: ZERO, percent: percentageAmong([ZERO], 0, () => false), total };
  return index < 0 ? none : { ...none, counted: own.holder.total, percent: percentageAmong(weights, index, isBefore) };
}

const holdersOf = (sums: CapTableSums): Holder[] => drain(holdersInSlices(sums));

type Named = { holder: Holder; name: string };
type Ranked = { holder: Holder | null; name: string; counted: Decimal; percent: string };

const inOrder = (a: Named, b: Named) =>
  order(b.holder.total, a.holder.total) || order(a.name, b.name) || order(a.holder.id, b.holder.id);

/** The lines by holder, the pool last. */
function* rankedInSlices(holders: readonly Holder[], { nameOf, basis, pool }: CapTableSums): Slices<Ranked[]> {
  const named = holders.map((holder): Named => ({ holder, name: nameOf(holder.id) }));
  const sorted = yield* sortInSlices(named, inOrder);
  const lines = [
    ...sorted.map(({ holder, name }) => ({ holder, name, counted: holder.total })),
    ...(basis === 'fully_diluted' && pool > 0n ? [{ holder: null, name: instrumentWords.pool, counted: pool }] : []),
  ];
  const percents = yield* percentagesInSlices(lines.map(({ counted }) => counted));
  return lines.map((line, index) => ({ ...line, percent: percents[index]! }));
}

function* rowsInSlices(holders: readonly Holder[], sums: CapTableSums): Slices<CapTableRow[]> {
  const rows: CapTableRow[] = [];
  for (const { holder, name, counted, percent } of yield* rankedInSlices(holders, sums)) {
    rows.push(
      holder === null
        ? { ...poolRow, total: formatDecimal(counted), percent }
        : holderRow(holder, name, percent, sums.classes),
    );
    if (rows.length % SLICE === 0) yield;
  }
  return rows;
}

const holderRow = (holder: Holder, name: string, percent: string, classes: CapTableSums['classes']): CapTableRow => ({
  shareholder_id: holder.id,
  name,
  holdings: classes.flatMap(({ facts }) => {
    const held = holder.stock.get(facts.id);
    if (!held || held.quantity === 0n) return [];
    const [quantity, counted] = [formatDecimal(held.quantity), formatDecimal(held.counted)];
    return [{ share_class_id: facts.id, share_class: facts.name, quantity, counted }];
  }),
  options: formatDecimal(holder.options),
  warrants: formatDecimal(holder.warrants.quantity),
  warrants_counted: formatDecimal(holder.warrants.counted),
  warrants_without_number: holder.withoutNumber,
  convertibles: convertiblesOf(holder.open),
  total: formatDecimal(holder.total),
  percent,
});

const poolRow = {
  shareholder_id: null,
  name: instrumentWords.pool,
  holdings: [],
  options: '0',
  warrants: '0',
  warrants_counted: '0',
  warrants_without_number: 0,
  convertibles: [],
};

function classRow(
  { facts, authorized, ratio }: ClassOnDay,
  { quantity, counted }: Held,
  percent: string,
  room: ClassAvailability,
): CapTableClass {
  return {
    ...room,
    share_class_id: facts.id,
    name: facts.name,
    authorized,
    outstanding: formatDecimal(quantity),
    counted: formatDecimal(counted),
    percent,
    votes_per_share: facts.votes_per_share,
    conversion_ratio: `${formatDecimal(ratio.numerator)}/${formatDecimal(ratio.denominator)}`,
  };
}

/** By kind and currency, in money, because their number of shares is not known. */
function convertiblesOf(open: readonly OpenSum[]): CapTableConvertibles[] {
  const groups = new Map<string, { kind: string; currency: string | null; count: number; amount: Decimal }>();
  for (const sum of open) {
    if (sum.kind !== 'CONVERTIBLE') continue;
    const kind = sum.security_type ?? 'CONVERTIBLE_SECURITY';
    const key = JSON.stringify([kind, sum.currency]);
    const group = groups.get(key) ?? { kind, currency: sum.currency, count: 0, amount: ZERO };
    group.count += sum.count;
    group.amount += sum.amount;
    groups.set(key, group);
  }
  return [...groups]
    .sort(([a], [b]) => order(a, b))
    .map(([, { kind, count, amount, currency }]) => ({ kind, count, amount: formatDecimal(amount), currency }));
}

function order<T extends string | bigint>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
