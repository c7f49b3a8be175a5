// TX_CONVERTIBLE_ISSUANCE: money that becomes shares later. Counted by its amount, because the number of shares is not known.
import type { Context } from '../core/context.ts';
import { moneyOf, textOf } from '../core/fields.ts';
import { hasItsReferences, issuanceFacts, issuanceLine, issuanceShape, issue, triggerShape } from './issuance.ts';
import { positive } from '../core/quantity.ts';
import type { Entry } from '../core/entry.ts';
import { triggersOf } from '../rules/triggers.ts';
import { may, must, oneOf } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import { CONVERTIBLE_KINDS } from '#src/domain/keywords.ts';

export const convertibleIssuance: TransactionType = {
  type: 'TX_CONVERTIBLE_ISSUANCE',
  ...issuanceFacts,
  shape: {
    ...issuanceShape,
    investment_amount: must('money'),
    convertible_type: oneOf(...CONVERTIBLE_KINDS, 'CONVERTIBLE_SECURITY'),
    conversion_triggers: must('list', triggerShape),
    pro_rata: may('number'),
    seniority: must('integer'),
  },
  summary: issuanceLine,
  interpret: issueConvertible,
};

function issueConvertible(context: Context, entry: Entry): void {
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
