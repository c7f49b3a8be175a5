// Batches of payments: what is asked for, and what came back from the bank.
import { z } from 'zod';
import type { BatchedStatus } from '../domain/distribution/distributionMachine.ts';
import { amount } from './figures.ts';

export const batchResults = z.object({
  completed: z.int(),
  failed: z.int().describe('Returned ones too.'),
  unchanged: z.int().describe('Already so, or sent again since with another batch.'),
  unknown: z.array(z.string()).describe('Payments of the file that are not in this batch.'),
  notices: z.array(z.string()).describe('What the bank says beside the results; it changes nothing.'),
  warnings: z
    .array(z.object({ code: z.string(), message: z.string() }))
    .describe('execution_date_ahead: results for a day that has not come. They count all the same.'),
  moves: z
    .array(
      z.object({
        payment_id: z.string(),
        shareholder: z.string(),
        amount,
        currency: z.string(),
        from: z.string(),
        to: z.string(),
        date: z.iso.date().nullable().describe('The day on which the money arrived.'),
        note: z.string().nullable().describe('The reference, or the reason of a failure.'),
      }),
    )
    .describe('What moved, or with dry_run would move: the first 1,000.'),
});
export type BatchResults = z.infer<typeof batchResults>;

const countOfEach = {
  processing: z.int(),
  completed: z.int(),
  failed: z.int(),
} satisfies Record<BatchedStatus, z.ZodType>;

const states = z.object({
  ...countOfEach,
  moved_on: z
    .int()
    .describe('Released since: failed, or taken out of a cancelled batch, and pending again or reissued.'),
});

/** What the page of a batch carries beside its fields. */
export const paymentBatchPage = z.object({
  payments: states.describe('Its payments by what became of them.'),
  distributions: z.array(z.object({ id: z.string(), name: z.string(), count: z.int(), total: amount })),
  can_cancel: z.boolean(),
  can_hand_over: z.boolean().describe('A payout provider is connected, and does not have it.'),
  handover: z
    .object({
      asked_at: z.string(),
      accepted_at: z.string().nullable(),
      attempts: z.int(),
      last_error: z.string().nullable().describe('Why the last attempt failed; it is tried again.'),
    })
    .nullable()
    .describe('Of a batch that was handed to the payout provider.'),
});
export type PaymentBatchDetails = z.infer<typeof paymentBatchPage>;

const leftOut = z.array(
  z.object({
    payment_id: z.string(),
    shareholder: z.string(),
    amount,
    hold_reasons: z.array(z.string()),
    text: z.string().describe('The reasons in words.'),
  }),
);

const writtenNames = z
  .array(z.object({ payment_id: z.string(), shareholder: z.string(), written: z.string() }))
  .describe('Holders whose names the format cannot write as they are recorded, and how it writes them.');

const warnings = z.array(z.object({ code: z.string(), message: z.string() }));

export const batchPreview = z.object({
  count: z.int(),
  total: amount,
  currency: z.string().nullable(),
  prenotes: z.int().describe('Entries of zero that test new accounts.'),
  left_out: leftOut,
  written_names: writtenNames,
  warnings,
});
export type BatchPreview = z.infer<typeof batchPreview>;

/** Beside the record. */
export const batchMade = z.looseObject({ left_out: leftOut, written_names: writtenNames, warnings });

/** A batch on the page of a distribution. */
export const batchLine = z.object({
  id: z.string(),
  name: z.string(),
  format: z.string(),
  execution_date: z.iso.date(),
  count: z.int(),
  total: amount,
  currency: z.string(),
  status: z.enum(['open', 'closed', 'cancelled']),
  payments: states,
});
export type BatchLine = z.infer<typeof batchLine>;
