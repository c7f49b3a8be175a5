// What every issuance has in common: its fields, its line, its references, its number, its day, and the row of the new
// security. No type by itself.
import { say } from '#src/words/say.ts';
import { securityInWords } from '../core/names.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { countShares, reportError, reportWarning } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { isObject, objectOf, textOf, textsOf } from '../core/fields.ts';
import type { Money } from '../core/fields.ts';
import { grantOf } from '../rules/grant.ts';
import type { Entry } from '../core/entry.ts';
import { classNameOf, holderOf, line, quantityOf } from '../core/lines.ts';
import type { Line } from '../core/lines.ts';
import { reportMissing } from '../core/references.ts';
import { approvals, may, must, onSecurity } from '../core/shapes.ts';
import type { Shape } from '../core/shapes.ts';
import { noteFraction } from '../core/quantity.ts';
import { addSecurity, numberKey } from '../core/state.ts';
import { checkVestings } from '../rules/triggers.ts';
import type { SecurityState } from '../core/state.ts';
import type { OcfObject, SecurityKind, SecurityRow } from '../core/types.ts';

type NewSecurity = {
  kind: SecurityKind;
  stock_class_id: string | null;
  quantity: Decimal | null;
  money: Money | null;
  share_price: Money | null;
  security_type: string | null;
};

export const issuanceShape: Shape = {
  ...onSecurity,
  ...approvals,
  custom_id: must('text'),
  stakeholder_id: must('text'),
  consideration_text: may('text'),
  security_law_exemptions: must('list', { description: must('text'), jurisdiction: must('text') }),
};
export const vestingShape: Shape = {
  vesting_terms_id: may('text'),
  vestings: may('list', { date: must('date'), amount: must('number') }),
};
/** One way in which a convertible or a warrant becomes stock. */
export const triggerShape: Shape = {
  trigger_id: must('text'),
  type: must('text'),
  nickname: may('text'),
  trigger_description: may('text'),
  trigger_condition: may('text'),
  trigger_date: may('date'),
  start_date: may('date'),
  end_date: may('date'),
  conversion_right: must('object'),
};

/** What every issuance declares. Its quantity is in shares after the last split, so it counts by the split. */
export const issuanceFacts = {
  rank: 'issuance',
  countsBy: 'split',
  headline: 'issuance',
} as const;

/** "Issued CS-4: 10,000 Common to Ada Lovelace". */
export const issuanceLine: Line = (transaction, state) => {
  const row = state.securities.get(textOf(transaction, 'security_id') ?? '')?.row;
  const number = row?.custom_id || textOf(transaction, 'custom_id') || '';
  const className = classNameOf(transaction, state, row?.stock_class_id);
  const holder = holderOf(transaction, state, row?.stakeholder_id);
  const issued = amountOf(transaction, className);
  return line(say`Issued ${number}`.trim(), ': ', issued, holder ? say` to ${holder}` : '');
};

function amountOf(transaction: OcfObject, className: string): string {
  const quantity = quantityOf(transaction);
  const money = transaction['investment_amount'];
  if (quantity) return className ? `${quantity} ${className}` : quantity;
  if (!isObject(money)) return className;
  return writtenMoney(textOf(money, 'amount') ?? '', textOf(money, 'currency') ?? '');
}

/** Reports references that do not exist (E1). False without the holder, or without a class that the type requires. */
export function hasItsReferences(context: Context, entry: Entry): boolean {
  const { state } = context;
  const { transaction } = entry;
  const holder = textOf(transaction, 'stakeholder_id');
  const hasHolder = holder !== null && state.holders.has(holder);
  if (!hasHolder) missing(context, entry, 'stakeholder_id', holder);
  const classId = textOf(transaction, 'stock_class_id');
  const hasClass = classId === null ? !entry.type?.shape['stock_class_id']?.required : state.classes.has(classId);
  if (!hasClass) missing(context, entry, 'stock_class_id', classId);
  const optional = [
    { field: 'stock_plan_id', known: state.plans },
    { field: 'vesting_terms_id', known: state.vesting_terms },
  ];
  for (const { field, known } of optional) {
    const id = textOf(transaction, field);
    if (id !== null && known && !known.has(id)) missing(context, entry, field, id, '');
  }
  for (const id of textsOf(transaction, 'stock_legend_ids')) {
    if (state.legends && !state.legends.has(id)) missing(context, entry, 'stock_legend_ids', id, '');
  }
  return hasHolder && hasClass;
}

