// What each holder has of each class and kind, from the sums of their securities.
import { ZERO } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import type { SecurityKind } from '../ledger/core/types.ts';
import { SLICE } from '../slices.ts';
import type { Slices } from '../slices.ts';
import { countedStock, countedWarrants } from './capTableBasis.ts';
import type { Basis, ClassOnDay, Position } from './capTableBasis.ts';

/** Securities without a number of shares: convertibles with their money, warrants that do not say how many. */
export type OpenSum = {
  stakeholder_id: string;
  kind: SecurityKind;
  security_type: string | null;
  currency: string | null;
  count: number;
  amount: Decimal;
};

export type CapTableSums = {
  date: string;
  basis: Basis;
  positions: readonly Position[];
  open: readonly OpenSum[];
  classes: readonly ClassOnDay[];
  nameOf: (stakeholderId: string) => string;
  pool: Decimal;
  /** What may be granted from pools, by class. */
  pools: ReadonlyMap<string, Decimal>;
};

export type Held = { quantity: Decimal; counted: Decimal };
export type Holder = {
  id: string;
  stock: Map<string, Held>;
  options: Decimal;
  warrants: Held;
  withoutNumber: number;
  open: OpenSum[];
  total: Decimal;
};

export function* holdersInSlices({ positions, open, classes, basis }: CapTableSums): Slices<Holder[]> {
  const classOf = new Map(classes.map((each) => [each.facts.id, each]));
  const holders = new Map<string, Holder>();
  const holderOf = (id: string) => {
    const found = holders.get(id);
    if (found) return found;
    const warrants = { quantity: ZERO, counted: ZERO };
    const holder: Holder = { id, stock: new Map(), options: ZERO, warrants, withoutNumber: 0, open: [], total: ZERO };
    holders.set(id, holder);
    return holder;
  };
  for (const [at, { stakeholder_id, kind, stock_class_id, quantity }] of positions.entries()) {
    if (at % SLICE === SLICE - 1) yield;
    const stockClass = classOf.get(stock_class_id ?? '');
    const holder = holderOf(stakeholder_id);
    let counted = ZERO;
    if (kind === 'EQUITY_COMPENSATION') {
      holder.options += quantity;
      counted = basis === 'fully_diluted' ? quantity : ZERO;
    } else if (kind === 'WARRANT') {
      counted = countedWarrants(quantity, stockClass, basis);
      add(holder.warrants, { quantity, counted });
    } else if (stockClass) {
      counted = countedStock(quantity, stockClass, basis);
      add(heldOf(holder.stock, stockClass.facts.id), { quantity, counted });
    }
    holder.total += counted;
  }
  for (const sum of open) {
    const holder = holderOf(sum.stakeholder_id);
    if (sum.kind === 'WARRANT') holder.withoutNumber += sum.count;
    else holder.open.push(sum);
  }
  return [...holders.values()];
}

export function heldOf(map: Map<string, Held>, id: string): Held {
  const found = map.get(id) ?? { quantity: ZERO, counted: ZERO };
  map.set(id, found);
  return found;
}

export function add(sum: Held, more: Held): void {
  sum.quantity += more.quantity;
  sum.counted += more.counted;
}
