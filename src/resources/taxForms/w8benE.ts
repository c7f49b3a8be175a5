// Form W-8BEN-E: entities that are not of the United States.
import { countryName } from '#src/domain/countries.ts';
import { choice, country, text } from '../kit/fields.ts';
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

/** The statuses that this form covers, each with what the signer certifies. */
const statuses = {
  active_nffe: {
    label: 'Active non-financial foreign entity (active NFFE)',
    certifies:
      'The entity is not a financial institution; less than half of its gross income of the preceding calendar year is passive income, and less than half of its assets produce passive income or are held to produce it.',
  },
  passive_nffe: {
    label: 'Passive non-financial foreign entity without substantial US owners (passive NFFE)',
    certifies:
      'The entity is not a financial institution and has no other status of this list, and no person of the United States is a substantial owner of it.',
  },
  publicly_traded_nffe: {
    label: 'Publicly traded non-financial foreign entity, or an affiliate of one',
    certifies:
      'The entity is not a financial institution, and its stock, or that of an entity of its group, is regularly traded on an established securities market.',
  },
  participating_ffi: { label: 'Participating foreign financial institution (FFI)', certifies: null },
  reporting_model_1_ffi: { label: 'Reporting Model 1 FFI', certifies: null },
  reporting_model_2_ffi: { label: 'Reporting Model 2 FFI', certifies: null },
  registered_deemed_compliant_ffi: { label: 'Registered deemed-compliant FFI', certifies: null },
  foreign_government: {
    label: 'Foreign government, or a foreign central bank of issue',
    certifies:
      'The entity is the beneficial owner of the payment and does not engage in commercial financial activities of a kind that an insurance company, custodian or bank engages in.',
  },
  nonprofit: {
    label: 'Nonprofit organization',
    certifies:
      'The entity is established for religious, charitable, scientific, artistic, cultural or educational purposes in its country of residence, is exempt from income tax there, and no private person or noncharitable entity has a claim on its income or assets.',
  },
} as const;
type Status = keyof typeof statuses;
const statusNames = Object.keys(statuses) as Status[];
const isRegistered = (status: unknown): boolean =>
  Object.hasOwn(statuses, String(status)) && statuses[status as Status].certifies === null;

