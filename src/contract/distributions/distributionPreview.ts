// What each holder receives from a distribution: recalculated while it is pending, frozen after approval.
import { z } from 'zod';
import type { PaymentStatus } from '#src/domain/distribution/distributionMachine.ts';
import { amount } from '../figures.ts';
import { wholeNumber } from '../wholeNumber.ts';

const step = z.object({
  kind: z.enum(['arrears', 'preference', 'rest']),
  classes: z.array(
    z.object({ share_class_id: z.string(), name: z.string(), amount, per_share: z.string().optional() }),
  ),
  due: amount.nullable().describe('What the classes are owed in this step; null of the rest.'),
  paid: amount,
  given: amount
    .nullish()
    .describe('What earlier dividends gave of that which has accrued, so that less is owed; null where nothing was.'),
  text: z.string().describe('The step in words.'),
});

const line = z.looseObject({
  shareholder_id: z.string(),
  shareholder: z.string(),
  share_class_id: z.string(),
  shares: amount.nullable().describe('Null of a payment of the past whose file did not say it.'),
  option_shares: amount.describe('How many of the shares are options.'),
  gross: amount,
  tax: amount,
  net: amount,
  withholding_rate: amount.describe('0.3 is 30 percent.'),
  withholding_reason: z.string().nullable(),
  hold_reasons: z.array(z.string()).describe('Why the payment waits, or would wait.'),
  excluded_reason: z.string().nullable(),
});

const classSums = z.object({
  share_class_id: z.string(),
  holders: z.int(),
  shares: amount.nullable(),
  gross: amount,
  tax: amount,
  net: amount,
});

const withoutCountry = z
  .object({
    count: z.int(),
    rows: z.array(
      z.object({
        shareholder_id: z.string(),
        shareholder: z.string(),
        presumed: z.string().nullable().describe('The country that is presumed, by the company’s rules.'),
        sign: z.string().nullable().describe('Why it is not presumed, in words.'),
      }),
    ),
  })
  .describe('Who has neither a country nor a valid tax form, where a rule of withholding depends on it: the first 20.');
export type WithoutCountry = z.infer<typeof withoutCountry>;

export const distributionDraft = z.looseObject({
  rows: z.array(line).describe('The first ones where a limit is asked for. All sums and counts are of all lines.'),
  by_class: z.array(classSums),
  counts: z
    .object({ lines: z.int(), holders: z.int(), payments: z.int(), withheld: z.int(), not_paid: z.int() })
    .describe('Holders who are paid, lines that pay them, lines with tax withheld, and lines that pay nothing.'),
  warnings: z
    .array(z.object({ code: z.string(), message: z.string() }))
    .describe('What is unusual about the terms. Nothing is refused for it.'),
  without_country: withoutCountry,
  steps: z.array(step).describe('In which order the amount reaches the classes.'),
  total_gross: amount,
  total_tax: amount,
  total_net: amount,
  rounding_difference: amount,
  amount_per_share: amount,
  currency: z.string(),
});

/** How many lines are wanted; all of them without it. */
export const linesQuery = z.object({
  limit: wholeNumber(1, 100_000).optional().describe('At most so many lines.'),
});

export type DistributionDraft = z.infer<typeof distributionDraft>;

export const distributionPreview = distributionDraft.extend({
  excluded: z
    .array(
      z.object({
        shareholder_id: z.string(),
        shareholder: z.string(),
        share_class_id: z.string(),
        shares: amount,
        reason: z.literal('not_held_on_record_date'),
      }),
    )
    .describe('Who holds such shares today, and held none on the record date.'),
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

const frozenLine = line.omit({ shareholder: true, hold_reasons: true }).extend({
  option_shares: amount.optional(),
  withholding_rate: amount.nullable().optional(),
  withholding_reason: z.string().nullable().optional(),
  tax_at_approval: amount.optional().describe('Where the tax was computed anew, once a tax form was there.'),
  net_at_approval: amount.optional(),
});

export const distributionSnapshot = z.object({
  rows: z.array(frozenLine),
  hash: z.string().describe('Hex SHA-256 of the rows as RFC 8785 JSON.'),
  hash_at_approval: z
    .string()
    .describe('Of the rows as they were approved; another one where a tax was computed anew.'),
  ledger_seq: z.number().describe('The last entry of the ledger at the approval.'),
  approved_at: z.string(),
});
export type DistributionSnapshot = z.infer<typeof distributionSnapshot>;

const countOfEach = {
  pending: z.int().describe('Held ones too.'),
  processing: z.int(),
  completed: z.int(),
  failed: z.int(),
} satisfies Record<PaymentStatus, z.ZodType>;

export const distributionProgress = z.object({
  ...countOfEach,
  held: z.int(),
  total: amount,
  paid: amount,
  open: amount,
});
export type DistributionProgress = z.infer<typeof distributionProgress>;

export const distributionComparison = z.object({
  is_same: z.boolean(),
  text: z.string(),
  rows: z
    .array(
      z.object({
        shareholder_id: z.string(),
        shareholder: z.string(),
        share_class_id: z.string(),
        shares_then: amount,
        shares_now: amount,
        gross_then: amount,
        gross_now: amount,
      }),
    )
    .describe('The lines that differ.'),
  entries: z
    .array(z.object({ id: z.string(), seq: z.int(), date: z.iso.date(), summary: z.string() }))
    .describe('Recorded after the approval, with effect by the record date.'),
  total_gross_then: amount,
  total_gross_now: amount,
});
export type DistributionComparison = z.infer<typeof distributionComparison>;
