// What a file says that each holder holds, to be compared with what the cap table will say.
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { ZERO } from '#src/domain/figures/decimal.ts';
import { placeKey } from '../findings.ts';
import type { People } from '../people/holders.ts';
import type { Records } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { readValue } from '../values/readTable.ts';
import type { HolderFact } from './tieOut.ts';

/** What each holder holds by a table of holdings, and by a vendor's own sums. */
export function holderFacts(
  tables: readonly MeantTable[],
  { named, securities }: Records,
  { holderOf }: People,
): HolderFact[] {
  const sums = new Map<string, HolderFact>();
  const add = (table: number, holder: number, value: Decimal) => {
    const key = `${table} ${holder}`;
    const fact = sums.get(key) ?? { holder, value: ZERO };
    fact.value += value;
    sums.set(key, fact);
  };
  for (const security of securities)
    if (security.kind === 'stock' && security.isOpening)
      add(security.place.table, holderOf[security.holder]!, security.quantity);
  const namedAt = new Map(named.map(({ place }, index) => [placeKey(place), index]));
  for (const { index: table, role, columns, kinds, formsOf } of tables) {
    if (role !== 'totals') continue;
    const whole =
      columns.find(({ field }) => field === 'quantity_outstanding') ??
      columns.find(({ field }) => field === 'quantity_issued');
    const summed = whole ? [whole] : columns.filter(({ field }) => field === 'holding');
    for (const { row, kind } of kinds) {
      const index = namedAt.get(placeKey({ table, row: row.number }));
      if (kind !== 'record' || index === undefined) continue;
      const values = summed.map((column) => readValue(row, column, formsOf(column.column)).number ?? ZERO);
      add(
        table,
        holderOf[index]!,
        values.reduce((sum, value) => sum + value, ZERO),
      );
    }
  }
  return [...sums.values()];
}
