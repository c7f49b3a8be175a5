// Money that was due and that nobody took: how old it is, where, whom the company wrote to, and when it is dormant.
import { z } from 'zod';
import { isNearDate } from '../domain/dates.ts';
import { textFault } from '../domain/text.ts';
import { amount } from './figures.ts';

const day = z.iso.date();

export const contactChannels = ['letter', 'email', 'phone', 'other'] as const;

export const contactBody = z.strictObject({
  date: z.iso.date('A date looks like 2025-03-14.').refine(isNearDate, 'Enter a date between 1800 and 2199.'),
  channel: z.enum(contactChannels, `This must be one of: ${contactChannels.join(', ')}.`),
  note: z
    .string('Say what was done.')
    .trim()
    .min(1, 'Say what was done.')
    .max(2000, 'At most 2000 characters.')
    .refine((value) => textFault(value) === null, { error: ({ input }) => textFault(String(input)) ?? '' }),
});

export const contact = z.object({
  date: day,
  channel: z.enum(contactChannels),
  note: z.string(),
  at: z.string(),
  actor: z.string().nullable(),
});
export type Contact = z.infer<typeof contact>;

const figure = z.object({ count: z.int(), amount });
const ages = { days_0_30: figure, days_31_90: figure, days_91_365: figure, over_a_year: figure, all: figure };

const dormancy = z.object({
  state: z.string(),
  state_name: z.string(),
  years: z.int(),
  dormant_on: day,
  letters_from: day,
  letters_to: day,
  source: z.string(),
  is_checked: z.boolean(),
});
export const paymentDormancy = z.object({ dormancy: dormancy.nullable() });
export type PaymentDormancy = z.infer<typeof paymentDormancy>;

export const unclaimedAnswer = z.object({
  as_of: day,
  rows: z.array(z.object({ distribution_id: z.string(), name: z.string(), currency: z.string(), ...ages })),
  totals: z.array(z.object({ currency: z.string(), ...ages })),
  states: z.array(
    z.object({
      state: z.string().nullable().describe('Null: another country, or no state in the address.'),
      name: z.string(),
      currency: z.string(),
      years: z.int().nullable(),
      source: z.string().nullable(),
      is_checked: z.boolean(),
      all: figure,
      dormant: figure,
      letters: figure.describe('In the days when the holder is to be written to once more.'),
      next_dormant_on: day.nullable(),
    }),
  ),
});
export type UnclaimedAnswer = z.infer<typeof unclaimedAnswer>;

export const lettersBody = z.strictObject({
  payment_ids: z.array(z.string().max(64)).min(1).max(5000).optional().describe('Absent: every unclaimed payment.'),
  unpaid_days_gte: z.int().min(0).max(40_000).optional(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Two capital letters, such as CA.')
    .optional(),
  sent_on: z.iso
    .date('A date looks like 2025-03-14.')
    .optional()
    .describe('Notes in each contact log that the letter went out.'),
});
