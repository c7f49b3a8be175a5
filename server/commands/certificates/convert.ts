// Converts shares of one class into another, at the ratio that the class's conversion right has on that day.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { certificates } from '#src/resources/certificates.ts';
import { AppError } from '#src/domain/errors.ts';
import {
  decimal as exact,
  formatDecimal,
  grouped,
  multiplyByRatio,
  parseDecimal,
} from '#src/domain/figures/decimal.ts';
import { countedShares } from '#src/domain/inWords.ts';
import { ratioOn } from '#src/domain/ledger/rules/ratio.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { appendNative, takeNumbers } from '../ledger/ledgerEntry.ts';
import { costsOf, successorEntries } from './successorEntries.ts';
import { movedQuantity, openCertificate, refuseUnvested } from './open.ts';
import type { OpenCertificate } from './open.ts';

/**
 * Out: as a transfer's. Refuses: not_found (404), not_active, not_enough_shares, no_conversion_right, unvested_shares,
 * over_authorized, before_issue_date (409), unknown_reference, fraction_not_allowed (422).
 */
export async function convertCertificate(
  context: CommandContext,
  id: string,
  body: VerbBody<'certificates.convert'>,
): Promise<Row> {
  const { to_share_class_id: toId, date } = body;
  const open = await openCertificate(context, id, date, {
    classes: [toId],
    asked_as: new Map([[toId, 'to_share_class_id']]),
  });
  const { moved, balance } = movedQuantity(open, body.quantity);
  refuseUnvested(open, date, exact(moved), 'converted');
  const into = conversion(open, toId, date, moved);
  const [number] = await takeNumbers(context, open.org, toId, 1);
  const [rest] = balance ? await takeNumbers(context, open.org, open.classId, 1) : [];
  const costs = costsOf(open, [moved, ...(balance ? [balance] : [])]);
  const [transaction_id, resultId, balanceId] = [context.deps.newId(), context.deps.newId(), context.deps.newId()];
  const holder = open.source.row.stakeholder_id;
  await appendNative(context, open, [
    {
      object_type: 'TX_STOCK_CONVERSION',
      id: transaction_id,
      date,
      security_id: id,
      quantity_converted: moved,
      resulting_security_ids: [resultId],
      ...(balance ? { balance_security_id: balanceId } : {}),
    },
    ...successorEntries(context, open, {
      security_id: resultId,
      number: number!,
      holder,
      quantity: into.quantity,
      date,
      into: { classId: toId },
      price: into.price,
      vests: null,
      cost: costs[0],
    }),
    ...(balance
      ? successorEntries(context, open, {
          security_id: balanceId,
          number: rest!,
          holder,
          quantity: balance,
          date,
          vests: { after: exact(moved) },
          cost: costs[1],
        })
      : []),
  ]);
  const className = open.state.classes.get(toId)!.facts.name;
  const text = `converted ${grouped(exact(moved))} ${open.className} of ${open.holderName} into ${grouped(exact(into.quantity))} ${className}, ${number}`;
  recordActivity(context, { text, resource: 'certificates', id: resultId, shareholder_id: holder });
  const read = (one: string) => findRecord(context.tx, context.actor, certificates, one);
  return { transaction_id, resulting: [await read(resultId)], balance: balance ? await read(balanceId) : null };
}

/** How many shares result, and the cost of each. */
function conversion(open: OpenCertificate, toId: string, date: string, moved: string) {
  const [from, to] = [open.state.classes.get(open.classId)!, open.state.classes.get(toId)!];
  const right = from.facts.conversion_rights.find((each) => each.converts_to_stock_class_id === toId);
  const ratio = right && open.classId !== toId ? ratioOn(from, right, date) : null;
  if (!ratio) {
    const sentence = `${from.facts.name} has no right to convert into ${to.facts.name} at a fixed ratio.`;
    throw new AppError('no_conversion_right', sentence, { status: 409, fields: { to_share_class_id: sentence } });
  }
  const quantity = multiplyByRatio(exact(moved), ratio, to.facts.allows_fractions ? 10 : 0, ratio.mode);
  if (quantity <= 0n) {
    const sentence = `${countedShares(exact(moved))} would not make one whole ${to.facts.name} share.`;
    throw new AppError('too_few_shares', sentence, { status: 409, fields: { quantity: sentence } });
  }
  const paid = parseDecimal(open.source.row.share_price) ?? 0n;
  const price = multiplyByRatio(paid, { numerator: exact(moved), denominator: quantity }, 10, 'HALF_UP');
  return { quantity: formatDecimal(quantity), price: formatDecimal(price) };
}
