// What making a batch of payments asks for.
import { say } from '../words/say.ts';
import { z } from 'zod';
import { compactNumber } from '../domain/payouts/accounts.ts';
import { isoDate, oneLine, oneOf, plainText } from './kit/validation.ts';
import { BATCH_FORMATS } from './paymentBatches.ts';

const typed = (max: number, what: string) =>
  oneLine(max)
    .transform(compactNumber)
    .transform((value) => value || undefined)
    .optional()
    .describe(what);

const debtor = z.strictObject({
  name: oneLine(140).transform((value) => value.trim()),
  routing_number: typed(40, say`Nine digits: the routing number of the bank that receives the file.`),
  account_number: typed(40, say`The account that pays.`),
  iban: typed(60, say`The account that pays, instead of an account number.`),
  bic: typed(20, say`Of the bank that pays.`),
  company_id: typed(
    20,
    say`How the bank identifies the company in NACHA files; 9 and the routing number unless given.`,
  ),
});

/** As many as one request names; a filter takes any number. */
export const BATCH_IDS_MAX = 5000;

const asked = {
  format: oneOf(BATCH_FORMATS),
  execution_date: isoDate,
  filter: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(say`As in a list of payments; its pending ones go in, held ones are left out.`),
  prenotes: z
    .boolean()
    .optional()
    .describe(say`NACHA: a zero-dollar entry to each new account, whose payments wait three banking days.`),
  payment_ids: z.array(plainText(200).toLowerCase()).min(1).max(BATCH_IDS_MAX).optional(),
};

export const batchPreviewBody = z.strictObject(asked);
export const batchBody = z.strictObject({
  ...asked,
  debtor: debtor
    .optional()
    .describe(say`Who pays, and from which account. It is only written to the file. A CSV needs none.`),
  bank_account_id: plainText(200)
    .toLowerCase()
    .optional()
    .describe(say`Instead: one of the company’s bank accounts.`),
});
export type BatchBody = z.infer<typeof batchBody>;
