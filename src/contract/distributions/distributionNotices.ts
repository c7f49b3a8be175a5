// The mails that tell holders of a distribution: previewed, then sent once to each.
import { z } from 'zod';

export const distributionNotices = z.object({
  rows: z
    .array(
      z.object({
        shareholder_id: z.string(),
        shareholder: z.string(),
        email: z.string().nullable().describe('Null where the record has no address that a mail can go to.'),
        subject: z.string(),
        text: z.string(),
        sent_at: z.string().nullable(),
      }),
    )
    .describe('By name; of a long list the first ones. Who has no address comes first.'),
  holders: z.int().describe('Who is paid from the distribution.'),
  sent: z.int().describe('Who was told.'),
  without_address: z.int().describe('Who was not told, and has no address.'),
});
export type DistributionNotices = z.infer<typeof distributionNotices>;

export const notifyAnswer = distributionNotices.extend({
  sent_now: z.int().describe('How many mails this call sent.'),
});
export type NotifyAnswer = z.infer<typeof notifyAnswer>;
