// Form W-8BEN: people who are not of the United States.
import { countryName } from '#src/domain/countries.ts';
import { country, date, text } from '../kit/fields.ts';
import {
  address,
  addressPairs,
  asksForTaxNumber,
  foreignTaxNumber,
  isGiven,
  signature,
  taxNumberFaults,
  treaty,
  treatyFaults,
} from './taxForm.ts';
import type { TaxForm } from './taxForm.ts';

const { signature: fullName, signed_on, declared } = signature;

export const w8ben: TaxForm = {
  signers: ['individual'],
  choose: 'W-8BEN: a person who is neither a citizen nor a resident of the United States',
  heading: 'Foreign status of a beneficial owner (individual), in place of Form W-8BEN',
  years: 3,
  sections: [
    {
      title: 'Who you are',
      why: 'It shows that you are not taxed as a person of the United States.',
      fields: {
        name: text({ max: 200, required: true, label: 'Name' }),
        citizenship_country: country({ required: true, label: 'Country of citizenship' }),
        date_of_birth: date({ required: true, from: '1900-01-01', label: 'Date of birth' }),
      },
      pairs: [['citizenship_country', 'date_of_birth']],
    },
    {
      title: 'Permanent address',
      why: 'The country where you live for tax decides what is withheld.',
      fields: {
        ...address,
        mailing_address: text({
          max: 400,
          label: 'Mailing address',
          help: 'In one line, if it is not the permanent address.',
        }),
      },
      pairs: addressPairs,
    },
    {
      title: 'Tax number',
      why: 'It is reported with what you are paid, and a treaty rate needs it.',
      fields: foreignTaxNumber,
    },
    {
      title: 'Treaty',
      why: 'Without a treaty, 30 percent of dividends are withheld. A treaty of your country may lower that.',
      fields: treaty,
      pairs: [['treaty_country', 'treaty_rate']],
    },
    {
      title: 'Signature',
      why: 'The form counts only if it is signed.',
      fields: { signature: fullName, signed_on, declared },
    },
  ],
  asksFor: asksForTaxNumber,
  certification: (answers) => [
    'I have examined the information on this form, and to the best of my knowledge and belief it is true, correct and complete.',
    'I am the individual who is the beneficial owner of all the income to which this form relates, or I use this form to document myself for chapter 4.',
    'I am not a person of the United States.',
    'This form relates to income that is not effectively connected with a trade or business in the United States, or is so but is not taxed under an income tax treaty.',
    ...(isGiven(answers.treaty_country)
      ? [
          `I am a resident of ${countryName(String(answers.treaty_country))} within the meaning of its income tax treaty with the United States.`,
        ]
      : []),
    'I will sign a new form within 30 days if any certification on this form becomes incorrect.',
  ],
  faults: (answers) => ({
    ...(answers.citizenship_country === 'US'
      ? { citizenship_country: 'A citizen of the United States signs a W-9, wherever they live.' }
      : {}),
    ...(answers.country === 'US'
      ? {
          country:
            'This form is for people who live outside the United States. Give the address where you live for tax.',
        }
      : {}),
    ...(typeof answers.date_of_birth === 'string' && answers.date_of_birth > String(answers.signed_on)
      ? { date_of_birth: 'This day is in the future.' }
      : {}),
    ...treatyFaults(answers),
    ...taxNumberFaults(answers, ['ssn']),
  }),
};
