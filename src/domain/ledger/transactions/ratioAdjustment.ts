// TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT: from that day the class converts at another ratio.
import { formatDecimal } from '../../figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { moneyOf, objectOf, ratioOf, textOf } from '../core/fields.ts';
import { namedClass } from '../core/namedClass.ts';
import type { Entry } from '../core/order.ts';

export function ratioAdjustment(context: Context, entry: Entry): void {
  const stockClass = namedClass(context, entry);
  const mechanism = objectOf(entry.transaction, 'new_ratio_conversion_mechanism');
  const ratio = mechanism && ratioOf(mechanism, 'ratio');
  if (!mechanism || !ratio) {
    const message = `${entry.object_type} ${entry.id}: its new ratio is no ratio of two positive numbers. It is kept without effect.`;
    reportError(context, entry, 'ratio_not_positive', message);
    return;
  }
  if (!stockClass || entry.effective_date === null) return;
  const price = moneyOf(mechanism, 'conversion_price');
  const row = {
    stock_class_id: stockClass.facts.id,
    effective_date: entry.effective_date,
    transaction_id: entry.id,
    numerator: formatDecimal(ratio.numerator),
    denominator: formatDecimal(ratio.denominator),
    rounding_type: textOf(mechanism, 'rounding_type'),
    conversion_price: price === null ? null : formatDecimal(price.amount),
    conversion_price_currency: price?.currency ?? null,
  };
  context.effects.ratio_changes.push(row);
  stockClass.ratio_changes.push(row);
}
