// What a holder has not supplied, though payments to them wait for it, or the company asked.
import { z } from 'zod';
import { amount } from './figures.ts';

export const detailsAsked = ['bank_details', 'tax_form', 'country'] as const;
export type AskedDetail = (typeof detailsAsked)[number];

export const missingDetail = z.object({
  detail: z.enum(detailsAsked),
  waiting: z.array(z.object({ currency: z.string(), amount })).describe('What waits for it, by currency.'),
  rate: amount.nullable().describe('What is withheld without it: 0.24 is 24 percent.'),
});
export type MissingDetail = z.infer<typeof missingDetail>;

export const lackingHolders = z.object({
  count: z.int(),
  to_ask: z.int().describe('Who was not asked for all of it yet.'),
  rows: z
    .array(
      z.object({
        shareholder_id: z.string(),
        shareholder: z.string(),
        lacks: z.array(z.enum(detailsAsked)),
        is_asked: z.boolean().describe('They were asked for all of it, and it is not there yet.'),
        is_reached: z.boolean().describe('They use the portal, where they are asked.'),
      }),
    )
    .describe('The first 100, by name.'),
});
export type LackingHolders = z.infer<typeof lackingHolders>;

export const askedHolders = z.object({
  asked: z.int().describe('Who use the portal, and are told.'),
  not_reached: z.int().describe('Who lack something and do not use the portal: invite them first.'),
});
export type AskedHolders = z.infer<typeof askedHolders>;
