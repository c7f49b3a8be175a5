// The signed tax form on paper. Of the tax number it shows the last four characters alone, because the file is not encrypted.
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { askedFields, taxForms } from '#src/resources/taxForms/index.ts';
import type { Answers, TaxFormName } from '#src/resources/taxForms/index.ts';
import { countryName } from '#src/domain/countries.ts';
import type { FormPaper } from '#server/paper/formPdf.ts';
import { lastFour } from './holderDetails.ts';

export interface SignedForm {
  name: TaxFormName;
  values: Answers;
  company: string;
  /** The shareholder's name in the company's records, and the address of the account that signed. */
  holder: string;
  email: string;
  until: string | null;
}

export function taxFormPaper({ name, values, company, holder, email, until }: SignedForm): FormPaper {
  const form = taxForms[name];
  const fields = askedFields(form, values);
  const rowsOf = (names: readonly string[]) =>
    names
      .filter((each) => fields[each] && each !== 'declared' && shown(values[each]))
      .map((each) => [labelOf({ fields }, each), said(each, fields[each]!, values[each])] as const);
  const sections = form.sections.map((section) => ({
    title: section.title,
    rows: rowsOf(Object.keys(section.fields)),
  }));
  return {
    title: `Form ${name} (substitute)`,
    heading: form.heading,
    about: `Given to ${company} by ${holder}, in its shareholder portal. The company keeps it; it is not sent to the Internal Revenue Service (IRS).`,
    company,
    sections: sections.slice(0, -1).filter(({ rows }) => rows.length > 0),
    declaration: {
      intro: 'Under penalties of perjury, the person who signs declares:',
      items: form.certification(values),
    },
    signature: [
      ...sections.at(-1)!.rows,
      ['Signed with the account', email],
      ['Valid through', until === null ? 'Until something on it changes' : dayOf(until)],
    ],
    notes: [
      `This is a substitute form: it asks for what Form ${name} of the IRS asks, in another layout and in fewer words. The name was typed as an electronic signature, after the person confirmed who they are.`,
      ...(shown(values.tin)
        ? [
            'The tax number was given in full. The company keeps it encrypted; this paper shows its last four characters alone.',
          ]
        : []),
    ],
  };
}

const shown = (value: unknown) => value !== null && value !== undefined && value !== '';

function said(name: string, field: Field, value: unknown): string {
  const text = String(value);
  if (field.isSensitive) return `ends in ${lastFour(text)}`;
  if (name.includes('country')) return `${countryName(text)} (${text})`;
  if (name === 'treaty_rate') return `${text} percent`;
  if (field.kind === 'choice') return wordOf(field, text);
  if (field.kind === 'boolean') return value === true ? 'Yes' : 'No';
  return field.kind === 'date' ? dayOf(text) : text;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayOf = (iso: string) => day.format(new Date(`${iso}T00:00:00Z`));
