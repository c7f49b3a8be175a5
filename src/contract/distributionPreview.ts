// What each holder receives from a distribution: recalculated while it is pending, frozen after approval.
import { z } from 'zod';
import { amount } from './figures.ts';

export const distributionPreview = z.looseObject({
  rows: z.array(
    z.looseObject({
      shareholder_id: z.string(),
      shareholder: z.string(),
      share_class_id: z.string(),
      shares: amount.nullable().describe('Null of a payment of the past whose file did not say it.'),
      gross: amount,
      tax: amount,
      net: amount,
      excluded_reason: z.string().nullable(),
    }),
  ),
  total_gross: amount,
  total_tax: amount,
  total_net: amount,
  rounding_difference: amount,
  amount_per_share: amount,
  currency: z.string(),
  version: z.number(),
  record_date: z.iso.date(),
  payment_date: z.iso.date(),
  preview_hash: z.string().nullable().describe('Null after approval.'),
  approval_refusal: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why the user may not approve it; null when they may.'),
});
export type DistributionPreview = z.infer<typeof distributionPreview>;
export type PreviewRow = DistributionPreview['rows'][number];
