// Starting a company here: four questions, the steps that follow, and the first classes, holders and plan typed in at once.
import { z } from 'zod';
import { isCountry } from '../domain/countries.ts';

/** The law decides what shares are called. */
export const companyTypes = ['corporation', 'limited', 'llc', 'other'] as const;
export type CompanyType = (typeof companyTypes)[number];

/** Where the cap table is today. */
export const tablePlaces = ['nowhere', 'spreadsheet', 'vendor', 'ocf'] as const;
export type TablePlace = (typeof tablePlaces)[number];

export const setupAnswers = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Two capital letters, such as US.')
    .refine(isCountry, 'There is no such country.'),
  company_type: z.enum(companyTypes, `One of ${companyTypes.join(', ')}.`),
  has_raised: z.boolean('This must be true or false.'),
  has_plan: z.boolean('This must be true or false.'),
  table_is: z.enum(tablePlaces, `One of ${tablePlaces.join(', ')}.`),
});
export type SetupAnswers = z.infer<typeof setupAnswers>;

export const setupSteps = ['company', 'classes', 'holders', 'holdings', 'tie_out', 'documents', 'invite'] as const;
export type SetupStep = (typeof setupSteps)[number];

export const setup = z.object({
  answers: setupAnswers.nullable(),
  steps: z
    .array(z.object({ id: z.enum(setupSteps), state: z.enum(['done', 'open', 'skipped']) }))
    .describe('Done is what the records show; skipped is what somebody left out.'),
  dismissed: z.boolean().describe('The list is no longer shown on the dashboard.'),
});
export type Setup = z.infer<typeof setup>;

export const setupBody = z.strictObject({
  answers: setupAnswers.optional(),
  dismissed: z.boolean('This must be true or false.').optional(),
  skipped: z
    .array(z.enum(setupSteps, `One of ${setupSteps.join(', ')}.`))
    .max(setupSteps.length)
    .optional(),
});
