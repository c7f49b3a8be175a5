// The tax number and bank account of a holder, as an edit sends them.
import { z } from 'zod';
import { isRoutingNumber } from '../domain/bankAccount.ts';
import { oneLine } from './kit/validation.ts';

/** Numbers are typed with blanks and dashes; neither is stored. */
const compact = (max: number) =>
  oneLine(max)
    .transform((value) => value.replace(/[\s-]/g, ''))
    .describe('Blanks and dashes are ignored.');

/** The shortest tax number whose last four characters do not give it away. */
const TAX_ID_MIN = 7;
export const taxId = oneLine(40)
  .transform((value) => value.trim())
  .refine((value) => /^[\p{L}\p{N} ./-]+$/u.test(value), 'A tax number has only letters, digits, points and dashes.')
  .refine(
    (value) => value.replace(/[^\p{L}\p{N}]/gu, '').length >= TAX_ID_MIN,
    `A tax number has at least ${TAX_ID_MIN} letters or digits.`,
  )
  .describe('Null removes it.');

const americanAccount = z.strictObject({
  routing_number: compact(40).refine(
    isRoutingNumber,
    'This is not a routing number: nine digits, as printed on a cheque.',
  ),
  account_number: compact(40).refine((value) => /^\d{5,17}$/.test(value), 'An account number has 5 to 17 digits.'),
  account_type: z.enum(['checking', 'savings'], 'Choose checking or savings.'),
});

/** The server checks the country's format and the check digits. */
const internationalAccount = z.strictObject({
  iban: compact(60).transform((value) => value.toUpperCase()),
  bic: compact(20)
    .transform((value) => value.toUpperCase())
    .refine((value) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value), 'A BIC has 8 or 11 letters and digits.')
    .nullish(),
});

export const bankAccount = z.union([americanAccount, internationalAccount]);
export { americanAccount, internationalAccount };

export const revealBody = z.strictObject({
  field: z.enum(['tax_id', 'bank_account'], 'Choose tax_id or bank_account.'),
});
