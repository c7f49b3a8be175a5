// The tax number and bank account of a holder: what a page shows, and what a reveal answers.
import { z } from 'zod';

const bankAccount = z.union([
  z.object({
    routing_number: z.string(),
    account_number: z.string(),
    account_type: z.enum(['checking', 'savings']),
  }),
  z.object({ iban: z.string(), bic: z.string().nullish() }),
]);
export type BankAccount = z.infer<typeof bankAccount>;

export const revealed = z.object({ value: z.union([z.string(), bankAccount]) });

const last4 = z.string().nullable();
/** Of a shareholder's page; absent for a viewer. */
export const holderDetails = z.object({
  tax_id_last4: last4,
  bank_account_last4: last4,
  bank_account_counts_from: z
    .string()
    .nullable()
    .describe(
      'While this is ahead, payments to the holder wait: the account was changed or removed less than 24 hours before.',
    ),
  bank_change: z
    .object({ last4: z.string(), at: z.string(), by: z.string(), may_approve: z.boolean() })
    .nullable()
    .describe('A new account that an administrator has not approved yet.'),
});
export type HolderDetails = z.infer<typeof holderDetails>;
