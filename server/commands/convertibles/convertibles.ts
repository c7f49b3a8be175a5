// Convertibles: issues a SAFE or a note, converts it into stock, or cancels or repays it, whole or in part.
import { bodyOf } from '#src/resources/verbs/bodies.ts';
import type { VerbBody } from '#src/resources/verbs/index.ts';
import type { z } from 'zod';
import type { ConvertibleBody } from '#src/resources/issuances/convertibles.ts';
import { counselShape } from '#src/resources/issuances/counsel.ts';
import { finerThanMoney } from '#src/resources/kit/validation.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { certificates } from '#src/resources/certificates.ts';
import { formatDecimal, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { listOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { invalidFields } from '../core/checked.ts';
import { currencyOf } from '../equityPlans/keepStatic.ts';
import { appendNative, openSlice, takeNumbers } from '../ledger/ledgerEntry.ts';
import { conversionTriggers } from './convertibleTerms.ts';
import { continued, counselOf, stockFrom, takePrefixed } from '../securities/issuance.ts';
import type { Counsel } from '../securities/issuance.ts';
import { movedOf, openSecurity } from '../securities/openSecurity.ts';
import type { OpenSecurity } from '../securities/openSecurity.ts';
import { triggerOn } from '../securities/trigger.ts';

/** Out: its id. Refuses: the fields at fault (422), among them an amount finer than its money and a cap that is not above it. */
export async function issueConvertible(context: CommandContext, body: ConvertibleBody): Promise<string> {
  const terms = body.terms ?? {};
  const number = body.convertible_number?.trim() || null;
  const slice = await openSlice(context, {
    date: body.date,
    holders: [body.shareholder_id],
    numbers: number ? [number] : [],
  });
  const currency = body.currency ?? (await currencyOf(context, slice.org));
  const tooFine = finerThanMoney(body.amount, currency);
  if (tooFine) throw invalidFields({ amount: tooFine });
  const custom_id = number ?? (await takePrefixed(context, slice.org, `${body.kind}-`, 1))[0]!;
  const security_id = context.deps.newId();
  await appendNative(context, { ...slice, names: { certificate_number: 'convertible_number', quantity: 'amount' } }, [
    {
      object_type: 'TX_CONVERTIBLE_ISSUANCE',
      id: context.deps.newId(),
      date: body.date,
      security_id,
      custom_id,
      stakeholder_id: body.shareholder_id,
      ...counselOf(body),
      investment_amount: { amount: body.amount, currency },
      convertible_type: body.kind,
      conversion_triggers: conversionTriggers(terms, { kind: body.kind, date: body.date, currency }),
      seniority: 1,
    },
  ]);
  const holder = slice.state.holders.get(body.shareholder_id)!;
  const text = `issued ${custom_id}, ${writtenMoney(body.amount, currency)}, to ${holder.name}`;
  recordActivity(context, { text, resource: 'convertibles', id: security_id, shareholder_id: holder.id });
  return security_id;
}

/** Takes the legal fields of the resulting certificate too. */
export const convertBody = bodyOf('convertibles.convert').extend(counselShape);
type ConvertBody = z.infer<typeof convertBody>;

/**
 * A TX_CONVERTIBLE_CONVERSION and the resulting stock; the caller gives the quantity. Out: as a transfer's. Refuses:
 * not_active, no_trigger, outside_window, over_authorized, before_issue_date, ledger_rule (409), fraction_not_allowed,
 * unknown_reference, an unknown trigger (422).
 */
export async function convertConvertible(context: CommandContext, id: string, body: ConvertBody): Promise<Row> {
  const open = await openSecurity(context, convertibles, id, body.date, { classes: [body.share_class_id] });
  const given = body.certificate_number?.trim() || null;
  const number = given ?? (await takeNumbers(context, open.org, body.share_class_id, 1))[0]!;
  const resultId = context.deps.newId();
  const entries = conversionEntries(context, open, {
    date: body.date,
    trigger_id: triggerOn(open, body.date, body.trigger_id),
    reason: body.reason,
    result: resultId,
    number,
    classId: body.share_class_id,
    quantity: body.quantity,
    price: body.price_per_share,
    counsel: body,
  });
  await appendNative(context, open, entries);
  const className = open.state.classes.get(body.share_class_id)!.facts.name;
  const text = `converted ${open.number} of ${String(open.record.shareholder)} into ${grouped(parseDecimal(body.quantity)!)} ${className}, ${number}`;
  recordActivity(context, { text, resource: 'convertibles', id, shareholder_id: open.holder });
  return {
    transaction_id: entries[0]!['id'],
    resulting: [await findRecord(context.tx, context.actor, certificates, resultId)],
    balance: null,
  };
}

export interface Conversion {
  date: string;
  trigger_id: string;
  reason?: string | null | undefined;
  /** The resulting certificate's id and its number. */
  result: string;
  number: string;
  classId: string;
  quantity: string;
  price: string;
  counsel: Counsel;
}

/** The conversion entry and the issuance of the resulting stock. */
export function conversionEntries(
  context: CommandContext,
  open: OpenSecurity,
  { date, trigger_id, reason: why, result, ...stock }: Conversion,
): OcfTransaction[] {
  return [
    {
      object_type: 'TX_CONVERTIBLE_CONVERSION',
      id: context.deps.newId(),
      date,
      security_id: open.source.row.security_id,
      reason_text: why?.trim() || 'Conversion into stock',
      trigger_id,
      resulting_security_ids: [result],
    },
    stockFrom(context, {
      date,
      security_id: result,
      number: stock.number,
      holder: open.holder,
      classId: stock.classId,
      price: { amount: stock.price, currency: open.source.row.currency ?? 'USD' },
      quantity: stock.quantity,
      // What was paid in, whatever its shares times the price give.
      cost: open.source.remaining ?? undefined,
      counsel: { consideration_text: `Conversion of ${open.number}`, ...withoutNulls(stock.counsel) },
    }),
  ];
}

const withoutNulls = (body: Counsel) =>
  Object.fromEntries(
    Object.keys(counselShape).flatMap((name) => {
      const value = body[name as keyof Counsel];
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * Cancels or repays; the rest becomes a convertible with the same terms. Refuses: not_active, not_enough_shares (409),
 * an amount with too many decimals for its currency (422).
 */
export async function cancelConvertible(
  context: CommandContext,
  id: string,
  body: VerbBody<'convertibles.cancel'>,
): Promise<Row> {
  const open = await openSecurity(context, convertibles, id, body.date);
  const { moved, rest } = movedOf(open, body.amount, 'amount');
  const currency = open.source.row.currency ?? 'USD';
  // An imported amount may have more decimals than its currency; then its parts may have them too.
  const tooFine = finerThanMoney(formatDecimal(open.source.remaining ?? 0n), currency)
    ? null
    : finerThanMoney(moved, currency);
  if (tooFine) throw invalidFields({ amount: tooFine });
  const [transaction_id, balanceId] = [context.deps.newId(), context.deps.newId()];
  const kind = open.source.row.security_type ?? 'SAFE';
  await appendNative(context, open, [
    {
      object_type: 'TX_CONVERTIBLE_CANCELLATION',
      id: transaction_id,
      date: body.date,
      security_id: id,
      amount: { amount: moved, currency },
      reason_text: body.reason,
      ...(rest ? { balance_security_id: balanceId } : {}),
    },
    ...(rest
      ? [
          {
            ...continued(open.issuance),
            object_type: 'TX_CONVERTIBLE_ISSUANCE',
            id: context.deps.newId(),
            date: body.date,
            security_id: balanceId,
            custom_id: open.number,
            consideration_text: `Balance of ${open.number}`,
            investment_amount: { amount: rest, currency },
            convertible_type: kind,
            conversion_triggers: listOf(open.issuance, 'conversion_triggers'),
            seniority: open.issuance['seniority'] ?? 1,
          },
        ]
      : []),
  ]);
  const text = `cancelled ${writtenMoney(moved, currency)} of ${open.number} of ${String(open.record.shareholder)}`;
  recordActivity(context, { text, resource: 'convertibles', id, shareholder_id: open.holder });
  return {
    transaction_id,
    balance: rest ? await findRecord(context.tx, context.actor, convertibles, balanceId, body.date) : null,
  };
}
