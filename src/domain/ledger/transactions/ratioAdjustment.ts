// TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT: changes the ratio at which a class converts from that day on.
import { say } from '#src/words/say.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { moneyOf, objectOf, ratioOf, textOf } from '../core/fields.ts';
import { namedClass } from '../core/references.ts';
import type { Entry } from '../core/entry.ts';
import { classLine } from '../core/lines.ts';
import { must, onClass, ratioMechanism } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import type { OcfObject } from '../core/types.ts';

export const ratioAdjustment: TransactionType = {
  type: 'TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT',
  rank: 'ratio',
  shape: { ...onClass, new_ratio_conversion_mechanism: must('object', ratioMechanism) },
  sets: { what: 'conversion_ratio', of: 'stock_class_id' },
  summary: classLine(say`Changed the conversion ratio`, toRatio),
  interpret: adjust,
};

/** " to 2:1". */
function toRatio(transaction: OcfObject): string {
  const mechanism = objectOf(transaction, 'new_ratio_conversion_mechanism');
  const ratio = mechanism && objectOf(mechanism, 'ratio');
  return ratio ? say` to ${textOf(ratio, 'numerator') ?? '?'}:${textOf(ratio, 'denominator') ?? '?'}` : '';
}

function adjust(context: Context, entry: Entry): void {
  const stockClass = namedClass(context, entry);
  const mechanism = objectOf(entry.transaction, 'new_ratio_conversion_mechanism');
  const ratio = mechanism && ratioOf(mechanism, 'ratio');
  if (!mechanism || !ratio) {
    const message = say`${entry.object_type} ${entry.id}: its new ratio must be two positive numbers, such as 3 and 2. The entry is kept without effect.`;
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
