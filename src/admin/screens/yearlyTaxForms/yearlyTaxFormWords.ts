// The words of the tax forms' states, and of what they lack.
import { say } from '#src/words/say.ts';
import type { TaxYear, TaxYearRow } from '#src/contract/yearlyTaxForms.ts';

export const STATES = {
  new: { label: say`Not made`, tone: 'neutral' },
  made: { label: say`Made`, tone: 'success' },
  changed: { label: say`To be corrected`, tone: 'warning' },
} as const satisfies Record<TaxYearRow['state'], { label: string; tone: string }>;

export const LACKING: Record<TaxYearRow['lacking'][number], string> = {
  tax_form: say`tax form`,
  tax_number: say`tax number`,
  address: say`address`,
  exemption_code: say`exemption code (box 3a)`,
  status_code: say`status code (box 13f)`,
};

export const UNREPORTED: Record<TaxYear['unreported'][number]['reason'], string> = {
  not_in_dollars: say`These forms are in US dollars: convert the amount and enter it where you file.`,
  no_form_for_kind: say`These forms have no box for this kind of payment. Ask your tax adviser.`,
};
