// What every issuance has in common: its references, its number, its day, and the row of the new security.
import { securityInWords } from './inWords.ts';
import { formatDecimal } from '../../figures/decimal.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { countShares, reportError, reportWarning } from './context.ts';
import type { Context } from './context.ts';
import { listOf, moneyOf, textOf, textsOf, objectOf } from './fields.ts';
import type { Money } from './fields.ts';
import { grantOf } from '../rules/grant.ts';
import type { Entry } from './order.ts';
import { noteFraction } from './quantity.ts';
import { addSecurity, numberKey } from './state.ts';
import { checkVestings } from '../rules/triggers.ts';
import type { SecurityState } from './state.ts';
import type { SecurityKind, SecurityRow } from './types.ts';

export type NewSecurity = {
  kind: SecurityKind;
  stock_class_id: string | null;
  quantity: Decimal | null;
  money: Money | null;
  share_price: Money | null;
  security_type: string | null;
};

/** Reports the references that exist nowhere (E1). False when one is missing without which nothing can be issued. */
export function hasItsReferences(context: Context, entry: Entry): boolean {
  const { state } = context;
  const { transaction } = entry;
  const holder = textOf(transaction, 'stakeholder_id');
  const hasHolder = holder !== null && state.holders.has(holder);
  if (!hasHolder) missing(context, entry, 'stakeholder_id', holder, ' It is kept without effect.');
  const classId = textOf(transaction, 'stock_class_id');
  const hasClass = classId === null ? entry.type !== 'TX_STOCK_ISSUANCE' : state.classes.has(classId);
  if (!hasClass) missing(context, entry, 'stock_class_id', classId, ' It is kept without effect.');
  const optional = [
    { field: 'stock_plan_id', known: state.plans },
    { field: 'vesting_terms_id', known: state.vesting_terms },
  ];
  for (const { field, known } of optional) {
    const id = textOf(transaction, field);
    if (id !== null && known && !known.has(id)) missing(context, entry, field, id);
  }
  for (const id of textsOf(transaction, 'stock_legend_ids')) {
    if (state.legends && !state.legends.has(id)) missing(context, entry, 'stock_legend_ids', id);
  }
  return hasHolder && hasClass;
}

/** Issues the security, unless its id is taken: of two issuances of one security the first in order counts (E4, E20). */
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
      `${entry.object_type} ${entry.id} names no security_id. It is kept without effect.`,
    );
  }
  if (security_id === null || stakeholder_id === null || entry.date === null) return null;
  const first = state.securities.get(security_id);
  if (first) {
    const message = `${entry.object_type} ${entry.id} issues ${securityInWords(state, security_id)}, a second time; the first issue counts.`;
    reportError(context, entry, 'security_issued_twice', message);
    return null;
  }
  noteFormation(context, entry);
  checkVestings(context, entry, security.quantity);
  noteFraction(context, entry, security.stock_class_id, security.quantity);
  const custom_id = textOf(transaction, 'custom_id') ?? '';
  noteCustomId(context, entry, custom_id);
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
  // A plan that exists nowhere does not stop the security, but a row may not point at it.
  if (row.stock_plan_id !== null && state.plans && !state.plans.has(row.stock_plan_id)) row.stock_plan_id = null;
  effects.securities.push(row);
  const added = addSecurity(state, row, { grant: grantOf(transaction) });
  context.issued.push({ entry, security: added });
  if (security.quantity !== null) countShares(context, added, entry.date, security.quantity, entry);
  return added;
}

/** What was written where it is that very text, so that a large package keeps one of the two. */
const textLike = (written: unknown, text: string): string => (written === text ? (written as string) : text);

/** The quantity of a warrant that only says what it converts into (FIXED_AMOUNT_CONVERSION), and into which class. */
export function conversionTarget(entry: Entry, field: string): { stock_class_id: string | null; quantity: unknown } {
  for (const trigger of listOf(entry.transaction, field)) {
    const right = (trigger as { conversion_right?: Record<string, unknown> } | null)?.conversion_right;
    if (!right || typeof right !== 'object') continue;
    const mechanism = right['conversion_mechanism'] as Record<string, unknown> | undefined;
    const stock_class_id = textOf(right, 'converts_to_stock_class_id');
    return { stock_class_id, quantity: mechanism?.['converts_to_quantity'] };
  }
  return { stock_class_id: null, quantity: undefined };
}

export function sharePrice(entry: Entry, field: string): Money | null {
  return moneyOf(entry.transaction, field);
}

function missing(context: Context, entry: Entry, field: string, id: string | null, consequence = ''): void {
  const what = id === null ? 'is absent' : `${id} does not exist`;
  reportError(context, entry, 'E1', `${entry.object_type} ${entry.id}: its ${field} ${what}.${consequence}`, {
    code: 'unknown_reference',
    detail: `What ${field} names does not exist.`,
  });
}

function noteFormation(context: Context, entry: Entry): void {
  const formed = context.state.issuer?.formation_date;
  if (!formed || entry.date === null || entry.date >= formed) return;
  reportWarning(
    context,
    entry,
    'W1',
    `${entry.object_type} ${entry.id} is dated ${entry.date}, before the formation of the company on ${formed}.`,
  );
}

function noteCustomId(context: Context, entry: Entry, custom_id: string): void {
  const other = custom_id === '' ? undefined : context.state.custom_ids.get(numberKey(custom_id));
  if (other === undefined) return;
  reportWarning(
    context,
    entry,
    'W4',
    `${entry.object_type} ${entry.id}: its number ${custom_id} (custom_id) is also that of ${securityInWords(context.state, other)}.`,
    {
      code: 'certificate_number_taken',
      detail: `The certificate number ${custom_id} is already in use.`,
    },
  );
}
