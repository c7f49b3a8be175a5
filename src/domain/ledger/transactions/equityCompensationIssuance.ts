// TX_EQUITY_COMPENSATION_ISSUANCE (and its alias TX_PLAN_SECURITY_ISSUANCE): an option, a restricted stock unit or a
// stock appreciation right. It becomes stock only by exercise or release.
import type { Context } from '../core/context.ts';
import { decimalOf, textOf } from '../core/fields.ts';
import { hasItsReferences, issue, sharePrice } from '../core/issuance.ts';
import { positive } from '../core/quantity.ts';
import type { Entry } from '../core/order.ts';

export function equityCompensationIssuance(context: Context, entry: Entry): void {
  const hasReferences = hasItsReferences(context, entry);
  const quantity = positive(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (!hasReferences || quantity === null) return;
  issue(context, entry, {
    kind: 'EQUITY_COMPENSATION',
    stock_class_id: textOf(entry.transaction, 'stock_class_id'),
    quantity,
    money: null,
    share_price: sharePrice(entry, 'exercise_price') ?? sharePrice(entry, 'base_price'),
    security_type: textOf(entry.transaction, 'compensation_type'),
  });
}
