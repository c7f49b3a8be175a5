// The tax number and bank account of a holder: what a page shows, and what a reveal answers.
import { z } from 'zod';

const bankAccount = z.union([
  z.object({
    routing_number: z.string(),
    account_number: z.string(),
    account_type: z.enum(['checking', 'savings']),
  }),
  z.object({ iban: z.string(), bic: z.string().nullish() }),
  z.object({ bic: z.string(), account_number: z.string(), bank: z.string(), country: z.string() }),
]);
export type BankAccount = z.infer<typeof bankAccount>;

export const revealed = z.object({ value: z.union([z.string(), bankAccount]) });

/** The tax form in force, as the holder signed it or somebody entered it. */
export const taxProfile = z.object({
  country: z.string(),
  form: z.enum(['W-9', 'W-8BEN', 'W-8BEN-E', 'other']).nullable(),
  form_signed_on: z.iso.date().nullable().describe('Null unless it was signed here.'),
  form_valid_until: z.iso.date().nullable().describe('The last day on which it counts; null: without end.'),
  withholding_rate: z
    .string()
    .nullable()
    .describe('A rate for this holder: 0.15 is 15 percent. It counts while the form is valid.'),
  confirmed_at: z.string().nullable().describe('When the company confirmed it. Until then it does not count.'),
  backup_withholding: z.boolean(),
  treaty_country: z.string().nullable(),
  treaty_rate: z.string().nullable().describe('What the holder claims: 0.15 is 15 percent. Nobody has confirmed it.'),
  document_id: z.string().nullable().describe('The signed form; null for who may not read it.'),
});
export type TaxProfile = z.infer<typeof taxProfile>;

const taxProfileChange = z.object({
  at: z.string(),
  by: z.string(),
  profile: taxProfile.nullable().describe('Null: the holder asks to remove it.'),
});
export type TaxProfileChange = z.infer<typeof taxProfileChange>;

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
  tax_profile: taxProfile.nullable().describe('What counts once it is confirmed.'),
  tax_profile_change: taxProfileChange
    .nullable()
    .describe('What the holder entered or signed since `tax_profile` was confirmed. It does not count yet.'),
  country_change: z
    .object({ counts: z.string().nullable(), at: z.string(), by: z.string() })
    .nullable()
    .describe(
      'The holder changed the country of the address. For tax `counts` is their country until it is confirmed.',
    ),
  may_sign_tax_form: z.boolean().describe('It is the record of who asks.'),
});
export type HolderDetails = z.infer<typeof holderDetails>;
