// Cancels a grant, whole or in part. A partial cancellation ends it too: the rest becomes a new grant with the same terms,
// issued that day.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { grants } from '#src/resources/grants.ts';
import type { Grant } from '#src/resources/grants.ts';
import { decimal as exact, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { isObject, listOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject, OcfTransaction } from '#src/domain/ledger/core/types.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { appendNative } from '../ledger/ledgerEntry.ts';
import { continued } from '../securities/issuance.ts';
import { movedOf, openSecurity } from '../securities/openSecurity.ts';
import { carriedVesting, startedAgain, tranchesFrom, usedOf } from './carriedVesting.ts';
import type { Carried } from './carriedVesting.ts';

/** Unvested shares go first. Out: {transaction_id, balance}. Refuses: not_active, not_enough_shares, before_issue_date (409). */
export async function cancelGrant(context: CommandContext, id: string, body: VerbBody<'grants.cancel'>): Promise<Row> {
  const open = await openSecurity(context, grants, id, body.date);
  const { moved, rest } = movedOf(open, body.quantity);
  const input = (await vestingInputs(context.tx, open.org, [id])).get(id)!;
  const entries = cancellation(context, {
    id,
    issuance: open.issuance,
    record: open.record,
    input,
    moved,
    rest,
    date: body.date,
    reason: body.reason,
  });
  await appendNative(context, open, entries.all);
  const text = `cancelled ${grouped(parseDecimal(moved)!)} of ${open.number} of ${String(open.record.shareholder)}`;
  recordActivity(context, { text, resource: 'grants', id, shareholder_id: open.holder });
  const balance = entries.balance_id;
  return {
    transaction_id: entries.transaction_id,
    balance: balance ? await findRecord(context.tx, context.actor, grants, balance, body.date) : null,
  };
}

export interface Ending {
  id: string;
  issuance: OcfObject;
  record: Grant;
  input: VestingInput;
  moved: string;
  rest: string | null;
  date: string;
  reason: string;
  /** The whole rest has vested, as when service ends. */
  isVested?: boolean;
}

/** The cancellation and, if something remains, the balance grant. */
export function cancellation(
  context: CommandContext,
  ending: Ending,
): { transaction_id: string; balance_id: string | null; all: OcfTransaction[] } {
  const { id, rest, date } = ending;
  const transaction_id = context.deps.newId();
  const balance_id = rest ? context.deps.newId() : null;
  const cancelled = {
    object_type: 'TX_EQUITY_COMPENSATION_CANCELLATION',
    id: transaction_id,
    date,
    security_id: id,
    quantity: ending.moved,
    reason_text: ending.reason,
    ...(balance_id ? { balance_security_id: balance_id } : {}),
  };
  if (!rest || !balance_id) return { transaction_id, balance_id: null, all: [cancelled] };
  const carried = carriedBy(context, ending, rest, balance_id);
  return {
    transaction_id,
    balance_id,
    all: [cancelled, balanceOf(context, ending, balance_id, carried.fields), ...carried.entries],
  };
}

/**
 * After the end of service nothing of the rest waits any more: its vesting is written as dated amounts, or only its
 * start is kept.
 */
function carriedBy(context: CommandContext, ending: Ending, rest: string, security_id: string): Carried {
  const { input, record, issuance, date, isVested } = ending;
  const used = usedOf(record.exercised);
  const isOpen = tranchesFrom(input, used, exact(rest)) === null;
  if (isVested && isOpen) return { fields: {}, entries: startedAgain(context.deps.newId, input, security_id) };
  const vesting_terms_id = textOf(issuance, 'vesting_terms_id');
  return carriedVesting(context, input, {
    security_id,
    used,
    keep: exact(rest),
    date,
    vesting_terms_id,
    isGrant: true,
  });
}

/** The same terms, approvals and number for fewer shares. */
function balanceOf(
  context: CommandContext,
  { record, issuance, rest, date }: Ending,
  security_id: string,
  vesting: OcfTransaction,
): OcfTransaction {
  const price = record.exercise_price ? { amount: record.exercise_price, currency: record.currency ?? 'USD' } : null;
  const type = kindOf(issuance);
  return {
    ...continued(issuance),
    object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
    id: context.deps.newId(),
    date,
    security_id,
    custom_id: textOf(issuance, 'custom_id') ?? '',
    consideration_text: `Balance of ${record.grant_number ?? ''}`,
    compensation_type: type,
    quantity: rest,
    ...(price ? { [type.endsWith('SAR') ? 'base_price' : 'exercise_price']: price } : {}),
    ...vesting,
    expiration_date: record.expiration_date ?? null,
    termination_exercise_windows: listOf(issuance, 'termination_exercise_windows').filter(isObject),
  };
}

export const kindOf = (issuance: OcfObject): string => textOf(issuance, 'compensation_type') ?? 'OPTION';
