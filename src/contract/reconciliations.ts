// Bank statements beside the payments: what each line is, and what was completed.
import { z } from 'zod';
import { mismatches } from '../domain/reconciliation/matchStatement.ts';
import { questionAnswers } from '../domain/reconciliation/questions.ts';
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
  unmatched: z.array(
    line.extend({
      why: z.enum(mismatches),
      detail: z.string(),
      is_return: z
        .boolean()
        .describe('Money in that can be confirmed as a return of its payment: a line for `returns`.'),
    }),
  ),
  unread: z
    .object({ columns: z.array(z.string()), rows: z.array(z.int()) })
    .describe('Columns and rows that hold something and were not read.'),
  questions: z
    .array(
      z.object({
        id: z.string(),
        question: z.string(),
        lines: z.array(z.int()),
        choices: z.array(z.object({ value: z.enum(questionAnswers), label: z.string() })),
        answer: z.enum(questionAnswers).nullable(),
      }),
    )
    .describe('What the file does not say. While one of a direction is open, nothing is matched.'),
});
export type Reconciliation = z.infer<typeof reconciliation>;

const lineNumbers = z.array(z.int().min(1)).max(20_000).optional();

export const confirmBody = z
  .strictObject({
    lines: lineNumbers.describe('Lines of `matches`: their payments are completed.'),
    returns: lineNumbers.describe('Lines of `unmatched` with `is_return`: their payments came back.'),
  })
  .refine(({ lines = [], returns = [] }) => lines.length + returns.length > 0, {
    path: ['lines'],
    message: 'Choose at least one line.',
  });

export const answersBody = z.strictObject({
  answers: z.record(z.string().max(200), z.enum(questionAnswers)).describe('By the id of the question.'),
});

export const reconciliationConfirmed = z.object({
  done: z.int().describe('Payments completed.'),
  returned: z.int().optional().describe('Payments recorded as returned, where `returns` were given.'),
  refused: z.array(z.object({ line: z.int(), code: z.string(), detail: z.string() })),
});
export type ReconciliationConfirmed = z.infer<typeof reconciliationConfirmed>;
