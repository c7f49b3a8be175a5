// TX_CONVERTIBLE_ISSUANCE: money now for shares later. Counted by amount, never by guessed shares.
import type { Context } from '../core/context.ts';
import { moneyOf, textOf } from '../core/fields.ts';
import { hasItsReferences, issue } from '../core/issuance.ts';
import { positive } from '../core/quantity.ts';
import type { Entry } from '../core/order.ts';
import { triggersOf } from '../rules/triggers.ts';

export function convertibleIssuance(context: Context, entry: Entry): void {
  const hasReferences = hasItsReferences(context, entry);
  const money = moneyOf(entry.transaction, 'investment_amount');
  const amount = positive(context, entry, 'investment_amount', money?.amount ?? null);
  if (!hasReferences || money === null || amount === null) return;
  const security = issue(context, entry, {
    kind: 'CONVERTIBLE',
    stock_class_id: null,
    quantity: null,
    money,
    share_price: null,
    security_type: textOf(entry.transaction, 'convertible_type'),
  });
  if (security) security.triggers = triggersOf(context, entry);
}
