// TX_WARRANT_ISSUANCE: a right to buy stock. Its quantity may be unknown until it is exercised.
import { reportError } from './context.ts';
import type { Context } from './context.ts';
import { isAbsent, numberFrom } from './fields.ts';
import { conversionTarget, hasItsReferences, issue, sharePrice } from './issuance.ts';
import { positive } from './quantity.ts';
import type { Entry } from './order.ts';
import { triggersOf } from './triggers.ts';

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
