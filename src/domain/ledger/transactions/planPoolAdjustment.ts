// TX_STOCK_PLAN_POOL_ADJUSTMENT: changes the reserve of a plan from that day on. Checked at the end of the day with everything
// else of the day (pools.ts, E14).
import { say } from '#src/words/say.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { poolChangesOf, pushTo, reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';
import { decimalOf, textOf } from '../core/fields.ts';
import { goesOnWithOf, line, toFigure } from '../core/lines.ts';
import { namedPlan } from '../core/references.ts';
import { approvals, dated, must } from '../core/shapes.ts';
import type { LedgerState } from '../core/state.ts';
import type { TransactionType } from '../core/transactionType.ts';
import type { OcfObject } from '../core/types.ts';

const CHANGED = goesOnWithOf(say`Changed the reserve`);

export const planPoolAdjustment: TransactionType = {
  type: 'TX_STOCK_PLAN_POOL_ADJUSTMENT',
  rank: 'adjustment',
  shape: { ...dated, ...approvals, stock_plan_id: must('text'), shares_reserved: must('number') },
  sets: { what: 'pool_reserve', of: 'stock_plan_id' },
  headline: 'consequence',
  summary: (transaction, state) =>
    line(CHANGED, say` of ${planOf(transaction, state)}`, toFigure(transaction, 'shares_reserved')),
  interpret: adjust,
};

/** A package may lack the plan that its entry names. */
function planOf(transaction: OcfObject, state: LedgerState): string {
  return state.plans?.get(textOf(transaction, 'stock_plan_id') ?? '')?.facts.name ?? say`a plan`;
}

function adjust(context: Context, entry: Entry): void {
  const stock_plan_id = namedPlan(context, entry);
  const reserved = decimalOf(entry.transaction, 'shares_reserved');
  if (reserved === null || reserved < 0n) {
    const message = say`${entry.object_type} ${entry.id}: its shares_reserved is not an exact number of shares. It is kept without effect.`;
    reportError(context, entry, 'quantity_not_positive', message);
    return;
  }
  if (stock_plan_id === null || entry.effective_date === null) return;
  const row = {
    stock_plan_id,
    effective_date: entry.effective_date,
    transaction_id: entry.id,
    shares_reserved: formatDecimal(reserved),
  };
  context.effects.plan_pools.push(row);
  const authorized = { kind: 'FIXED', shares: row.shares_reserved } as const;
  context.state.plans?.get(stock_plan_id)?.cap.changes.push({ ...row, authorized });
  pushTo(poolChangesOf(context, stock_plan_id).adjustments, row.effective_date, entry);
}
