// The answer of converting in a round, recorded or not.
import { z } from 'zod';
import { amount } from './figures.ts';

const percent = z.string().describe('A percentage with four decimal places; the column sums to exactly 100.0000.');

export const priceWarnings = z
  .array(z.string())
  .describe(
    'Sentences: a class of preferred stock has another price on record than is paid for its new shares, so that its preference is not what is paid in.',
  );

export const roundAnswer = z.object({
  recorded: z.boolean(),
  preview_hash: z.string().describe('A hash of the request and of every figure here.'),
  date: z.iso.date(),
  share_class_id: z.string(),
  share_class: z.string(),
  currency: z.string(),
  price_per_share: amount,
  pre_money: amount.describe('The price times all shares except those of the new investors.'),
  post_money: amount,
  post_money_divisor: amount,
  pre_money_divisor: amount,
  rules: z.array(z.string()).describe('The capitalization that each cap is divided by, in words.'),
  series: z
    .array(
      z.object({
        name: z.string(),
        price_per_share: amount,
        shares: amount,
        authorized_shares: amount,
        is_new: z.boolean().describe('False: it is left of a round that was taken back.'),
      }),
    )
    .describe('The classes for what converts at another price than the round’s.'),
  conversions: z.array(
    z.object({
      id: z.string(),
      convertible_number: z.string(),
      kind: z.string(),
      shareholder_id: z.string(),
      shareholder: z.string(),
      invested: amount,
      interest: amount,
      price_by_cap: amount.nullable(),
      price_by_discount: amount.nullable(),
      binding: z.enum(['cap', 'discount', 'round']),
      price: amount,
      shares: amount,
      cash: amount.describe('The rest of the amount that does not buy a whole share.'),
      share_class: z.string().describe('The class that it becomes.'),
      mfn: z.boolean(),
      formula: z.array(z.string()),
    }),
  ),
  issues: z.array(
    z.object({ shareholder_id: z.string(), shareholder: z.string(), shares: amount, paid: amount, left: amount }),
  ),
  converted_shares: amount,
  new_shares: amount,
  new_money: amount,
  pool: z
    .object({ equity_plan_id: z.string(), name: z.string(), reserved_before: amount, reserved_after: amount })
    .nullable(),
  total_before: amount,
  total_after: amount,
  ownership: z.array(
    z.object({
      shareholder_id: z.string().nullable().describe('Null for the unallocated pool.'),
      name: z.string(),
      before: amount,
      percent_before: percent,
      after: amount,
      percent_after: percent,
    }),
  ),
  charter: z.object({
    needed: amount.describe('Shares of the round’s class that it issues.'),
    free: amount
      .nullable()
      .describe('Shares available under the charter before the round; null when the charter sets no number.'),
    short: z
      .array(
        z.object({
          share_class_id: z.string(),
          share_class: z.string(),
          authorized: amount,
          needed: amount.describe('Outstanding and kept after the round.'),
          short: amount,
        }),
      )
      .describe(
        'Classes whose authorized shares no longer suffice after the round, including shares kept for conversion and grants.',
      ),
    refusal: z.string().nullable().describe('Why the round cannot be recorded until more shares are authorized.'),
  }),
  price_warnings: priceWarnings,
  certificates: z.array(z.object({ id: z.string(), certificate_number: z.string(), shareholder_id: z.string() })),
});
export type RoundAnswer = z.infer<typeof roundAnswer>;
export type RoundConversion = RoundAnswer['conversions'][number];
