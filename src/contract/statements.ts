// What a holder was paid: a year, or a distribution, as the list of completed payments has it.
import { z } from 'zod';
import { amount } from './figures.ts';

const sums = { gross: amount, tax: amount, net: amount };

export const paymentStatement = z.object({
  shareholder_id: z.string(),
  year: z.int().nullable().describe('The year in which the payments arrived; null: all years of one distribution.'),
  currency: z.string().describe('Of the three totals: the company’s.'),
  rows: z
    .array(
      z.object({
        payment_id: z.string(),
        distribution_id: z.string(),
        distribution: z.string(),
        share_class: z.string().nullable(),
        paid_date: z.iso.date(),
        currency: z.string(),
        ...sums,
      }),
    )
    .describe('Completed payments, the earliest first.'),
  total_gross: amount,
  total_tax: amount,
  total_net: amount,
  totals: z.array(z.object({ currency: z.string(), ...sums })).describe('For each currency; nothing is converted.'),
  years: z.array(z.int()).describe('In which the holder was paid, the newest first.'),
});
export type PaymentStatement = z.infer<typeof paymentStatement>;
