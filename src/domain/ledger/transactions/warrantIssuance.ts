// TX_WARRANT_ISSUANCE: a right to buy stock. Its quantity may be unknown until it is exercised.
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { isAbsent, numberFrom } from '../core/fields.ts';
import { conversionTarget, hasItsReferences, issue, sharePrice } from '../core/issuance.ts';
import { positive } from '../core/quantity.ts';
import type { Entry } from '../core/order.ts';
import { triggersOf } from '../rules/triggers.ts';

export function warrantIssuance(context: Context, entry: Entry): void {
  const hasReferences = hasItsReferences(context, entry);
  const target = conversionTarget(entry, 'exercise_triggers');
  const written = isAbsent(entry.transaction['quantity']) ? target.quantity : entry.transaction['quantity'];
  const isKnown = !isAbsent(written);
  const quantity = isKnown ? positive(context, entry, 'quantity', numberFrom(written)) : null;
  if (!hasReferences || (isKnown && quantity === null)) return;
  // The class is only where the warrant leads to: when it does not exist the warrant still does.
  const classId = target.stock_class_id;
  const hasClass = classId !== null && context.state.classes.has(classId);
  if (classId !== null && !hasClass) {
    reportError(
      context,
      entry,
      'E1',
      `${entry.object_type} ${entry.id}: its converts_to_stock_class_id ${classId} does not exist.`,
    );
  }
  const security = issue(context, entry, {
    kind: 'WARRANT',
    stock_class_id: hasClass ? classId : null,
    quantity,
    money: null,
    share_price: sharePrice(entry, 'exercise_price'),
    security_type: null,
  });
  if (security) security.triggers = triggersOf(context, entry);
}
