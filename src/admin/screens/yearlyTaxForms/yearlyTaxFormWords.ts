// The words of the tax forms' states, and of what they lack.
import type { TaxYear, TaxYearRow } from '#src/contract/yearlyTaxForms.ts';

export const STATES = {
  new: { label: 'Not made', tone: 'neutral' },
  made: { label: 'Made', tone: 'success' },
  changed: { label: 'To be corrected', tone: 'warning' },
} as const satisfies Record<TaxYearRow['state'], { label: string; tone: string }>;

export const LACKING: Record<TaxYearRow['lacking'][number], string> = {
  tax_form: 'tax form',
  tax_number: 'tax number',
  address: 'address',
  exemption_code: 'exemption code (box 3a)',
  status_code: 'status code (box 13f)',
};

export const UNREPORTED: Record<TaxYear['unreported'][number]['reason'], string> = {
  not_in_dollars: 'These forms are in US dollars: convert the amount and enter it where you file.',
  no_form_for_kind: 'These forms have no box for this kind of payment. Ask your tax adviser.',
};
