// TX_STOCK_CLASS_SPLIT: announces a split. Shares change only by the reissuances that name it (checked in rules/splits.ts).
import { say } from '#src/words/say.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { isObject, ratioOf, textOf } from '../core/fields.ts';
import type { Entry } from '../core/entry.ts';
import { namedClass } from '../core/references.ts';
import { classLine } from '../core/lines.ts';
import { must, onClass } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import type { OcfObject } from '../core/types.ts';

export const stockClassSplit: TransactionType = {
  type: 'TX_STOCK_CLASS_SPLIT',
  rank: 'split',
  shape: { ...onClass, split_ratio: must('ratio') },
  sets: { what: 'split', of: 'stock_class_id' },
  headline: 'split',
  summary: classLine(say`Split`, byRatio),
  interpret: split,
};

/** " 2 for 1". */
function byRatio(transaction: OcfObject): string {
  const ratio = transaction['split_ratio'];
  return isObject(ratio) ? say` ${textOf(ratio, 'numerator') ?? '?'} for ${textOf(ratio, 'denominator') ?? '?'}` : '';
}

function split(context: Context, entry: Entry): void {
  const stockClass = namedClass(context, entry);
  const ratio = ratioOf(entry.transaction, 'split_ratio');
  if (ratio === null) {
    const message = say`${entry.object_type} ${entry.id}: its split_ratio must be two positive numbers, such as 3 and 2. The entry is kept without effect.`;
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
