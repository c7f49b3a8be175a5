// Bank statements beside the payments: what each line is, and what was completed.
import { z } from 'zod';
import { mismatches } from '../domain/reconciliation/matchStatement.ts';
import { amount } from './figures.ts';

const day = z.iso.date();

export const reconciliationSummary = z.object({
  id: z.string(),
  file_name: z.string(),
  format: z.enum(['table', 'camt.053']),
  created_at: z.string(),
  lines: z.int(),
});
export type ReconciliationSummary = z.infer<typeof reconciliationSummary>;

const payment = z.object({
  id: z.string(),
  shareholder: z.string(),
  distribution: z.string(),
  amount,
  currency: z.string(),
  status: z.string(),
});

const line = z.object({
  line: z.int().describe('The row of the file, or the number of the entry.'),
  date: day.nullable(),
  amount: amount.nullable(),
  currency: z.string().nullable(),
  reference: z.string(),
  payment: payment.nullable(),
});

export const reconciliation = reconciliationSummary.extend({
  matches: z.array(line.extend({ payment })).describe('Payments under way that can be completed with this line.'),
  completed: z
    .array(line.extend({ payment, completed_on: day.nullable() }))
    .describe('Their payments are completed, and have the amount and the reference of the line.'),
  unmatched: z.array(line.extend({ why: z.enum(mismatches), detail: z.string() })),
});
export type Reconciliation = z.infer<typeof reconciliation>;

export const confirmBody = z.strictObject({
  lines: z.array(z.int().min(1)).min(1, 'Choose at least one line.').max(20_000).describe('Lines of `matches`.'),
});

export const reconciliationConfirmed = z.object({
  done: z.int(),
  refused: z.array(z.object({ line: z.int(), code: z.string(), detail: z.string() })),
});
export type ReconciliationConfirmed = z.infer<typeof reconciliationConfirmed>;
