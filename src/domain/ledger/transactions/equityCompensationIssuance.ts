// TX_EQUITY_COMPENSATION_ISSUANCE (and its alias TX_PLAN_SECURITY_ISSUANCE): an option, a restricted stock unit or a
// stock appreciation right. It becomes stock only by exercise or release.
import type { Context } from '../core/context.ts';
import { decimalOf, moneyOf, textOf } from '../core/fields.ts';
import { hasItsReferences, issuanceFacts, issuanceLine, issuanceShape, issue, vestingShape } from './issuance.ts';
import { positive } from '../core/quantity.ts';
import type { Entry } from '../core/entry.ts';
import { may, maybeOneOf, must, oneOf, price, quantity } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import { COMPENSATION_TYPES, WINDOW_UNITS } from '#src/domain/keywords.ts';

export const equityCompensationIssuance: TransactionType = {
  type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
  ...issuanceFacts,
  shape: {
    ...issuanceShape,
    ...vestingShape,
    ...quantity,
    stock_plan_id: may('text'),
    stock_class_id: may('text'),
    compensation_type: oneOf(...COMPENSATION_TYPES),
    option_grant_type: maybeOneOf('NSO', 'ISO', 'INTL'),
    exercise_price: price(may('money')),
    base_price: price(may('money')),
    early_exercisable: may('boolean'),
    expiration_date: { kind: 'date', required: true, nullable: true },
    termination_exercise_windows: must('list', {
      reason: must('text'),
      period: must('integer'),
      period_type: oneOf(...WINDOW_UNITS),
    }),
  },
  summary: issuanceLine,
  interpret: grant,
};

function grant(context: Context, entry: Entry): void {
  const hasReferences = hasItsReferences(context, entry);
  const granted = positive(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (!hasReferences || granted === null) return;
  issue(context, entry, {
    kind: 'EQUITY_COMPENSATION',
    stock_class_id: textOf(entry.transaction, 'stock_class_id'),
    quantity: granted,
    money: null,
    share_price: moneyOf(entry.transaction, 'exercise_price') ?? moneyOf(entry.transaction, 'base_price'),
    security_type: textOf(entry.transaction, 'compensation_type'),
  });
}
