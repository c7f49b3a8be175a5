// What the charter's sufficiency is computed from: the sums of each class, without the holders behind them.
import { classesOn } from '#src/domain/captable/capTable.ts';
import type { CharterSums } from '#src/domain/captable/charter.ts';
import type { Position } from '#src/domain/captable/capTableBasis.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import { poolsOn } from './capTablePools.ts';
import { statementOn } from './capTablePositions.ts';
import { ask, authorizedChanges, classFacts, ratioChanges } from './capTableSource.ts';
import type { Source } from './capTableSource.ts';

type Summed = { kind: Position['kind']; stock_class_id: string | null; quantity: string };

export async function charterSums(source: Source, date: string): Promise<CharterSums> {
  const { text, values } = await statementOn(source, date);
  const rows = await ask<Summed>(
    source,
    `select kind, stock_class_id, sum(quantity::numeric)::text as quantity from (${text}) by_holder group by 1, 2`,
    values,
  );
  return {
    classes: classesOn(await classFacts(source), await authorizedChanges(source), await ratioChanges(source), date),
    positions: rows.map((row) => ({ ...row, stakeholder_id: '', quantity: decimal(row.quantity) })),
    plans: await poolsOn(source, date),
  };
}
