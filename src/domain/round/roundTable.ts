// The cap table before and after a round, as the cap table will show it on that day.
import { capTableOf } from '../captable/capTableShown.ts';
import type { Position } from '../captable/capTableBasis.ts';
import type { CapTableSums } from '../captable/capTableHolders.ts';
import type { CapTable } from '../captable/capTableShown.ts';
import type { Decimal } from '../figures/decimal.ts';
import { poolAvailable, poolByClass } from '../captable/capTablePool.ts';
import type { PoolFigures } from '../captable/capTablePool.ts';
import { formatDecimal, parseDecimal } from '../figures/decimal.ts';

type RoundMade = {
  /** From conversions and new money. A holder may be there twice. */
  shares: readonly { stakeholder_id: string; stock_class_id: string; quantity: Decimal }[];
  pool: { stock_plan_id: string; quantity: Decimal } | null;
};
/** The sums for a table of any basis, with the plans and their pools. */
export type TableSums = Omit<CapTableSums, 'basis' | 'pool' | 'pools'> & { plans: readonly PoolFigures[] };

/** Both tables are fully diluted. */
export function tableBefore({ plans, ...sums }: TableSums): CapTable {
  return capTableOf({ ...sums, basis: 'fully_diluted', pool: poolAvailable(plans), pools: poolByClass(plans) });
}

export function tableAfter({ positions, plans, ...sums }: TableSums, made: RoundMade): CapTable {
  const increased = plans.map((plan) =>
    plan.stock_plan_id === made.pool?.stock_plan_id ? withMore(plan, made.pool.quantity) : plan,
  );
  return tableBefore({ ...sums, positions: withShares(positions, made), plans: increased });
}

function withMore(plan: PoolFigures, quantity: Decimal): PoolFigures {
  const more = (figure: string) => formatDecimal((parseDecimal(figure) ?? 0n) + quantity);
  return { ...plan, reserved: more(plan.reserved), available: more(plan.available) };
}

/** One position for each holder and class, because each is rounded down once. */
function withShares(positions: readonly Position[], { shares }: RoundMade): Position[] {
  const all = [...positions];
  for (const { stakeholder_id, stock_class_id, quantity } of shares) {
    const index = all.findIndex(
      (each) =>
        each.kind === 'STOCK' && each.stakeholder_id === stakeholder_id && each.stock_class_id === stock_class_id,
    );
    const held = index < 0 ? 0n : all[index]!.quantity;
    const position: Position = {
      stakeholder_id,
      kind: 'STOCK',
      stock_class_id,
      quantity: held + quantity,
    };
    if (index < 0) all.push(position);
    else all[index] = position;
  }
  return all;
}
