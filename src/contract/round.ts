// What converting in a round answers, recorded or not.
import { z } from 'zod';
import { amount } from './figures.ts';

const percent = z.string().describe('Of 100, four places; the column sums to exactly 100.0000.');

export const roundAnswer = z.object({
  recorded: z.boolean(),
  preview_hash: z.string().describe('Of what was asked and of every figure here.'),
  date: z.iso.date(),
  share_class_id: z.string(),
  share_class: z.string(),
  currency: z.string(),
  price_per_share: amount,
  pre_money: amount.describe('Price times all shares but those of the new money.'),
  post_money: amount,
  post_money_divisor: amount,
  pre_money_divisor: amount,
  rules: z.array(z.string()).describe('What caps are divided by, in words, where one is.'),
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
      cash: amount.describe('What of the amount gives no whole share.'),
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
      shareholder_id: z.string().nullable().describe('Null: the unallocated pool.'),
      name: z.string(),
      before: amount,
      percent_before: percent,
      after: amount,
      percent_after: percent,
    }),
  ),
  charter: z.object({
    needed: amount.describe('Shares of the class that the round issues.'),
    free: amount.nullable().describe('What the charter leaves of it before; null where it sets no number.'),
    short: z
      .array(z.object({ share_class_id: z.string(), share_class: z.string(), short: amount }))
      .describe('Classes of which the charter then falls short, kept shares included.'),
    refusal: z.string().nullable().describe('Why it cannot be recorded until more is authorized.'),
  }),
  certificates: z.array(z.object({ id: z.string(), certificate_number: z.string(), shareholder_id: z.string() })),
});
export type RoundAnswer = z.infer<typeof roundAnswer>;
export type RoundConversion = RoundAnswer['conversions'][number];
export type RoundOwner = RoundAnswer['ownership'][number];
