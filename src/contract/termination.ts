// The effect of a holder's end of service on their holdings, previewed or recorded.
import { z } from 'zod';
import { amount } from './figures.ts';

const holderOfStock = {
  shareholder_id: z.string().describe('Who holds the certificate now.'),
  shareholder: z.string(),
};

export const terminationAnswer = z.object({
  shareholder_id: z.string(),
  shareholder: z.string(),
  date: z.iso.date(),
  grants: z.array(
    z.object({
      grant_id: z.string(),
      grant_number: z.string(),
      outstanding: amount,
      lapses: amount,
      keeps: amount,
      keeps_in: z.string().nullable().describe('The grant that holds the remaining part; null when nothing remains.'),
      exercise_until: z.iso.date().nullable(),
      remark: z.string().nullable(),
    }),
  ),
  repurchasable: z
    .array(
      z.object({
        certificate_id: z.string(),
        certificate_number: z.string(),
        ...holderOfStock,
        share_class: z.string().nullable(),
        quantity: amount.describe('Unvested.'),
        vested: amount,
        price_per_share: amount.nullable().describe('What was paid, where it was entered.'),
        currency: z.string().nullable(),
      }),
    )
    .describe(
      'Certificates with stock that is unvested on that day, without those that were repurchased; also those that the shareholder transferred before the stock had vested.',
    ),
  repurchased: z.array(
    z.object({
      certificate_id: z.string(),
      certificate_number: z.string(),
      ...holderOfStock,
      quantity: amount,
      price_per_share: amount,
      transaction_id: z.string(),
      balance_id: z.string().nullable().describe('The certificate that has the rest.'),
    }),
  ),
});
export type TerminationAnswer = z.infer<typeof terminationAnswer>;
