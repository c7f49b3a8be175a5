// The tax number and bank account of a holder, as an edit sends them.
import { say } from '../words/say.ts';
import { z } from 'zod';
import { isRoutingNumber } from '../domain/bankAccount.ts';
import { countryName, isCountry } from '../domain/countries.ts';
import { isBicOf } from '../domain/payouts/accounts.ts';
import { countryCode, oneLine } from './kit/validation.ts';

/** Numbers are typed with blanks and dashes; neither is stored. */
const compact = (max: number) =>
  oneLine(max)
    .transform((value) => value.replace(/[\s-]/g, ''))
    .describe(say`Blanks and dashes are ignored.`);

/** The shortest tax number whose last four characters do not give it away. */
const TAX_ID_MIN = 7;
export const taxId = oneLine(40)
  .transform((value) => value.trim())
  .refine((value) => /^[\p{L}\p{N} ./-]+$/u.test(value), say`A tax number has only letters, digits, points and dashes.`)
  .refine(
    (value) => value.replace(/[^\p{L}\p{N}]/gu, '').length >= TAX_ID_MIN,
    say`A tax number has at least ${TAX_ID_MIN} letters or digits.`,
  )
  .describe(say`Null removes it.`);

const americanAccount = z.strictObject({
  routing_number: compact(40).refine(
    isRoutingNumber,
    say`This is not a routing number: nine digits, as printed on a cheque.`,
  ),
  account_number: compact(40).refine((value) => /^\d{5,17}$/.test(value), say`An account number has 5 to 17 digits.`),
  account_type: z.enum(['checking', 'savings'], say`Choose checking or savings.`),
});

const bic = compact(20)
  .transform((value) => value.toUpperCase())
  .refine((value) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value), say`A BIC has 8 or 11 letters and digits.`);

/** The server checks the country's format and the check digits. */
const internationalAccount = z.strictObject({
  iban: compact(60).transform((value) => value.toUpperCase()),
  bic: bic.nullish(),
});

const foreignAccount = z
  .strictObject({
    bic,
    account_number: compact(60)
      .transform((value) => value.toUpperCase())
      .refine((value) => /^[A-Z0-9]{4,34}$/.test(value), say`An account number has 4 to 34 letters and digits.`),
    bank: oneLine(140)
      .transform((value) => value.trim())
      .refine((value) => value !== '', say`Name the bank.`),
    country: countryCode.refine(
      (value) => value !== 'US',
      say`An account in the United States is entered with its routing number.`,
    ),
  })
  .superRefine(({ bic: of, country }, context) => {
    // A country that is none has a message of its own.
    if (isCountry(country) && !isBicOf(country, of))
      context.addIssue({
        code: 'custom',
        path: ['bic'],
        message: say`This is not the BIC of a bank in ${countryName(country)}.`,
      });
  });

export const bankAccount = z.union([americanAccount, internationalAccount, foreignAccount]);

/** By what was sent, so that faults stand at the fields of that kind. Null: of none. */
export function accountSchema(sent: object) {
  if ('iban' in sent) return internationalAccount;
  if ('routing_number' in sent || 'account_type' in sent) return americanAccount;
  return 'bic' in sent || 'country' in sent || 'bank' in sent ? foreignAccount : null;
}

export const revealBody = z.strictObject({
  field: z.enum(['tax_id', 'bank_account'], say`Choose tax_id or bank_account.`),
});
