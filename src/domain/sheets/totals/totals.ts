// The totals that a file states itself: of its total rows, of a vendor's summary, of the pool's rows. A total that differs from
// the rows of its own table is an error; any other is compared with ours (Q18).
import type { MeantTable } from '../records/table.ts';
import type { Totals } from './facts.ts';
import { readSummary } from './summary.ts';
import { readTotalRows } from './totalRows.ts';

export function totalsOf(tables: readonly MeantTable[]): Totals {
  const totals: Totals = { facts: [], pools: [], classes: [], findings: [] };
  for (const table of tables) {
    if (table.role === 'ignore' || table.role === 'payments' || table.columns.length === 0) continue;
    if (table.role === 'totals' && !table.columns.some(({ field }) => field === 'holder')) readSummary(table, totals);
    else readTotalRows(table, tables, totals);
  }
  return totals;
}
