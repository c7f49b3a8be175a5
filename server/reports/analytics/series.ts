// The cap table's sums on many days, from one reading of the ledger: what was held on the first day, and what changed until each
// of the others. The domain counts each day as it counts a table (capTableShown.ts).
import type { Basis, Position } from '#src/domain/captable/capTableBasis.ts';
import { classesOn } from '#src/domain/captable/capTable.ts';
import { poolAvailable, poolByClass } from '#src/domain/captable/capTablePool.ts';
import type { CapTableSums } from '#src/domain/captable/capTableHolders.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import { changesUntil, positionsOn } from '../capTable/capTablePositions.ts';
import { poolsOnDays } from '../capTable/capTablePools.ts';
import { ask, authorizedChanges, classFacts, holderNames, ratioChanges } from '../capTable/capTableSource.ts';
import type { Source } from '../capTable/capTableSource.ts';

/**
 * `days`: in order, none twice. Out: the sums of each day, one after the other, as often as they are asked for. Convertibles
 * are not among them: no basis counts them.
 */
export async function seriesOn(
  source: Source,
  days: readonly string[],
  basis: Basis,
): Promise<() => Iterable<CapTableSums>> {
  const [facts, authorized, ratios] = [
    await classFacts(source),
    await authorizedChanges(source),
    await ratioChanges(source),
  ];
  const names = await holderNames(source);
  const first = await positionsOn(source, days[0]!);
  const changes = Map.groupBy(days.length > 1 ? await changesUntil(source, days) : [], ({ day }) => day);
  const pools = basis === 'fully_diluted' ? await poolsOnDays(source, days) : new Map<string, never[]>();
  const nameOf = (id: string) => names.get(id) ?? id;
  return function* sums() {
    const held = new Map(first.map((position) => [keyOf(position), { ...position }]));
    for (const date of days) {
      for (const { quantity, stakeholder_id, kind, stock_class_id } of changes.get(date) ?? []) {
        const position: Position = { stakeholder_id, kind, stock_class_id, quantity: decimal(quantity) };
        const known = held.get(keyOf(position));
        if (known) known.quantity += position.quantity;
        else held.set(keyOf(position), position);
      }
      const plans = pools.get(date) ?? [];
      yield {
        date,
        basis,
        positions: [...held.values()].filter(({ quantity }) => quantity > 0n),
        open: [],
        classes: classesOn(facts, authorized, ratios, date),
        nameOf,
        pool: poolAvailable(plans),
        pools: poolByClass(plans),
      };
    }
  };
}

const keyOf = ({ stakeholder_id, kind, stock_class_id }: Omit<Position, 'quantity'>) =>
  JSON.stringify([stakeholder_id, kind, stock_class_id]);

/** The first day on which anything was issued; null in a new company. */
export async function firstDay(source: Source): Promise<string | null> {
  const [row] = await ask<{ first: string | null }>(
    source,
    'select min(issued_on) as first from security where org_id = $1',
    [],
  );
  return row?.first ?? null;
}
