// Withholding rules and tax profiles, as an edit sends them; templates of rules, which a company switches on.
import { say } from '../words/say.ts';
import { z } from 'zod';
import { distributions } from './distributions.ts';
import { countryCode, decimal, isoDate, oneOf } from './kit/validation.ts';

const RATE = say`A rate is at least 0 and at most 1: 0.3 is 30 percent.`;
const rate = decimal({ scale: 10 }).refine((value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), RATE);

const withholdingRule = z.strictObject({
  country: z.union([countryCode, z.literal('*')], say`Two capital letters such as US, or * for any country.`),
  holder_type: oneOf(['individual', 'entity', '*']),
  distribution_type: oneOf(['*', ...distributions.fields.type.values]),
  form: oneOf(['missing', 'treaty', '*'])
    .optional()
    .describe(
      say`missing: only without a valid form; treaty: only where a valid form claims the treaty of this country.`,
    ),
  rate,
});

const RULES_MAX = 500;
export const withholdingRules = z
  .array(withholdingRule, say`Send a list of rules.`)
  .max(RULES_MAX, say`At most ${RULES_MAX} rules.`);

export const profileForms = ['W-9', 'W-8BEN', 'W-8BEN-E', 'other'] as const;
export const taxProfileBody = z
  .strictObject({
    country: countryCode,
    form: oneOf(profileForms).nullish(),
    form_valid_until: isoDate.nullish(),
    withholding_rate: rate.nullish(),
  })
  .describe(
    say`Null removes it. What the company sends is confirmed; what the holder sends counts once the company confirms it.`,
  );
export type TaxProfileBody = z.infer<typeof taxProfileBody>;

export const withholdingTemplate = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, say`Small letters, digits and dashes, such as us.`),
  name: z.string(),
  about: z.string(),
  presumed: z
    .strictObject({ country: countryCode, source: z.string().min(1), date: z.iso.date() })
    .optional()
    .describe(say`The country presumed for a holder without one on record, where nothing points abroad.`),
  rules: z.array(
    withholdingRule.extend({
      source: z
        .string()
        .min(1)
        .describe(say`The law or table that says so.`),
      date: z.iso.date().describe(say`The day it applies to.`),
    }),
  ),
});
export type WithholdingTemplate = z.infer<typeof withholdingTemplate>;

export const withholdingTemplateList = z.array(withholdingTemplate);
