// One entry in a line that a founder reads: who, how many, of what. Names come from the state after the entry.
import { grouped, parseDecimal } from '../../figures/decimal.ts';
import { writtenMoney } from '../../figures/money.ts';
import { isObject, objectOf, textOf, textsOf, typeOf } from './fields.ts';
import type { LedgerState } from './state.ts';
import type { OcfObject } from './types.ts';

/** In: an entry and the state it was interpreted on. Out: "Issued CS-4: 10,000 Common to Ada Lovelace". Never throws. */
export function summaryOf(transaction: OcfObject, state: LedgerState): string {
  const type = typeOf(transaction);
  const words = wordsOf(type);
  if (type === 'TX_STOCK_CONSOLIDATION') return consolidated(words, transaction, state);
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
  if (type.startsWith('TX_STOCK_CLASS_'))
    return join([words, className ? ` of ${className}` : '', detailOf(transaction)]);
  if (type === 'TX_STOCK_PLAN_POOL_ADJUSTMENT')
    return join([words, ` of ${planOf(transaction, state)}`, detailOf(transaction)]);
  if (type === 'TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT') return join([words, ' of the company', detailOf(transaction)]);
  const hasLeft = type === 'CE_STAKEHOLDER_STATUS' && textOf(transaction, 'new_status')?.startsWith('TERMINATION_');
  if (type.startsWith('CE_STAKEHOLDER_'))
    return join([hasLeft ? 'Ended the service' : words, holder ? ` of ${holder}` : '']);
  return join([
    number ? `${words} ${number}` : words.replace(/ (of|for|from)$/, ''),
    quantity ? `: ${quantity}${className ? ` ${className}` : ''}` : '',
    holder ? `, ${holder}` : '',
  ]);
}

const join = (parts: string[]) => parts.join('').slice(0, 400);

const VERBS: Record<string, string> = {
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

const WORDS: Record<string, string> = {
  TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT: 'Changed the authorized shares',
  TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT: 'Changed the authorized shares',
  TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT: 'Changed the conversion ratio',
  TX_STOCK_PLAN_POOL_ADJUSTMENT: 'Changed the reserve',
  TX_STOCK_PLAN_RETURN_TO_POOL: 'Back to the pool from',
  TX_EQUITY_COMPENSATION_REPRICING: 'Changed the price of',
  TX_VESTING_START: 'Vesting started for',
  TX_VESTING_EVENT: 'Milestone reached for',
  TX_VESTING_ACCELERATION: 'Vesting accelerated for',
  CE_STAKEHOLDER_RELATIONSHIP: 'Changed the relationship',
  CE_STAKEHOLDER_STATUS: 'Changed the status',
};

/** TX_STOCK_TRANSFER -> "Transferred"; what has no word of its own is named after its type. */
function wordsOf(type: string): string {
  const verb = type.split('_').at(-1) ?? '';
  const known = WORDS[type] ?? VERBS[verb];
  if (known) return known;
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
  return writtenMoney(textOf(money, 'amount') ?? '', textOf(money, 'currency') ?? '');
}

/** "Consolidated CS-1, CS-2: 300 Common, Ada Lovelace". Of many the first ones are named. */
function consolidated(words: string, transaction: OcfObject, state: LedgerState): string {
  const ids = textsOf(transaction, 'security_ids');
  const sources = ids.flatMap((id) => state.securities.get(id) ?? []);
  const [first] = sources;
  const numbers = sources.map(({ row }) => row.custom_id).filter(Boolean);
  const more = numbers.length > NAMED ? ` and ${numbers.length - NAMED} more` : '';
  const total = sources.reduce((sum, { ended }) => sum + (parseDecimal(ended?.quantity) ?? 0n), 0n);
  const className = classNameOf({}, state, first?.row.stock_class_id ?? null);
  const holder = holderOf({}, state, first?.row.stakeholder_id ?? null);
  return join([
    numbers.length > 0 ? `${words} ${numbers.slice(0, NAMED).join(', ')}${more}` : words,
    total > 0n ? `: ${grouped(total)}${className ? ` ${className}` : ''}` : '',
    holder ? `, ${holder}` : '',
  ]);
}

const NAMED = 5;

function classNameOf(transaction: OcfObject, state: LedgerState, ofSecurity: string | null): string {
  const id = textOf(transaction, 'stock_class_id') ?? ofSecurity;
  return id === null ? '' : (state.classes.get(id)?.facts.name ?? id);
}

function holderOf(transaction: OcfObject, state: LedgerState, ofSecurity: string | null): string {
  const id = textOf(transaction, 'stakeholder_id') ?? ofSecurity;
  return id === null ? '' : (state.holders.get(id)?.name ?? id);
}

/** A package may lack the plan that its entry names. */
function planOf(transaction: OcfObject, state: LedgerState): string {
  return state.plans?.get(textOf(transaction, 'stock_plan_id') ?? '')?.facts.name ?? 'a plan';
}

function detailOf(transaction: OcfObject): string {
  const total = textOf(transaction, 'new_shares_authorized') ?? textOf(transaction, 'shares_reserved');
  const value = parseDecimal(total);
  if (total !== null) return ` to ${value === null ? total : grouped(value)}`;
  const adjusted = objectOf(objectOf(transaction, 'new_ratio_conversion_mechanism') ?? {}, 'ratio');
  if (adjusted) return ` to ${textOf(adjusted, 'numerator') ?? '?'}:${textOf(adjusted, 'denominator') ?? '?'}`;
  const ratio = transaction['split_ratio'];
  return isObject(ratio) ? ` ${textOf(ratio, 'numerator') ?? '?'} for ${textOf(ratio, 'denominator') ?? '?'}` : '';
}