/** Issues the security. Null when it cannot be issued, or its id is taken: the first of two issuances counts. */
export function issue(context: Context, entry: Entry, security: NewSecurity): SecurityState | null {
  const { state, effects } = context;
  const { transaction } = entry;
  const security_id = textOf(transaction, 'security_id');
  const stakeholder_id = textOf(transaction, 'stakeholder_id');
  if (security_id === null) {
    reportError(
      context,
      entry,
      'E2',
      say`${entry.object_type} ${entry.id} names no security_id. It is kept without effect.`,
    );
  }
  if (security_id === null || stakeholder_id === null || entry.date === null) return null;
  const first = state.securities.get(security_id);
  if (first) {
    const message = say`${entry.object_type} ${entry.id} issues ${securityInWords(state, security_id)}, a second time. The first issuance counts.`;
    reportError(context, entry, 'security_issued_twice', message);
    return null;
  }
  noteFormation(context, entry);
  checkVestings(context, entry, security.quantity);
  noteFraction(context, entry, security.stock_class_id, security.quantity);
  const custom_id = textOf(transaction, 'custom_id') ?? '';
  const same_number = custom_id === '' ? undefined : state.custom_ids.get(numberKey(custom_id));
  const row: SecurityRow = {
    security_id,
    kind: security.kind,
    stakeholder_id,
    stock_class_id: security.stock_class_id,
    stock_plan_id: textOf(transaction, 'stock_plan_id'),
    quantity: security.quantity === null ? null : textLike(transaction['quantity'], formatDecimal(security.quantity)),
    amount: security.money === null ? null : formatDecimal(security.money.amount),
    currency: security.money?.currency ?? null,
    custom_id,
    issued_on: entry.date,
    first_issued_on: null,
    transaction_id: entry.id,
    share_price:
      security.share_price === null
        ? null
        : textLike(objectOf(transaction, 'share_price')?.['amount'], formatDecimal(security.share_price.amount)),
    share_price_currency: security.share_price?.currency ?? null,
    security_type: security.security_type,
  };
  // A missing plan does not stop the issuance, but a stored row must not point at it.
  if (row.stock_plan_id !== null && state.plans && !state.plans.has(row.stock_plan_id)) row.stock_plan_id = null;
  effects.securities.push(row);
  const added = addSecurity(state, row, { grant: grantOf(transaction) });
  context.issued.push({ entry, security: added, same_number });
  if (security.quantity !== null) countShares(context, added, entry.date, security.quantity, entry);
  return added;
}

/** The text as written where it is equal, so that a large package keeps it in memory once. */
const textLike = (written: unknown, text: string): string => (written === text ? (written as string) : text);

function missing(context: Context, entry: Entry, field: string, id: string | null, consequence?: string): void {
  const answer = { code: 'unknown_reference', detail: say`What ${field} names does not exist.` };
  reportMissing(context, entry, field, id, { answer, ...(consequence === undefined ? {} : { consequence }) });
}

function noteFormation(context: Context, entry: Entry): void {
  const formed = context.state.issuer?.formation_date;
  if (!formed || entry.date === null || entry.date >= formed) return;
  reportWarning(
    context,
    entry,
    'W1',
    say`${entry.object_type} ${entry.id} is dated ${entry.date}, before the formation of the company on ${formed}.`,
  );
}
