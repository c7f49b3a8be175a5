// TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT and TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT: how many shares may be
// outstanding from that day on. Checked at the end of the day with everything else of the day (authorized.ts, E13).
import { say } from '#src/words/say.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { capChangesOf, pushTo, reportError } from '../core/context.ts';
import type { CapChanges, Context } from '../core/context.ts';
import { decimalOf, textOf } from '../core/fields.ts';
import { namedClass } from '../core/references.ts';
import type { Entry } from '../core/entry.ts';
import type { CapState } from '../core/state.ts';
import type { AuthorizedKind } from '../core/types.ts';
import { classLine, line, toFigure } from '../core/lines.ts';
import { approvals, dated, must, onClass } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const issuerAuthorizedAdjustment: TransactionType = {
  type: 'TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT',
  rank: 'adjustment',
  shape: { ...dated, ...approvals, issuer_id: must('text'), new_shares_authorized: must('number') },
  sets: { what: 'issuer_authorized', of: null },
  summary: (transaction) =>
    line(say`Changed the authorized shares of the company`, toFigure(transaction, 'new_shares_authorized')),
  interpret: adjustIssuer,
};

export const classAuthorizedAdjustment: TransactionType = {
  type: 'TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT',
  rank: 'adjustment',
  shape: { ...onClass, ...approvals, new_shares_authorized: must('number') },
  sets: { what: 'class_authorized', of: 'stock_class_id' },
  headline: 'consequence',
  summary: classLine(say`Changed the authorized shares`, (each) => toFigure(each, 'new_shares_authorized')),
  interpret: adjustClass,
};

function adjustClass(context: Context, entry: Entry): void {
  const stockClass = namedClass(context, entry);
  const change = changeOf(context, entry);
  if (!stockClass || !change) return;
  const stock_class_id = stockClass.facts.id;
  context.effects.class_authorized.push({ stock_class_id, ...change });
  apply(stockClass.cap, capChangesOf(context, stock_class_id), entry, change);
}

function adjustIssuer(context: Context, entry: Entry): void {
  const { issuer } = context.state;
  const named = textOf(entry.transaction, 'issuer_id');
  if (issuer && named !== issuer.id) {
    const what = named === null ? say`is absent` : say`${named} is not that of ${issuer.legal_name}`;
    reportError(context, entry, 'E1', say`${entry.object_type} ${entry.id}: its issuer_id ${what}.`);
  }
  const change = changeOf(context, entry);
  if (!change) return;
  context.effects.issuer_authorized.push(change);
  apply(context.state.issuer_cap, context.issuer_changes, entry, change);
}

type Change = {
  effective_date: string;
  transaction_id: string;
  authorized_kind: AuthorizedKind;
  shares_authorized: string | null;
};

function changeOf(context: Context, entry: Entry): Change | null {
  if (entry.effective_date === null) return null;
  const common = { effective_date: entry.effective_date, transaction_id: entry.id };
  const written = entry.transaction['new_shares_authorized'];
  if (written === 'UNLIMITED') return { ...common, authorized_kind: 'UNLIMITED', shares_authorized: null };
  if (written === 'NOT APPLICABLE') return { ...common, authorized_kind: 'NOT_APPLICABLE', shares_authorized: null };
  const shares = decimalOf(entry.transaction, 'new_shares_authorized');
  if (shares !== null && shares >= 0n) {
    return { ...common, authorized_kind: 'FIXED', shares_authorized: formatDecimal(shares) };
  }
  const message = say`${entry.object_type} ${entry.id}: its new_shares_authorized is not an exact number of shares. It is kept without effect.`;
  reportError(context, entry, 'quantity_not_positive', message);
  return null;
}

function apply(cap: CapState, changes: CapChanges, entry: Entry, change: Change): void {
  cap.changes.push({
    effective_date: change.effective_date,
    transaction_id: change.transaction_id,
    authorized: { kind: change.authorized_kind, shares: change.shares_authorized },
  });
  pushTo(changes.adjustments, change.effective_date, entry);
}
