// One entry in a line that a founder reads: who, how many, of what. Names come from the state after the entry.
import { grouped, parseDecimal } from '../decimal.ts';
import { isObject, objectOf, textOf, typeOf } from './fields.ts';
import type { LedgerState } from './state.ts';
import type { OcfObject } from './types.ts';

/** In: an entry and the state it was interpreted on. Out: "Issued CS-4: 10,000 Common to Ada Lovelace". Never throws. */
export function summaryOf(transaction: OcfObject, state: LedgerState): string {
  const type = typeOf(transaction);
  const words = wordsOf(type);
  const quantity = quantityText(transaction);
  const security = state.securities.get(textOf(transaction, 'security_id') ?? '');
  const number = security?.row.custom_id || textOf(transaction, 'custom_id') || '';
  const className = classNameOf(transaction, state, security?.row.stock_class_id ?? null);
  const holder = holderOf(transaction, state, security?.row.stakeholder_id ?? null);
  if (type.endsWith('_ISSUANCE'))
    return join([
      `${words} ${number}`.trim(),
      ': ',
      amountOf(transaction, quantity, className),
      holder ? ` to ${holder}` : '',
    ]);
  if (type.startsWith('TX_STOCK_CLASS_') || type === 'CE_STAKEHOLDER_STATUS')
    return join([words, className ? ` of ${className}` : '', detailOf(transaction)]);
  return join([
    words,
    number ? ` ${number}` : '',
    quantity ? `: ${quantity}${className ? ` ${className}` : ''}` : '',
    holder ? `, ${holder}` : '',
  ]);
}

const join = (parts: string[]) => parts.join('').slice(0, 400);

/** TX_STOCK_TRANSFER -> "Transferred"; what has no word of its own is named after its type. */
function wordsOf(type: string): string {
  const verb = type.split('_').at(-1) ?? '';
  const known: Record<string, string> = {
    ISSUANCE: 'Issued',
    TRANSFER: 'Transferred',
    CANCELLATION: 'Cancelled',
    REPURCHASE: 'Repurchased',
    RETRACTION: 'Retracted',
    REISSUANCE: 'Reissued',
    CONSOLIDATION: 'Consolidated',
    CONVERSION: 'Converted',
    ACCEPTANCE: 'Accepted',
    EXERCISE: 'Exercised',
    RELEASE: 'Released',
    SPLIT: 'Split',
  };
  if (type === 'TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT') return 'Changed the authorized shares';
  if (type === 'TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT') return 'Changed the conversion ratio';
  if (known[verb]) return known[verb];
  const words = type
    .replace(/^(TX|CE)_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words === '' ? 'Entry' : words.charAt(0).toUpperCase() + words.slice(1);
}

function quantityText(transaction: OcfObject): string {
  const value = parseDecimal(textOf(transaction, 'quantity') ?? textOf(transaction, 'quantity_converted'));
  return value === null ? '' : grouped(value);
}

function amountOf(transaction: OcfObject, quantity: string, className: string): string {
  const money = transaction['investment_amount'];
  if (quantity) return className ? `${quantity} ${className}` : quantity;
  if (!isObject(money)) return className;
  const amount = parseDecimal(textOf(money, 'amount'));
  return `${amount === null ? (textOf(money, 'amount') ?? '') : grouped(amount)} ${textOf(money, 'currency') ?? ''}`.trim();
}

function classNameOf(transaction: OcfObject, state: LedgerState, ofSecurity: string | null): string {
  const id = textOf(transaction, 'stock_class_id') ?? ofSecurity;
  return id === null ? '' : (state.classes.get(id)?.facts.name ?? id);
}

function holderOf(transaction: OcfObject, state: LedgerState, ofSecurity: string | null): string {
  const id = textOf(transaction, 'stakeholder_id') ?? ofSecurity;
  return id === null ? '' : (state.holders.get(id)?.name ?? id);
}

function detailOf(transaction: OcfObject): string {
  const authorized = textOf(transaction, 'new_shares_authorized');
  const value = parseDecimal(authorized);
  if (authorized !== null) return ` to ${value === null ? authorized : grouped(value)}`;
  const adjusted = objectOf(objectOf(transaction, 'new_ratio_conversion_mechanism') ?? {}, 'ratio');
  if (adjusted) return ` to ${textOf(adjusted, 'numerator') ?? '?'}:${textOf(adjusted, 'denominator') ?? '?'}`;
  const ratio = transaction['split_ratio'];
  return isObject(ratio) ? ` ${textOf(ratio, 'numerator') ?? '?'} for ${textOf(ratio, 'denominator') ?? '?'}` : '';
}
