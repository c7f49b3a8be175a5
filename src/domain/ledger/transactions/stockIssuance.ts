// TX_STOCK_ISSUANCE: a new certificate of a class in one holder's name.
import { say } from '#src/words/say.ts';
import { grouped } from '#src/domain/figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { decimalOf, isObject, listOf, moneyOf, numberFrom, textOf } from '../core/fields.ts';
import { hasItsReferences, issuanceFacts, issuanceLine, issuanceShape, issue, vestingShape } from './issuance.ts';
import { positive } from '../core/quantity.ts';
import type { Entry } from '../core/entry.ts';
import type { OcfObject } from '../core/types.ts';
import { may, maybeOneOf, must, price, quantity } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import { ISSUANCE_TYPES } from '#src/domain/keywords.ts';

export const stockIssuance: TransactionType = {
  type: 'TX_STOCK_ISSUANCE',
  ...issuanceFacts,
  shape: {
    ...issuanceShape,
    ...vestingShape,
    ...quantity,
    stock_class_id: must('text'),
    stock_plan_id: may('text'),
    share_numbers_issued: may('list', {
      starting_share_number: must('number'),
      ending_share_number: must('number'),
    }),
    share_price: price(must('money')),
    cost_basis: price(may('money')),
    stock_legend_ids: must('texts'),
    issuance_type: maybeOneOf(...ISSUANCE_TYPES),
  },
  summary: issuanceLine,
  interpret: issueStock,
};

function issueStock(context: Context, entry: Entry): void {
  const hasReferences = hasItsReferences(context, entry);
  const issued = positive(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (!hasReferences || issued === null) return;
  const security = issue(context, entry, {
    kind: 'STOCK',
    stock_class_id: textOf(entry.transaction, 'stock_class_id'),
    quantity: issued,
    money: null,
    share_price: moneyOf(entry.transaction, 'share_price'),
    security_type: textOf(entry.transaction, 'issuance_type'),
  });
  if (!security) return;
  security.share_numbers = shareNumbersOf(entry.transaction);
  reportReversed(context, entry);
  if (security.share_numbers.length > 0) {
    context.state.classes.get(security.row.stock_class_id ?? '')?.numbered.push(security);
  }
}

function reportReversed(context: Context, entry: Entry): void {
  for (const range of listOf(entry.transaction, 'share_numbers_issued')) {
    if (!isObject(range)) continue;
    const [from, to] = [numberFrom(range['starting_share_number']), numberFrom(range['ending_share_number'])];
    if (from === null || to === null || from <= to) continue;
    const message = say`${entry.object_type} ${entry.id}: its share numbers run from ${grouped(from)} back to ${grouped(to)}.`;
    reportError(context, entry, 'share_numbers_reversed', message);
  }
}

export function shareNumbersOf(issuance: OcfObject): { from: bigint; to: bigint }[] {
  return listOf(issuance, 'share_numbers_issued').flatMap((range) => {
    if (!isObject(range)) return [];
    const from = numberFrom(range['starting_share_number']);
    const to = numberFrom(range['ending_share_number']);
    return from !== null && to !== null && from <= to ? [{ from, to }] : [];
  });
}
