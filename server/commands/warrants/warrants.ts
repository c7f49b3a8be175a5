// Warrants: issuing, exercising (whole or in part) and cancelling. An exercise always ends the warrant; the rest becomes a new
// one with the same terms, issued that day.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import type { WarrantBody } from '#src/resources/issuances/warrants.ts';
import { warrants } from '#src/resources/warrants.ts';
import { certificates } from '#src/resources/certificates.ts';
import { AppError } from '#src/domain/errors.ts';
import {
  decimal as exact,
  formatDecimal,
  grouped,
  multiplyByRatio,
  parseDecimal,
} from '#src/domain/figures/decimal.ts';
import { given, moneyOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { invalidFields } from '../core/checked.ts';
import { currencyOf } from '../equityPlans/keepStatic.ts';
import { appendNative, openSlice, takeNumbers } from '../ledger/ledgerEntry.ts';
import { continued, counselOf, stockFrom, takePrefixed, triggersFor } from '../securities/issuance.ts';
import type { Counsel } from '../securities/issuance.ts';
import { movedOf, openSecurity, refuseExpired } from '../securities/openSecurity.ts';
import type { OpenSecurity } from '../securities/openSecurity.ts';
import { triggerOn } from '../securities/trigger.ts';

const PREFIX = 'W-';

interface Terms {
  date: string;
  security_id: string;
  number: string;
  holder: string;
  classId: string;
  quantity: string;
  exercise_price: { amount: string; currency: string } | null;
  purchase_price: { amount: string; currency: string };
  expiration_date: string | null;
  counsel: Counsel;
}

function warrantIssuance(context: CommandContext, terms: Terms): OcfTransaction {
  const conversion_right = {
    type: 'WARRANT_CONVERSION_RIGHT',
    conversion_mechanism: { type: 'FIXED_AMOUNT_CONVERSION', converts_to_quantity: terms.quantity },
    converts_to_stock_class_id: terms.classId,
  };
  return {
    object_type: 'TX_WARRANT_ISSUANCE',
    id: context.deps.newId(),
    date: terms.date,
    security_id: terms.security_id,
    custom_id: terms.number,
    stakeholder_id: terms.holder,
    ...counselOf(terms.counsel),
    quantity: terms.quantity,
    quantity_source: 'INSTRUMENT_FIXED',
    ...given({ exercise_price: terms.exercise_price, warrant_expiration_date: terms.expiration_date }),
    purchase_price: terms.purchase_price,
    exercise_triggers: [
      terms.expiration_date
        ? {
            trigger_id: 'exercise',
            type: 'ELECTIVE_IN_RANGE',
            start_date: terms.date,
            end_date: terms.expiration_date,
            conversion_right,
          }
        : { trigger_id: 'exercise', type: 'ELECTIVE_AT_WILL', conversion_right },
    ],
  };
}

/** Out: its id. Refuses: the fields at fault (422), certificate_number_taken (409). */
export async function issueWarrant(context: CommandContext, body: WarrantBody): Promise<string> {
  const number = body.warrant_number?.trim() || null;
  const slice = await openSlice(context, {
    date: body.date,
    classes: [body.share_class_id],
    holders: [body.shareholder_id],
    numbers: number ? [number] : [],
  });
  const currency = await currencyOf(context, slice.org);
  const custom_id = number ?? (await takePrefixed(context, slice.org, PREFIX, 1))[0]!;
  const security_id = context.deps.newId();
  await appendNative(context, { ...slice, names: { certificate_number: 'warrant_number' } }, [
    warrantIssuance(context, {
      date: body.date,
      security_id,
      number: custom_id,
      holder: body.shareholder_id,
      classId: body.share_class_id,
      quantity: body.quantity,
      exercise_price: { amount: body.exercise_price, currency },
      purchase_price: { amount: body.purchase_price ?? '0', currency },
      expiration_date: body.expiration_date ?? null,
      counsel: body,
    }),
  ]);
  const holder = slice.state.holders.get(body.shareholder_id)!;
  const className = slice.state.classes.get(body.share_class_id)!.facts.name;
  const text = `issued ${custom_id}, a warrant on ${grouped(parseDecimal(body.quantity)!)} ${className}, to ${holder.name}`;
  recordActivity(context, { text, resource: 'warrants', id: security_id, shareholder_id: holder.id });
  return security_id;
}

/** Out: as a transfer's, the balance a warrant. Refuses: not_active, expired, not_enough_shares, over_authorized (409). */
export async function exerciseWarrant(
  context: CommandContext,
  id: string,
  body: VerbBody<'warrants.exercise'>,
): Promise<Row> {
  const open = await openSecurity(context, warrants, id, body.date);
  refuseExpired(open, body.date);
  const classId = open.source.row.stock_class_id;
  if (!classId)
    throw new AppError('no_class', `${open.number} does not name the share class it buys.`, { status: 409 });
  if (open.source.remaining === null)
    throw new AppError('no_quantity', `${open.number} does not say how many shares it buys.`, { status: 409 });
  const { moved, rest } = movedOf(open, body.quantity);
  const number = body.certificate_number?.trim() || (await takeNumbers(context, open.org, classId, 1))[0]!;
  const [transaction_id, resultId, restId] = [context.deps.newId(), context.deps.newId(), context.deps.newId()];
  await appendNative(context, open, [
    {
      object_type: 'TX_WARRANT_EXERCISE',
      id: transaction_id,
      date: body.date,
      security_id: id,
      trigger_id: triggerOn(open, body.date),
      resulting_security_ids: [resultId, ...(rest ? [restId] : [])],
      ...given({ consideration_text: body.consideration_text }),
    },
    stockFrom(context, {
      date: body.date,
      security_id: resultId,
      number,
      holder: open.holder,
      classId,
      price: priceOf(open) ?? { amount: '0', currency: 'USD' },
      quantity: moved,
      counsel: { consideration_text: body.consideration_text ?? `Exercise of ${open.number}` },
    }),
    ...(rest ? [restOf(context, open, { date: body.date, security_id: restId, quantity: rest })] : []),
  ]);
  const text = `exercised ${grouped(parseDecimal(moved)!)} of ${open.number} of ${String(open.record.shareholder)}, ${number}`;
  recordActivity(context, { text, resource: 'warrants', id, shareholder_id: open.holder });
  return {
    transaction_id,
    resulting: [await findRecord(context.tx, context.actor, certificates, resultId)],
    balance: rest ? await findRecord(context.tx, context.actor, warrants, restId, body.date) : null,
  };
}

/** A new warrant with the same terms for the rest, with its part of the purchase price. */
function restOf(
  context: CommandContext,
  { issuance, source, number }: OpenSecurity,
  rest: { date: string; security_id: string; quantity: string },
): OcfTransaction {
  const paid = moneyOf(issuance, 'purchase_price');
  const part = { numerator: exact(rest.quantity), denominator: source.issued ?? exact(rest.quantity) };
  const amount = formatDecimal(multiplyByRatio(paid?.amount ?? 0n, part, 2, 'HALF_UP'));
  return {
    ...continued(issuance),
    ...rest,
    object_type: 'TX_WARRANT_ISSUANCE',
    id: context.deps.newId(),
    custom_id: number,
    consideration_text: `Balance of ${number}`,
    purchase_price: { amount, currency: paid?.currency ?? source.row.share_price_currency ?? 'USD' },
    exercise_triggers: triggersFor(issuance, rest.quantity),
  };
}

function priceOf({ source }: OpenSecurity): { amount: string; currency: string } | null {
  const { share_price, share_price_currency } = source.row;
  return share_price === null ? null : { amount: share_price, currency: share_price_currency ?? 'USD' };
}

/** The rest becomes a warrant with the same terms. Refuses: not_active, not_enough_shares (409). */
export async function cancelWarrant(
  context: CommandContext,
  id: string,
  body: VerbBody<'warrants.cancel'>,
): Promise<Row> {
  const open = await openSecurity(context, warrants, id, body.date);
  if (open.source.remaining === null && !body.quantity)
    throw invalidFields({
      quantity: `${open.number} does not say how many shares it buys. Enter how many are cancelled.`,
    });
  const isUnknown = open.source.remaining === null;
  const { moved, rest } = isUnknown ? { moved: body.quantity!, rest: null } : movedOf(open, body.quantity);
  const classId = open.source.row.stock_class_id;
  if (rest && !classId)
    throw new AppError('no_class', `${open.number} does not name the share class it buys. Cancel all of it.`, {
      status: 409,
    });
  const [transaction_id, restId] = [context.deps.newId(), context.deps.newId()];
  await appendNative(context, open, [
    {
      object_type: 'TX_WARRANT_CANCELLATION',
      id: transaction_id,
      date: body.date,
      security_id: id,
      quantity: moved,
      reason_text: body.reason,
      ...(rest ? { balance_security_id: restId } : {}),
    },
    ...(rest && classId ? [restOf(context, open, { date: body.date, security_id: restId, quantity: rest })] : []),
  ]);
  const text = `cancelled ${grouped(parseDecimal(moved)!)} of ${open.number} of ${String(open.record.shareholder)}`;
  recordActivity(context, { text, resource: 'warrants', id, shareholder_id: open.holder });
  return {
    transaction_id,
    balance: rest ? await findRecord(context.tx, context.actor, warrants, restId, body.date) : null,
  };
}
