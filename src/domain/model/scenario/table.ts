// The fully diluted table of a state, as the cap table of the ledger counts it: each holder and class rounded down once.
import { say } from '#src/words/say.ts';
import { formatDecimal, multiplyByRatio } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { percentages } from '#src/domain/figures/largestRemainder.ts';
import type { Plan, ScenarioClass, ScenarioState } from './state.ts';

export interface TableRow {
  /** Null: the unallocated pool, or holders who are not told apart. */
  shareholder_id: string | null;
  name: string;
  /** How many holders this row stands for. */
  holders: number;
  holdings: { share_class_id: string; share_class: string; quantity: string; counted: string }[];
  options: string;
  warrants: string;
  total: string;
  percent: string;
}

export interface ScenarioTable {
  total: string;
  pool_available: string;
  classes: { share_class_id: string; name: string; quantity: string; counted: string }[];
  options: string;
  warrants: string;
  rows: TableRow[];
}

export interface Counted {
  /** All shares, the pool included. */
  total: Decimal;
  pool: Decimal;
}

export const poolOf = (plans: readonly Plan[]): Decimal =>
  plans.reduce((sum, { available }) => (available > 0n ? sum + available : sum), 0n);

/** What the shares of one holder count for. */
export function countedAs(quantity: Decimal, stockClass: ScenarioClass | undefined): Decimal {
  if (!stockClass || stockClass.kind !== 'PREFERRED') return quantity;
  const { ratio, places } = stockClass;
  return ratio.numerator === ratio.denominator ? quantity : multiplyByRatio(quantity, ratio, places, 'DOWN');
}

/** All shares of a state, without rows. */
export function countedOf(state: ScenarioState): Counted {
  const pool = poolOf(state.plans);
  let total = pool;
  for (const { count, counted } of linesOf(state)) total += counted * count;
  return { total, pool };
}

/** All that one holder has, as the table counts it. */
export function countedFor(state: ScenarioState, holder: string): Decimal {
  return linesOf(state).reduce((sum, line) => (line.holder === holder ? sum + line.counted * line.count : sum), 0n);
}

interface Line {
  holder: string | null;
  count: bigint;
  kind: 'stock' | 'options' | 'warrants';
  stock_class: ScenarioClass | undefined;
  quantity: Decimal;
  counted: Decimal;
}

/** The warrants of one holder and class are rounded down together. */
function linesOf({ classes, lots, rights }: ScenarioState): Line[] {
  const byId = new Map(classes.map((each) => [each.id, each]));
  const lines = lots.map(({ holder, count, class_id, quantity }): Line => {
    const stock_class = byId.get(class_id);
    return { holder, count, kind: 'stock', stock_class, quantity, counted: countedAs(quantity, stock_class) };
  });
  const warrants = new Map<string, Line>();
  for (const { holder, count, kind, class_id, quantity } of rights) {
    const stock_class = byId.get(class_id ?? '');
    if (kind === 'options') lines.push({ holder, count, kind, stock_class, quantity, counted: quantity });
    else if (holder === null) {
      lines.push({ holder, count, kind, stock_class, quantity, counted: countedAs(quantity, stock_class) });
    } else {
      const key = JSON.stringify([holder, class_id]);
      const sum = (warrants.get(key)?.quantity ?? 0n) + quantity * count;
      warrants.set(key, { holder, count: 1n, kind, stock_class, quantity: sum, counted: countedAs(sum, stock_class) });
    }
  }
  return [...lines, ...warrants.values()];
}

interface Sums {
  stock: Map<string, { quantity: Decimal; counted: Decimal }>;
  options: Decimal;
  warrants: Decimal;
  total: Decimal;
  count: bigint;
}

const nothing = (): Sums => ({ stock: new Map(), options: 0n, warrants: 0n, total: 0n, count: 0n });

function addLine(sums: Sums, { count, kind, stock_class, quantity, counted }: Line): void {
  sums.total += counted * count;
  if (kind !== 'stock') sums[kind] += quantity * count;
  else if (stock_class) {
    const held = sums.stock.get(stock_class.id) ?? { quantity: 0n, counted: 0n };
    sums.stock.set(stock_class.id, {
      quantity: held.quantity + quantity * count,
      counted: held.counted + counted * count,
    });
  }
}

export const otherHolders = (count: number): string =>
  count === 1 ? say`1 other holder` : say`${count} other holders`;

/** `others`: how many holders are not shown. Rows by total, largest first, then name, then id; the pool last. */
export function tableOf(state: ScenarioState, others: number): ScenarioTable {
  const { holders, classes, plans } = state;
  const [all, rest] = [nothing(), nothing()];
  const byHolder = new Map<string, Sums>();
  for (const line of linesOf(state)) {
    addLine(all, line);
    if (line.holder === null || !holders.has(line.holder)) addLine(rest, line);
    else {
      const own = byHolder.get(line.holder) ?? nothing();
      byHolder.set(line.holder, own);
      addLine(own, line);
    }
  }
  for (const { holder } of state.convertibles)
    if (holders.has(holder) && !byHolder.has(holder)) byHolder.set(holder, nothing());
  const pool = poolOf(plans);
  const sorted = [...byHolder]
    .map(([id, sums]) => ({ id: id as string | null, name: holders.get(id)!, sums, holders: 1 }))
    .sort((a, b) => order(b.sums.total, a.sums.total) || order(a.name, b.name) || order(a.id!, b.id!));
  if (rest.total > 0n)
    sorted.push({
      id: null,
      name: otherHolders(others),
      sums: rest,
      holders: others,
    });
  if (pool > 0n)
    sorted.push({ id: null, name: say`Unallocated pool`, sums: { ...nothing(), total: pool }, holders: 0 });
  const percents = percentages(sorted.map(({ sums }) => sums.total));
  return {
    total: formatDecimal(all.total + pool),
    pool_available: formatDecimal(pool),
    classes: classes.map(({ id, name }) => ({ share_class_id: id, name, ...writtenHolding(all, id) })),
    options: formatDecimal(all.options),
    warrants: formatDecimal(all.warrants),
    rows: sorted.map(({ id, name, sums, holders: count }, index) => ({
      shareholder_id: id,
      name,
      holders: count,
      holdings: classes
        .filter((each) => sums.stock.has(each.id))
        .map((each) => ({ share_class_id: each.id, share_class: each.name, ...writtenHolding(sums, each.id) })),
      options: formatDecimal(sums.options),
      warrants: formatDecimal(sums.warrants),
      total: formatDecimal(sums.total),
      percent: percents[index]!,
    })),
  };
}

function writtenHolding({ stock }: Sums, id: string): { quantity: string; counted: string } {
  const { quantity, counted } = stock.get(id) ?? { quantity: 0n, counted: 0n };
  return { quantity: formatDecimal(quantity), counted: formatDecimal(counted) };
}

function order<T extends string | bigint>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
