// TX_VESTING_START, _EVENT, _ACCELERATION: facts from which schedules are computed. No stock moves. A start or an event may
// be dated before its grant (E3).
import { say } from '#src/words/say.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { emptyGrant } from '../rules/grant.ts';
import { decimalOf, textOf } from '../core/fields.ts';
import { positive } from '../core/quantity.ts';
import { canReduce, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/entry.ts';
import { securityLine } from '../core/lines.ts';
import { must, onSecurity, quantity } from '../core/shapes.ts';
import type { SecurityState } from '../core/state.ts';
import type { TransactionType } from '../core/transactionType.ts';
import type { VestingFactRow } from '../core/types.ts';
import { conditionIdsOf } from '#src/domain/vesting/terms.ts';

export const vestingStart: TransactionType = {
  type: 'TX_VESTING_START',
  rank: 'vesting',
  shape: { ...onSecurity, vesting_condition_id: must('text') },
  mayPrecedeIssuance: true,
  headline: 'consequence',
  summary: securityLine(say`Vesting started for`),
  interpret: (context, entry) => meetCondition(context, entry, 'START'),
};

export const vestingEvent: TransactionType = {
  type: 'TX_VESTING_EVENT',
  rank: 'vesting',
  shape: { ...onSecurity, vesting_condition_id: must('text') },
  mayPrecedeIssuance: true,
  headline: 'consequence',
  summary: securityLine(say`Milestone reached for`),
  interpret: (context, entry) => meetCondition(context, entry, 'EVENT'),
};

export const vestingAcceleration: TransactionType = {
  type: 'TX_VESTING_ACCELERATION',
  rank: 'vesting',
  shape: { ...onSecurity, ...quantity, reason_text: must('text') },
  headline: 'consequence',
  summary: securityLine(say`Vesting accelerated for`),
  interpret: accelerate,
};

function meetCondition(context: Context, entry: Entry, fact: 'START' | 'EVENT'): void {
  const security = findSecurity(context, entry, null);
  if (!security || entry.effective_date === null) return;
  checkCondition(context, entry, security, textOf(entry.transaction, 'vesting_condition_id'));
  noteFact(context, entry, security, { fact, effective_date: entry.effective_date, quantity: null });
}

function accelerate(context: Context, entry: Entry): void {
  const security = findSecurity(context, entry, null);
  const vested = positive(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (!security || entry.effective_date === null || vested === null) return;
  if (!canReduce(context, entry, security)) return;
  const { effective_date } = entry;
  noteFact(context, entry, security, { fact: 'ACCELERATION', effective_date, quantity: formatDecimal(vested) });
}

function noteFact(
  context: Context,
  entry: Entry,
  security: SecurityState,
  fact: Pick<VestingFactRow, 'fact' | 'effective_date' | 'quantity'>,
): void {
  const row = {
    security_id: security.row.security_id,
    transaction_id: entry.id,
    vesting_condition_id: textOf(entry.transaction, 'vesting_condition_id'),
    ...fact,
  };
  context.effects.vesting_facts.push(row);
  security.grant ??= emptyGrant();
  security.grant.facts.push(row);
}

/**
 * E12: a vesting start or event names a condition of its security's terms. Missing terms are reported as E1. A security without
 * terms vests by its written schedule, so a start has no effect there.
 */
function checkCondition(context: Context, entry: Entry, security: SecurityState, id: string | null): void {
  const termsId = security.grant?.vesting_terms_id ?? null;
  const terms = termsId === null ? undefined : context.state.vesting_terms?.get(termsId);
  if (!terms || (id !== null && conditionIdsOf(terms).has(id))) return;
  const what =
    id === null ? say`is absent` : say`${id} is not a condition of ${textOf(terms, 'name') ?? say`its terms`}`;
  const message = say`${entry.object_type} ${entry.id}: its vesting_condition_id ${what}. It vests nothing.`;
  const detail =
    id === null
      ? say`Say which vesting condition is met.`
      : say`${id} is not a condition of this grant's vesting terms.`;
  reportError(context, entry, 'E12', message, { code: 'unknown_vesting_condition', detail });
}
