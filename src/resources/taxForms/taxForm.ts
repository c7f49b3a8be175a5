// What a tax form is made of: its fields in sections, the declaration that the holder signs, and what must fit together.
import { boolean, choice, country, date, text } from '../kit/fields.ts';
import type { Fields } from '../kit/fields.ts';
import { taxId } from '../holderDetails.ts';
import { writtenTaxNumber } from './taxNumber.ts';

export type Answers = Readonly<Record<string, unknown>>;
export type Faults = Record<string, string>;

interface Section {
  title: string;
  /** Why it is asked. */
  why: string;
  fields: Fields;
  /** The inputs side by side; a field that is in none has its own line. */
  pairs?: readonly (readonly string[])[];
}

export interface TaxForm {
  /** Which shareholders may sign it, by the type of their record. */
  signers: readonly ('individual' | 'entity')[];
  /** What a person reads when they choose. */
  choose: string;
  /** The heading on paper. */
  heading: string;
  sections: readonly Section[];
  /** Whether a field is asked, given the other answers. */
  asksFor: (name: string, answers: Answers) => boolean;
  /** The sentences under penalties of perjury, given the answers. */
  certification: (answers: Answers) => readonly string[];
  /** What must fit together beyond each field by itself. */
  faults: (answers: Answers) => Faults;
  /** It is valid through the last day of this calendar year after the one of the signature; null: without end. */
  years: number | null;
}

export const address = {
  street_1: text({ max: 200, required: true, label: 'Street', help: 'Not a post office box.' }),
  street_2: text({ max: 200, label: 'Street, second line' }),
  city: text({ max: 100, required: true }),
  state: text({ max: 100, label: 'State or province' }),
  postal_code: text({ max: 20, label: 'Postal code' }),
  country: country({ required: true }),
};
export const addressPairs = [
  ['city', 'state'],
  ['postal_code', 'country'],
] as const;

export const treaty = {
  treaty_country: country({ label: 'Treaty country', help: 'If you claim a lower rate under an income tax treaty.' }),
  treaty_article: text({ max: 100, label: 'Article and paragraph of the treaty', help: 'Such as Article 10(2)(a).' }),
  treaty_rate: text({
    max: 6,
    pattern: /^\d{1,2}(\.\d{1,3})?$/,
    patternHelp: 'A percentage such as 15, with at most three decimals.',
    label: 'Claimed rate',
    help: 'In percent, such as 15.',
  }),
};

/** A treaty is claimed with its country, its article and its rate, or not at all. */
export function treatyFaults(answers: Answers): Faults {
  const names = Object.keys(treaty);
  const isClaimed = names.some((name) => isGiven(answers[name]));
  const missing = isClaimed ? names.filter((name) => !isGiven(answers[name])) : [];
  const tooHigh = isGiven(answers.treaty_rate) && Number(answers.treaty_rate) > 30;
  return {
    ...Object.fromEntries(
      missing.map((name) => [name, 'A treaty is claimed with its country, its article and a rate.']),
    ),
    ...(tooHigh ? { treaty_rate: 'Without a treaty 30 percent are withheld. A treaty rate is not higher.' } : {}),
  };
}

export const foreignTaxNumber = {
  tin_type: choice(['us', 'foreign', 'none'], {
    required: true,
    label: 'Tax number that you give',
    labels: {
      us: 'The number of the United States',
      foreign: 'The number of the country where you pay tax',
      none: 'I have none',
    },
  }),
  tin: text({ max: 40, required: true, isSensitive: true, label: 'Tax number' }),
  no_tin_reason: choice(['not_issued', 'not_required'], {
    required: true,
    label: 'Why you have none',
    labels: {
      not_issued: 'My country does not issue tax numbers',
      not_required: 'My country does not require that I have one',
    },
  }),
};

export const asksForTaxNumber = (name: string, { tin_type }: Answers): boolean =>
  name === 'tin' ? tin_type !== 'none' : name === 'no_tin_reason' ? tin_type === 'none' : true;

/** The fault of the tax number, for the kinds of numbers that it may be. */
export function taxNumberFaults({ tin, tin_type }: Answers, kinds: readonly ('ssn' | 'ein')[]): Faults {
  if (typeof tin !== 'string' || tin === '' || tin_type === 'none') return {};
  if (tin_type !== 'foreign') {
    if (kinds.some((kind) => writtenTaxNumber(kind, tin) !== null)) return {};
    return { tin: kinds.map((kind) => SHAPES[kind]).join(' Or: ') };
  }
  const parsed = taxId.safeParse(tin);
  return parsed.success ? {} : { tin: parsed.error.issues[0]!.message };
}

const SHAPES = {
  ssn: 'A social security number or an ITIN has nine digits, such as 123-45-6789.',
  ein: 'An employer identification number has nine digits, such as 12-3456789.',
};

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** How every form ends. */
export const signature = {
  signature: text({
    max: 200,
    required: true,
    label: 'Full name of the person who signs',
    help: 'Typing your name here is your signature.',
  }),
  capacity: text({
    max: 100,
    required: true,
    label: 'Title of the person who signs',
    help: 'Such as director or trustee.',
  }),
  signed_on: date({ required: true, label: 'Date' }),
  declared: boolean({ required: true, label: 'I declare this under penalties of perjury' }),
};
