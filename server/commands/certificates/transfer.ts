// Transfers shares of one certificate: it ends, each buyer gets a new certificate, and the seller a balance certificate
// for the rest.
import { bodyOf } from '#src/resources/verbs/bodies.ts';
import { z } from 'zod';
import { refuseSameHolder } from '#src/domain/ledger/core/refuse.ts';
import { decimal, plainText } from '#src/resources/kit/validation.ts';
import { certificates } from '#src/resources/certificates.ts';
import { decimal as exact, grouped } from '#src/domain/figures/decimal.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { invalidFields } from '../core/checked.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { appendNative, takeNumbers } from '../ledger/ledgerEntry.ts';
import { costsOf, successorEntries, total } from './successorEntries.ts';
import { movedQuantity, openCertificate, refuseUnvested } from './open.ts';

const holder = plainText(200).min(1, 'Choose a shareholder.');
const shares = decimal({ positive: true, scale: 10 });

const recipient = z.strictObject({ shareholder_id: holder, quantity: shares });

export const transferBody = bodyOf('certificates.transfer')
  .extend({
    /** Several buyers instead of one. */
    recipients: z.array(recipient).min(1, 'Enter at least one buyer.').max(100, 'At most 100 buyers.').nullish(),
  })
  .refine((body) => Boolean(body.to_shareholder_id) !== Boolean(body.recipients), {
    message: 'Choose a shareholder.',
    path: ['to_shareholder_id'],
  });
type TransferBody = z.infer<typeof transferBody>;

/**
 * Refuses: not_active, not_enough_shares, same_holder, unvested_shares, before_issue_date (409), unknown_reference,
 * fraction_not_allowed (422).
 */
export async function transferCertificate(context: CommandContext, id: string, body: TransferBody): Promise<Row> {
  const to = body.recipients?.map((each) => each.shareholder_id) ?? [body.to_shareholder_id!];
  if (body.recipients && body.quantity)
    throw invalidFields({ quantity: 'With several buyers, enter a quantity for each.' });
  const fieldOf = (index: number) => (body.recipients ? `recipients.${index}.shareholder_id` : 'to_shareholder_id');
  const asked_as = new Map(to.map((one, index) => [one, fieldOf(index)]));
  const open = await openCertificate(context, id, body.date, { holders: to, asked_as });
  for (const [index, one] of to.entries()) refuseSameHolder(open.source, one, fieldOf(index));
  const asked = body.recipients ? total(body.recipients.map((each) => each.quantity)) : body.quantity;
  const { moved, balance } = movedQuantity(open, asked);
  if (!body.approves_unvested) refuseUnvested(open, body.date, exact(moved), 'transferred');
  const parts = body.recipients?.map((each) => each.quantity) ?? [moved];
  const costs = costsOf(open, [...parts, ...(balance ? [balance] : [])]);
  const numbers = await takeNumbers(context, open.org, open.classId, parts.length + (balance ? 1 : 0));
  // Vested shares are transferred first; unvested ones stay with the seller, unless the board allows their transfer.
  let after = exact(balance ?? '0');
  const isEarned = !body.approves_unvested;
  const results = parts.map((quantity, index) => {
    const security_id = context.deps.newId();
    const vests = isEarned ? null : { after };
    after += exact(quantity);
    const piece = {
      security_id,
      number: numbers[index]!,
      holder: to[index]!,
      quantity,
      date: body.date,
      vests,
      // The seller's cost stays with the seller: the buyer's cost is what the buyer paid, if that was entered.
      price: body.price_per_share ?? '0',
      consideration: body.consideration,
      cost: null,
    };
    return { security_id, entries: successorEntries(context, open, piece) };
  });
  const balanceId = context.deps.newId();
  const rest = balance
    ? successorEntries(context, open, {
        security_id: balanceId,
        number: numbers.at(-1)!,
        holder: open.source.row.stakeholder_id,
        quantity: balance,
        date: body.date,
        vests: { after: isEarned ? exact(moved) : 0n },
        cost: costs.at(-1),
      })
    : [];
  const transaction_id = context.deps.newId();
  await appendNative(context, open, [
    {
      object_type: 'TX_STOCK_TRANSFER',
      id: transaction_id,
      date: body.date,
      security_id: id,
      quantity: moved,
      resulting_security_ids: results.map((each) => each.security_id),
      ...(balance ? { balance_security_id: balanceId } : {}),
      ...(body.consideration ? { consideration_text: body.consideration } : {}),
    },
    ...results.flatMap((each) => each.entries),
    ...rest,
  ]);
  const names = to.map((one) => open.state.holders.get(one)!.name).join(', ');
  const text = `transferred ${grouped(exact(moved))} ${open.className} from ${open.holderName} to ${names}, ${numbers.slice(0, parts.length).join(', ')}`;
  // It names both sides, so only the company sees it: a holder must not learn about another.
  recordActivity(context, { text, resource: 'certificates', id: results[0]!.security_id });
  const read = (one: string) => findRecord(context.tx, context.actor, certificates, one);
  const resulting = [];
  for (const each of results) resulting.push(await read(each.security_id));
  return { transaction_id, resulting, balance: balance ? await read(balanceId) : null };
}
