// A bank or payments company that takes batches and says what became of their payments.
import { z } from 'zod';

export interface HandedBatch {
  id: string;
  number: number;
  format: string;
  execution_date: string;
  currency: string;
  count: number;
  total: string;
  /** Of the file, as hex. */
  sha256: string;
  size: number;
}

/** What became of one payment. A repeat, or one that comes late, changes nothing. */
export const payoutEvent = z.object({
  batch_id: z.uuid().toLowerCase(),
  payment_id: z.uuid().toLowerCase(),
  status: z.enum(['completed', 'failed', 'returned']),
  date: z.iso
    .date()
    .nullish()
    .describe('The day the money arrived; by default the day that the batch was for, once it is there.'),
  reference: z.string().max(200).nullish(),
  reason: z.string().max(500).nullish(),
});
export type PayoutEvent = z.infer<typeof payoutEvent>;

const EVENTS_MAX = 5000;
/** The body of a callback. */
export const payoutEvents = z.object({ events: z.array(payoutEvent).min(1).max(EVENTS_MAX) });

export interface PayoutProvider {
  /** The same batch may be handed over again after a lost answer. Throws when the provider did not take it. */
  submit(batch: HandedBatch, file: AsyncIterable<Buffer>): Promise<void>;
  /** All that it knows of the batch's payments. Throws when it does not answer, or not as agreed. */
  results(batchId: string): Promise<PayoutEvent[]>;
}
