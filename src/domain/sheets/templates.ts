// The empty tables that can be downloaded and filled in: a heading and a hint for each column, and one example row.
// Reading knows an example by its holder's name, which begins with "Example", and skips it.

export const TEMPLATE_KINDS = [
  'snapshot',
  'certificates',
  'options',
  'convertibles',
  'stakeholders',
  'payments',
] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

export interface TemplateColumn {
  heading: string;
  hint: string;
  /** A number or a day (YYYY-MM-DD) is written as one; any other text as text. Empty: the example leaves it out. */
  example: string;
  holds: 'text' | 'number' | 'day';
}

export interface Template {
  title: string;
  columns: readonly TemplateColumn[];
}

const text = (heading: string, hint: string, example: string): TemplateColumn => ({
  heading,
  hint,
  example,
  holds: 'text',
});
const number = (heading: string, hint: string, example: string): TemplateColumn => ({
  heading,
  hint,
  example,
  holds: 'number',
});
const day = (heading: string, hint: string, example: string): TemplateColumn => ({
  heading,
  hint,
  example,
  holds: 'day',
});

const holder = text('Holder', 'The full name of the person, company or fund.', 'Example: Ada Miller');
const email = text('Email', 'Tells apart people of the same name. May be empty.', 'ada@company.example');
const shareClass = text('Share class', 'The name of the class, the same in every row.', 'Common Stock');
const vesting = text(
  'Vesting schedule',
  'Such as "4 years, 1 year cliff". Empty: fully vested.',
  '4 years, 1 year cliff',
);
const vestingStart = day('Vesting start date', 'The day from which vesting counts.', '2024-01-15');

export const TEMPLATES: Readonly<Record<TemplateKind, Template>> = {
  snapshot: {
    title: 'Holdings',
    columns: [
      holder,
      email,
      shareClass,
      number('Shares', 'How many shares of this class the holder has on the day of the table.', '1000000'),
    ],
  },
  certificates: {
    title: 'Certificates',
    columns: [
      text('Certificate number', 'Unique, such as CS-1.', 'CS-1'),
      holder,
      email,
      shareClass,
      number('Quantity issued', 'Shares when the certificate was issued.', '1000000'),
      number('Quantity outstanding', 'Shares left of it today; 0 once it has ended. Empty: all.', '1000000'),
      number('Price per share', 'What was paid for each share.', '0.0001'),
      day('Issue date', 'The day of issue.', '2024-01-15'),
      vesting,
      vestingStart,
      day('Cancellation date', 'The day on which it ended or was reduced. Empty while it is whole.', ''),
      text('Cancellation reason', 'Transfer, Repurchase, Conversion or another.', ''),
    ],
  },
  options: {
    title: 'Options',
    columns: [
      text('Grant number', 'Unique, such as ES-1.', 'ES-1'),
      holder,
      email,
      text('Plan name', 'The plan the options were granted from.', '2024 Stock Plan'),
      text('Award type', 'ISO, NSO, RSU or another.', 'ISO'),
      number('Quantity granted', 'How many options were granted.', '20000'),
      number('Exercise price', 'The price of one share at exercise.', '0.25'),
      day('Grant date', 'The day of the grant.', '2024-02-01'),
      vesting,
      vestingStart,
      number('Quantity exercised', 'Options exercised so far.', '0'),
      number('Quantity forfeited', 'Options forfeited so far.', '0'),
      number('Quantity expired', 'Options expired so far.', '0'),
      day('Expiration date', 'The last day of exercise.', '2034-01-31'),
    ],
  },
  convertibles: {
    title: 'Convertibles',
    columns: [
      text('Security ID', 'Unique, such as SAFE-1.', 'SAFE-1'),
      holder,
      email,
      text('Instrument', 'Post-money SAFE, pre-money SAFE or convertible note.', 'Post-money SAFE'),
      number('Principal', 'The amount invested.', '100000'),
      day('Issue date', 'The day of issue.', '2024-03-01'),
      number('Valuation cap', 'Empty without a cap.', '8000000'),
      text('Discount', 'With a percent sign. Empty without a discount.', '20%'),
      text('Interest rate', 'Per year, with a percent sign. Notes only.', ''),
      day('Maturity date', 'Notes only.', ''),
    ],
  },
  stakeholders: {
    title: 'Stakeholders',
    columns: [
      holder,
      text('Stakeholder type', 'Individual or Institution.', 'Individual'),
      // With an address or a number of its own the row would be a person's.
      { ...email, example: '' },
      text('Stakeholder ID', 'A number of your own, or of the company register. May be empty.', ''),
      text('Address', 'Street and number.', '1 Main Street'),
      text('City', 'Town or city.', 'Austin'),
      text('State', 'State, province or canton.', 'TX'),
      text('Postal code', 'As it is written on a letter.', '02134'),
      text('Country', 'Name or two letters.', 'US'),
    ],
  },
  payments: {
    title: 'Payments',
    columns: [
      text('Distribution', 'Its name, the same in every row of it.', 'Dividend 2024'),
      holder,
      email,
      shareClass,
      number('Shares', 'How many shares it was paid for. May be empty.', '1000000'),
      day('Record date', 'The day on which the shares counted. Empty: the payment date.', '2024-05-31'),
      day('Payment date', 'The day on which it was due.', '2024-06-14'),
      day('Paid on', 'The day on which the holder was paid.', '2024-06-14'),
      number('Gross amount', 'Before tax.', '1250'),
      number('Tax withheld', '0 or empty without tax.', '187.5'),
      number('Net amount', 'What was paid.', '1062.5'),
      text('Currency', 'Three letters. Empty: the company’s.', 'USD'),
      text('Reference', 'The bank’s, or your own. May be empty.', 'WIRE 0614'),
    ],
  },
};
