// The answer of splitting a class, recorded or not.
import { z } from 'zod';
import { amount, change } from './figures.ts';

const held = z.object({
  id: z.string(),
  number: z.string(),
  new_number: z.string().nullable(),
  shareholder_id: z.string(),
  shareholder: z.string(),
  before: amount,
  after: amount,
});
const right = held.extend({ price_before: amount.nullable(), price_after: amount.nullable() });

export const splitAnswer = z.object({
  transaction_id: z.string().nullable().describe('Null in a dry run.'),
  price: z
    .object({
      per_share: amount,
      source: z.enum(['entered', 'valuation', 'last_round', 'class_price']),
      on: z.iso.date().nullable().describe('The day of the valuation or the sale.'),
    })
    .nullable()
    .describe('What a share is worth before the split, for cash in lieu of fractions; null when no price is known.'),
  price_after: amount.nullable(),
  par_value: change.nullable().describe('The class’s own value; null when it has none.'),
  original_issue_price: change.nullable().describe('The class’s own value; null when it has none.'),
  holders: z.array(
    z.object({
      shareholder_id: z.string(),
      shareholder: z.string(),
      before: amount,
      after: amount,
      cash_in_lieu: amount.nullable().describe('Cash for the remaining fraction; null when the price is not known.'),
    }),
  ),
  total_cash_in_lieu: amount.nullable(),
  certificates: z.array(held),
  grants: z.array(right),
  warrants: z.array(right),
  plans: z.array(change.extend({ equity_plan_id: z.string() })),
  authorized: change.nullable(),
  conversions: z.array(
    change.extend({
      share_class_id: z.string(),
      to_share_class_id: z.string().nullable().describe('Null when it converts into common but no class is named.'),
    }),
  ),
  unnamed_conversions: z
    .array(z.string())
    .describe(
      'Preferred classes whose ratio stays unchanged, because they do not name the common class they convert into.',
    ),
});
export type SplitAnswer = z.infer<typeof splitAnswer>;
export type SplitHeld = z.infer<typeof held>;
export type SplitRight = z.infer<typeof right>;
export type SplitHolder = SplitAnswer['holders'][number];
