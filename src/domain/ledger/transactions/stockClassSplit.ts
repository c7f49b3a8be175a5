// TX_STOCK_CLASS_SPLIT: an announcement. Shares change only by the reissuances that name it (checked in splits.ts).
import { formatDecimal } from '../../figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { ratioOf } from '../core/fields.ts';
import type { Entry } from '../core/order.ts';
import { namedClass } from '../core/namedClass.ts';

export function stockClassSplit(context: Context, entry: Entry): void {
  const stockClass = namedClass(context, entry);
  const ratio = ratioOf(entry.transaction, 'split_ratio');
  if (ratio === null) {
    const message = `${entry.object_type} ${entry.id}: its split_ratio is no ratio of two positive numbers. It is kept without effect.`;
    reportError(context, entry, 'ratio_not_positive', message);
  }
  if (!stockClass || ratio === null || entry.effective_date === null) return;
  const row = {
    stock_class_id: stockClass.facts.id,
    effective_date: entry.effective_date,
    transaction_id: entry.id,
    numerator: formatDecimal(ratio.numerator),
    denominator: formatDecimal(ratio.denominator),
  };
  context.state.splits.set(entry.id, row);
  context.effects.splits.push(row);
}