export const w8benE: TaxForm = {
  signers: ['entity'],
  choose: 'W-8BEN-E: an entity that is not of the United States',
  heading: 'Foreign status of a beneficial owner (entity), in place of Form W-8BEN-E',
  years: 3,
  sections: [
    {
      title: 'The entity',
      why: 'It shows that the entity is not taxed as one of the United States.',
      fields: {
        name: text({ max: 200, required: true, label: 'Name of the organization' }),
        country_of_organization: country({ required: true, label: 'Country of incorporation or organization' }),
        disregarded_entity_name: text({
          max: 200,
          label: 'Name of the disregarded entity that receives the payment',
          help: 'If it is another.',
        }),
      },
    },
    {
      title: 'Status',
      why: 'The first decides how much tax is withheld, the second whether the Foreign Account Tax Compliance Act (FATCA) asks for more.',
      fields: {
        chapter_3_status: choice(
          [
            'corporation',
            'partnership',
            'simple_trust',
            'complex_trust',
            'grantor_trust',
            'estate',
            'government',
            'central_bank',
            'private_foundation',
            'international_organization',
            'tax_exempt_organization',
          ],
          {
            required: true,
            label: 'Chapter 3 status: the type of entity',
            labels: {
              central_bank: 'Central bank of issue',
              tax_exempt_organization: 'Tax-exempt organization',
            },
          },
        ),
        chapter_4_status: choice(statusNames, {
          required: true,
          label: 'Chapter 4 status (FATCA)',
          labels: Object.fromEntries(statusNames.map((name) => [name, statuses[name].label])) as Record<Status, string>,
          help: 'If none fits, complete the form of the IRS and send it to the company.',
        }),
        giin: text({
          max: 19,
          required: true,
          pattern: /^[A-NP-Z0-9]{6}\.[A-NP-Z0-9]{5}\.[A-Z]{2}\.\d{3}$/,
          patternHelp: 'A GIIN looks like 98Q96B.00000.LE.250.',
          label: 'Global intermediary identification number (GIIN)',
        }),
      },
    },
    {
      title: 'Permanent address',
      why: 'The country where the entity is taxed decides what is withheld.',
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
      why: 'It is reported with what the entity is paid, and a treaty rate needs it.',
      fields: foreignTaxNumber,
    },
    {
      title: 'Treaty',
      why: 'Without a treaty, 30 percent of dividends are withheld. A treaty may lower that for entities that meet its limitation on benefits.',
      fields: {
        ...treaty,
        limitation_on_benefits: choice(
          [
            'government',
            'tax_exempt_pension',
            'tax_exempt_other',
            'publicly_traded',
            'publicly_traded_subsidiary',
            'ownership_and_base_erosion',
            'derivative_benefits',
            'active_trade',
            'discretionary_determination',
            'no_such_article',
          ],
          {
            label: 'Limitation on benefits that the entity meets',
            labels: {
              tax_exempt_pension: 'Tax-exempt pension trust or fund',
              tax_exempt_other: 'Other tax-exempt organization',
              publicly_traded: 'Publicly traded corporation',
              publicly_traded_subsidiary: 'Subsidiary of a publicly traded corporation',
              ownership_and_base_erosion: 'Ownership and base erosion test',
              derivative_benefits: 'Derivative benefits test',
              active_trade: 'Active trade or business test',
              discretionary_determination: 'Favourable discretionary determination',
              no_such_article: 'The treaty has no such article',
            },
          },
        ),
      },
      pairs: [['treaty_country', 'treaty_rate']],
    },
    {
      title: 'Signature',
      why: 'The form counts only if a person who may act for the entity signs it.',
      fields: signature,
      pairs: [['signature', 'capacity']],
    },
  ],
  asksFor: (name, answers) =>
    name === 'giin' ? isRegistered(answers.chapter_4_status) : asksForTaxNumber(name, answers),
  certification: (answers) => [
    'I have examined the information on this form, and to the best of my knowledge and belief it is true, correct and complete.',
    'The entity is the beneficial owner of all the income to which this form relates, or uses this form to certify its status for chapter 4.',
    'The entity is not a person of the United States.',
    'This form relates to income that is not effectively connected with a trade or business in the United States, or is so but is not taxed under an income tax treaty.',
    ...(isGiven(answers.chapter_4_status) && Object.hasOwn(statuses, String(answers.chapter_4_status))
      ? [
          statuses[answers.chapter_4_status as Status].certifies ??
            'The GIIN on this form is that of the entity, and its status in the list of the IRS is the one named above.',
        ]
      : []),
    ...(isGiven(answers.treaty_country)
      ? [
          `The entity is a resident of ${countryName(String(answers.treaty_country))} within the meaning of its income tax treaty with the United States, derives the income for which it claims the treaty, and meets the limitation on benefits named above.`,
        ]
      : []),
    'I may sign for the entity, and a new form will be signed within 30 days if any certification on this form becomes incorrect.',
  ],
  faults: (answers) => ({
    ...(answers.country_of_organization === 'US'
      ? { country_of_organization: 'An entity of the United States signs a W-9.' }
      : {}),
    ...(answers.country === 'US'
      ? { country: 'Give the address outside the United States where the entity is taxed.' }
      : {}),
    ...treatyFaults(answers),
    ...(isGiven(answers.treaty_country) && !isGiven(answers.limitation_on_benefits)
      ? { limitation_on_benefits: 'Choose how the entity meets the limitation on benefits of the treaty.' }
      : {}),
    ...taxNumberFaults(answers, ['ein']),
  }),
};
