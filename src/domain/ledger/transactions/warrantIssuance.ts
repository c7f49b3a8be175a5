// TX_WARRANT_ISSUANCE: a right to buy stock. Its quantity may be unknown until it is exercised.
import { say } from '#src/words/say.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { isAbsent, isObject, listOf, moneyOf, numberFrom, textOf } from '../core/fields.ts';
import {
  hasItsReferences,
  issuanceFacts,
  issuanceLine,
  issuanceShape,
  issue,
  triggerShape,
  vestingShape,
} from './issuance.ts';
import { positive } from '../core/quantity.ts';
import type { Entry } from '../core/entry.ts';
import { triggersOf } from '../rules/triggers.ts';
import { may, must, price } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const warrantIssuance: TransactionType = {
  type: 'TX_WARRANT_ISSUANCE',
  ...issuanceFacts,
  shape: {
    ...issuanceShape,
    ...vestingShape,
    quantity: may('number'),
    quantity_source: may('text'),
    exercise_price: price(may('money')),
    purchase_price: price(must('money')),
    exercise_triggers: must('list', triggerShape),
    warrant_expiration_date: may('date'),
  },
  summary: issuanceLine,
  interpret: issueWarrant,
};

function issueWarrant(context: Context, entry: Entry): void {
  const hasReferences = hasItsReferences(context, entry);
  const target = conversionTarget(entry);
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
      say`${entry.object_type} ${entry.id}: its converts_to_stock_class_id ${classId} does not exist.`,
    );
  }
  const security = issue(context, entry, {
    kind: 'WARRANT',
    stock_class_id: hasClass ? classId : null,
    quantity,
    money: null,
    share_price: moneyOf(entry.transaction, 'exercise_price'),
    security_type: null,
  });
  if (security) security.triggers = triggersOf(context, entry);
}

/** The quantity of a warrant that only says what it converts into (FIXED_AMOUNT_CONVERSION), and into which class. */
function conversionTarget({ transaction }: Entry): { stock_class_id: string | null; quantity: unknown } {
  for (const trigger of listOf(transaction, 'exercise_triggers')) {
    const right = isObject(trigger) ? trigger['conversion_right'] : null;
    if (!isObject(right)) continue;
    const mechanism = right['conversion_mechanism'];
    return {
      stock_class_id: textOf(right, 'converts_to_stock_class_id'),
      quantity: isObject(mechanism) ? mechanism['converts_to_quantity'] : undefined,
    };
  }
  return { stock_class_id: null, quantity: undefined };
}
