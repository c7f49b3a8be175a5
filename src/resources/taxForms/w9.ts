// Form W-9: people and entities of the United States.
import { boolean, choice, text } from '../kit/fields.ts';
import { address, addressPairs, signature, taxNumberFaults } from './taxForm.ts';
import type { TaxForm } from './taxForm.ts';

export const w9: TaxForm = {
  signers: ['individual', 'entity'],
  choose: 'W-9: a citizen, resident or entity of the United States',
  heading: 'Taxpayer identification number and certification, in place of Form W-9',
  years: null,
  sections: [
    {
      title: 'Who you are',
      why: 'The company reports what it pays you to the Internal Revenue Service (IRS) under this name and classification.',
      fields: {
        name: text({ max: 200, required: true, label: 'Name', help: 'As on your income tax return.' }),
        disregarded_entity_name: text({
          max: 200,
          label: 'Business name or name of a disregarded entity',
          help: 'If it is not the name above.',
        }),
        tax_classification: choice(
          ['individual', 'c_corporation', 's_corporation', 'partnership', 'trust_estate', 'llc', 'other'],
          {
            required: true,
            label: 'Federal tax classification',
            labels: {
              individual: 'Individual or sole proprietor',
              c_corporation: 'C corporation',
              s_corporation: 'S corporation',
              trust_estate: 'Trust or estate',
              llc: 'Limited liability company (LLC)',
            },
          },
        ),
        llc_classification: choice(['C', 'S', 'P'], {
          required: true,
          label: 'How the LLC is taxed',
          labels: { C: 'As a C corporation', S: 'As an S corporation', P: 'As a partnership' },
        }),
        other_classification: text({ max: 100, required: true, label: 'Which other classification' }),
        exempt_payee_code: choice(
          Array.from({ length: 13 }, (_, at) => String(at + 1)),
          {
            label: 'Exempt payee code',
            help: 'Only for entities that are exempt from backup withholding: 5 for a corporation, for instance.',
          },
        ),
      },
    },
    { title: 'Address', why: 'Tax statements are mailed to it.', fields: address, pairs: addressPairs },
    {
      title: 'Tax number',
      why: 'The IRS matches what the company reports with your return. Without it, 24 percent of what you are paid must be withheld.',
      fields: {
        tin_type: choice(['ssn', 'ein'], {
          required: true,
          label: 'Kind of number',
          labels: { ssn: 'Social security number or ITIN', ein: 'Employer identification number' },
        }),
        tin: text({ max: 40, required: true, isSensitive: true, label: 'Number' }),
        backup_withholding: boolean({
          required: true,
          label: 'Has the IRS told you that you are subject to backup withholding?',
          help: 'Because you did not report all interest and dividends. Most people answer no.',
        }),
      },
    },
    {
      title: 'Signature',
      why: 'The form counts only if it is signed.',
      fields: signature,
      pairs: [['signature', 'capacity']],
    },
  ],
  asksFor: (name, { tax_classification }) => {
    if (name === 'llc_classification') return tax_classification === 'llc';
    if (name === 'other_classification') return tax_classification === 'other';
    if (name === 'exempt_payee_code' || name === 'capacity')
      return tax_classification !== 'individual' && tax_classification !== undefined && tax_classification !== null;
    return true;
  },
  certification: ({ backup_withholding }) => [
    'The number shown on this form is my correct taxpayer identification number.',
    backup_withholding === true
      ? 'The IRS has notified me that I am currently subject to backup withholding because I failed to report all interest and dividends on my tax return.'
      : 'I am not subject to backup withholding, because I am exempt from it, or the IRS has not notified me that I am subject to it as a result of a failure to report all interest or dividends, or the IRS has notified me that I am no longer subject to it.',
    'I am a citizen of the United States or another person of the United States.',
  ],
  faults: (answers) => ({
    ...taxNumberFaults(answers, [answers.tin_type === 'ein' ? 'ein' : 'ssn']),
    ...(answers.tin_type === 'ssn' && ENTITIES.includes(String(answers.tax_classification))
      ? { tin_type: 'A corporation or partnership has an employer identification number.' }
      : {}),
  }),
};

const ENTITIES = ['c_corporation', 's_corporation', 'partnership', 'llc'];
