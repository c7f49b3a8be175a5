// The yearly tax forms of a company: what each holder's form says, what was made, and what is missing. A tax number is in none of
// it; only the file for a filing service has it in full.
import { z } from 'zod';
import { yearlyTaxFormNames } from '../domain/distribution/yearlyTaxForms.ts';
import { amount } from './figures.ts';

const box = z.object({ box: z.string(), label: z.string(), value: z.string(), is_money: z.boolean() });
const sums = { gross: amount, tax: amount, net: amount };

const yearlyTaxForm = z.object({
  id: z.string(),
  year: z.int(),
  number: z.int(),
  form: z.enum(yearlyTaxFormNames),
  part: z.string().describe('Of a 1042-S: income code and rate.'),
  boxes: z.array(box),
  ...sums,
  corrects: z.int().nullable().describe('The number of the form that this one corrects.'),
  is_current: z.boolean().describe('No later form corrects it.'),
  sha256: z.string().describe('Hex SHA-256 of what it says, as RFC 8785 JSON.'),
  made_at: z.string(),
});
export type YearlyTaxForm = z.infer<typeof yearlyTaxForm>;

export const holderYearlyTaxForms = z.object({ rows: z.array(yearlyTaxForm).describe('The newest first.') });
export type HolderYearlyTaxForms = z.infer<typeof holderYearlyTaxForms>;

export const taxYear = z.object({
  year: z.int(),
  years: z.array(z.int()).describe('In which anything was paid, the newest first.'),
  rows: z.array(
    z.object({
      shareholder_id: z.string(),
      shareholder: z.string(),
      form: z.enum(yearlyTaxFormNames),
      part: z.string(),
      boxes: z.array(box),
      ...sums,
      lacking: z.array(z.enum(['tax_form', 'tax_number', 'address', 'exemption_code', 'status_code'])),
      state: z
        .enum(['new', 'made', 'changed'])
        .describe('changed: payments were completed or came back since the form was made.'),
      paper: z
        .object({ id: z.string(), number: z.int(), corrects: z.int().nullable() })
        .nullable()
        .describe('The form that counts now.'),
    }),
  ),
  unreported: z.array(
    z.object({
      shareholder_id: z.string(),
      shareholder: z.string(),
      type: z.string(),
      currency: z.string(),
      gross: amount,
      tax: amount,
      reason: z.enum(['not_in_dollars', 'no_form_for_kind']),
    }),
  ),
  counts: z
    .object({
      forms: z.int(),
      new: z.int().describe('Not made yet.'),
      changed: z.int().describe('To be corrected.'),
      lacking: z.int().describe('Forms that lack something.'),
      unreported: z.int(),
    })
    .describe('Of all; of a long year the lists have the first ones alone.'),
  made_forms: z.array(z.enum(yearlyTaxFormNames)).describe('The forms that can be downloaded as a file.'),
  total_gross: amount.describe('Of all forms.'),
  total_tax: amount,
  total_net: amount,
});
export type TaxYear = z.infer<typeof taxYear>;
export type TaxYearRow = TaxYear['rows'][number];

export const yearlyTaxFormsMade = z.object({ made: z.int(), corrected: z.int(), unchanged: z.int() });
export type YearlyTaxFormsMade = z.infer<typeof yearlyTaxFormsMade>;
