// TX_VESTING_START, _EVENT, _ACCELERATION: facts that schedules are computed from. No stock moves. A start or an event may
// be dated before its grant (E3).
import { formatDecimal } from '../../figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { emptyGrant } from '../rules/grant.ts';
import { decimalOf, textOf } from '../core/fields.ts';
import { positive } from '../core/quantity.ts';
import { canReduce, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import type { SecurityState } from '../core/state.ts';
import { conditionIdsOf } from '../../vesting/terms.ts';

export function vestingFact(fact: 'START' | 'EVENT' | 'ACCELERATION') {
  return (context: Context, entry: Entry): void => {
    const security = findSecurity(context, entry, null, { mayComeFirst: fact !== 'ACCELERATION' });
    const written = decimalOf(entry.transaction, 'quantity');
    const quantity = fact === 'ACCELERATION' ? positive(context, entry, 'quantity', written) : null;
    if (!security || entry.effective_date === null || (fact === 'ACCELERATION' && quantity === null)) return;
    if (fact === 'ACCELERATION' && !canReduce(context, entry, security)) return;
    const row = {
      security_id: security.row.security_id,
      effective_date: entry.effective_date,
      transaction_id: entry.id,
      fact,
      vesting_condition_id: textOf(entry.transaction, 'vesting_condition_id'),
      quantity: quantity === null ? null : formatDecimal(quantity),
    };
    if (fact !== 'ACCELERATION') checkCondition(context, entry, security, row.vesting_condition_id);
    context.effects.vesting_facts.push(row);
    security.grant ??= emptyGrant();
    security.grant.facts.push(row);
  };
}

/**
 * E12: a vesting start or event names a condition of its security's terms. Terms that exist nowhere are E1's matter; a
 * security without terms vests by its written schedule, beside which a start is only remembered.
 */
function checkCondition(context: Context, entry: Entry, security: SecurityState, id: string | null): void {
  const termsId = security.grant?.vesting_terms_id ?? null;
  const terms = termsId === null ? undefined : context.state.vesting_terms?.get(termsId);
  if (!terms || (id !== null && conditionIdsOf(terms).has(id))) return;
  const what = id === null ? 'is absent' : `${id} is none of ${textOf(terms, 'name') ?? 'its terms'}`;
  const message = `${entry.object_type} ${entry.id}: its vesting_condition_id ${what}. It vests nothing.`;
  const detail =
    id === null ? 'Say which vesting condition is met.' : `${id} is no condition of this grant's vesting terms.`;
  reportError(context, entry, 'E12', message, { code: 'unknown_vesting_condition', detail });
}
