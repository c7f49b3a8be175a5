// Issues one certificate: a TX_STOCK_ISSUANCE with the next number of its class.
import { z } from 'zod';
import { decimal, isoDate, plainText } from '../../src/resources/kit/validation.ts';
import { AppError } from '../../src/domain/errors.ts';
import { grouped, parseDecimal } from '../../src/domain/decimal.ts';
import { recordActivity } from './context.ts';
import { requireRole } from '../auth/actor.ts';
import type { CommandContext } from './context.ts';
import { appendNative, openSlice, priceOf, takeNumbers } from './ledgerEntry.ts';

const shares = decimal({ positive: true, scale: 10 });

export const issueBody = z
  .strictObject({
    shareholder_id: plainText(200).min(1, 'Choose a shareholder.'),
    share_class_id: plainText(200).min(1, 'Choose a share class.'),
    num_shares: shares.optional(),
    quantity: shares.optional(),
    issue_date: isoDate,
    certificate_number: plainText(60).nullish(),
    price_per_share: decimal({ scale: 10 }).nullish(),
  })
  .refine((body) => body.num_shares !== undefined || body.quantity !== undefined, {
    message: 'This is required.',
    path: ['num_shares'],
  });

/**
 * In: who, which class, how many, when. Out: the certificate's id.
 * Refuses: unknown_reference, quantity_not_positive, fraction_not_allowed (422), over_authorized, certificate_number_taken (409).
 */
export async function issueCertificate(context: CommandContext, body: z.infer<typeof issueBody>): Promise<string> {
  requireRole(context.actor, 'owner', 'admin', 'staff');
  if (
    body.num_shares !== undefined &&
    body.quantity !== undefined &&
    parseDecimal(body.num_shares) !== parseDecimal(body.quantity)
  ) {
    throw new AppError('invalid_fields', 'num_shares and quantity say different numbers.', {
      status: 422,
      fields: { num_shares: 'This differs from the quantity.' },
    });
  }
  const quantity = (body.quantity ?? body.num_shares)!;
  const given = body.certificate_number?.trim() || null;
  const slice = await openSlice(context, {
    date: body.issue_date,
    classes: [body.share_class_id],
    holders: [body.shareholder_id],
    numbers: given ? [given] : [],
  });
  const number = given ?? (await takeNumbers(context, slice.org, body.share_class_id, 1))[0]!;
  const security_id = context.deps.newId();
  await appendNative(context, slice, [
    {
      object_type: 'TX_STOCK_ISSUANCE',
      id: context.deps.newId(),
      date: body.issue_date,
      security_id,
      custom_id: number,
      stakeholder_id: body.shareholder_id,
      security_law_exemptions: [],
      stock_class_id: body.share_class_id,
      share_price: await priceOf(context, slice.org, body.share_class_id, body.price_per_share ?? null),
      quantity,
      stock_legend_ids: [],
    },
  ]);
  const holder = slice.state.holders.get(body.shareholder_id)!;
  const className = slice.state.classes.get(body.share_class_id)!.facts.name;
  await recordActivity(context, {
    text: `issued ${number}, ${grouped(parseDecimal(quantity)!)} ${className}, to ${holder.name}`,
    resource: 'certificates',
    id: security_id,
    shareholder_id: holder.id,
  });
  return security_id;
}
