// Moves shares of one certificate to another holder: the certificate ends, the buyer gets a new one and, of what was
// not sold, the seller a balance certificate.
import { z } from 'zod';
import { refuseSameHolder } from '../../src/domain/ledger/refuse.ts';
import { decimal, isoDate, plainText } from '../../src/resources/kit/validation.ts';
import { certificates } from '../../src/resources/certificates.ts';
import { grouped, parseDecimal } from '../../src/domain/decimal.ts';
import { findRecord } from '../data/resourceRepository.ts';
import type { Row } from '../db/database.ts';
import { recordActivity } from './context.ts';
import { requireRole } from '../auth/actor.ts';
import type { CommandContext } from './context.ts';
import { appendNative, takeNumbers } from './ledgerEntry.ts';
import { followingIssuance, movedQuantity, openCertificate } from './openCertificate.ts';

export const transferBody = z.strictObject({
  to_shareholder_id: plainText(200).min(1, 'Choose a shareholder.'),
  quantity: decimal({ positive: true, scale: 10 }).nullish(),
  date: isoDate,
  consideration: plainText(1000).nullish(),
});

/** Refuses: not_active, not_enough_shares, same_holder, before_issue_date (409), unknown_reference, fraction_not_allowed (422). */
export async function transferCertificate(
  context: CommandContext,
  id: string,
  body: z.infer<typeof transferBody>,
): Promise<Row> {
  requireRole(context.actor, 'owner', 'admin', 'staff');
  const open = await openCertificate(context, id, body.date, [body.to_shareholder_id]);
  refuseSameHolder(open.source, body.to_shareholder_id);
  const { moved, balance } = movedQuantity(open, body.quantity);
  const numbers = await takeNumbers(context, open.org, open.classId, balance ? 2 : 1);
  const [resultId, balanceId] = [context.deps.newId(), context.deps.newId()];
  const transaction_id = context.deps.newId();
  await appendNative(context, open, [
    {
      object_type: 'TX_STOCK_TRANSFER',
      id: transaction_id,
      date: body.date,
      security_id: id,
      quantity: moved,
      resulting_security_ids: [resultId],
      ...(balance ? { balance_security_id: balanceId } : {}),
      ...(body.consideration ? { consideration_text: body.consideration } : {}),
    },
    followingIssuance(context, open, {
      number: numbers[0]!,
      holder: body.to_shareholder_id,
      quantity: moved,
      date: body.date,
      security_id: resultId,
    }),
    ...(balance
      ? [
          followingIssuance(context, open, {
            number: numbers[1]!,
            holder: open.source.row.stakeholder_id,
            quantity: balance,
            date: body.date,
            security_id: balanceId,
          }),
        ]
      : []),
  ]);
  const buyer = open.state.holders.get(body.to_shareholder_id)!;
  const text = `transferred ${grouped(parseDecimal(moved)!)} ${open.className} from ${open.holderName} to ${buyer.name}, ${numbers[0]}`;
  // It names both sides, so it is the company's alone: a holder learns nothing of another.
  await recordActivity(context, { text, resource: 'certificates', id: resultId });
  return {
    transaction_id,
    resulting: [await findRecord(context.tx, context.actor, certificates, resultId)],
    balance: balance ? await findRecord(context.tx, context.actor, certificates, balanceId) : null,
  };
}
