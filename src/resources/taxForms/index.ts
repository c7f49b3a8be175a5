// The tax forms that a holder signs here, each in place of the IRS's own form of the same name. The screen, the validation, the
// paper and OpenAPI read these declarations.
import { z } from 'zod';
import { addMonths } from '#src/domain/dates.ts';
import { checkRecord, verbBody } from '../kit/validation.ts';
import type { Fields } from '../kit/fields.ts';
import { isGiven } from './taxForm.ts';
import type { Answers, Faults, TaxForm } from './taxForm.ts';
import { writtenTaxNumber } from './taxNumber.ts';
import { w8ben } from './w8ben.ts';
import { w8benE } from './w8benE.ts';
import { w9 } from './w9.ts';

export type { Answers, TaxForm } from './taxForm.ts';

export const taxForms = { 'W-9': w9, 'W-8BEN': w8ben, 'W-8BEN-E': w8benE } satisfies Record<string, TaxForm>;
export type TaxFormName = keyof typeof taxForms;
export const taxFormNames = Object.keys(taxForms) as [TaxFormName, ...TaxFormName[]];

/** The forms for a holder of this type. */
export const formsFor = (type: string): TaxFormName[] =>
  taxFormNames.filter((name) => (taxForms[name].signers as readonly string[]).includes(type));

const allFields = ({ sections }: TaxForm): Fields => Object.assign({}, ...sections.map(({ fields }) => fields));

/** The fields that are asked with these answers. */
export const askedFields = (form: TaxForm, answers: Answers): Fields =>
  Object.fromEntries(Object.entries(allFields(form)).filter(([name]) => form.asksFor(name, answers)));

/** The record of the shareholder who signs. */
export interface Signer {
  name: string;
  type: string;
}

/** In: the answers, the signer's record and the company's current date. Out: the values, or a message for each field at fault. */
export function checkTaxForm(
  name: TaxFormName,
  answers: Answers,
  signer: Signer,
  today: string,
): { ok: true; values: Answers } | { ok: false; errors: Faults } {
  const form = taxForms[name];
  const fields = askedFields(form, answers);
  const checked = checkRecord({ fields }, { ...answers });
  const values = checked.ok ? checked.values : answers;
  const errors = {
    ...letterFaults(values),
    ...form.faults(values),
    ...signerFaults(fields, values, signer),
    ...signatureFaults(fields, values, today),
    ...(checked.ok ? {} : checked.errors),
  };
  return Object.keys(errors).length === 0 ? { ok: true, values } : { ok: false, errors };
}

/** The paper is the only place that keeps the answers, so it must show each letter as it was typed. */
const PRINTED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;
const letterFaults = (values: Answers): Faults =>
  Object.fromEntries(
    Object.entries(values)
      .filter(
        ([, value]) =>
          typeof value === 'string' && (!PRINTED.test(value) || /(?![©®™])\p{Extended_Pictographic}/u.test(value)),
      )
      .map(([name]) => [name, 'The form can print Latin, Greek and Cyrillic letters. Write it in one of them.']),
  );

/** A form under another name, or as another kind of taxpayer, does not count for the record. */
function signerFaults(fields: Fields, answers: Answers, signer: Signer): Faults {
  const { name, disregarded_entity_name: below, tax_classification } = answers;
  // An entity that is disregarded for tax stands below the name and with the classification of its owner.
  if (signer.type === 'entity' && isGiven(below) && folded(below) === folded(signer.name)) return {};
  // A name that the paper cannot print is signed in other letters, which cannot be compared.
  const isOther = isGiven(name) && PRINTED.test(signer.name) && folded(name) !== folded(signer.name);
  const isAsPerson = tax_classification === 'individual';
  const isEntity = signer.type === 'entity';
  return {
    ...(isOther
      ? {
          name: `The company’s records say ${signer.name}. Sign under this name, or ask the company to change its records first.`,
        }
      : {}),
    ...(fields.tax_classification && isGiven(tax_classification) && isAsPerson === isEntity
      ? {
          tax_classification: isEntity
            ? 'The company’s records say that you are an entity. Choose its classification, or ask the company to change its records first.'
            : 'The company’s records say that you are a person. Choose Individual or sole proprietor, or ask the company to change its records first.',
        }
      : {}),
  };
}

/** Phones write other apostrophes than keyboards. */
const folded = (text: unknown) =>
  String(text)
    .replace(/[’‘ʼ`´]/g, "'")
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .replace(/\s+/g, ' ')
    .trim();

function signatureFaults(fields: Fields, values: Answers, today: string): Faults {
  // An entity is signed for by a person with a title.
  const isOwn = fields.capacity === undefined;
  return {
    ...(values.signed_on !== today ? { signed_on: `A form is signed with the date of the day: ${today}.` } : {}),
    ...(isOwn && isGiven(values.signature) && folded(values.signature) !== folded(values.name)
      ? { signature: 'Type the name as it is given above.' }
      : {}),
    ...(values.declared !== true
      ? { declared: 'Tick the box to declare this. Without it the form does not count.' }
      : {}),
  };
}

/** The tax number as it is usually written; null where none is given. */
export function taxNumberOf({ tin, tin_type }: Answers): string | null {
  if (typeof tin !== 'string' || tin === '' || tin_type === 'none') return null;
  if (tin_type === 'foreign') return tin.trim();
  return (tin_type === 'ein' ? null : writtenTaxNumber('ssn', tin)) ?? writtenTaxNumber('ein', tin) ?? tin.trim();
}

/** The last day on which the form counts; null: without end. */
export function validUntil({ years }: TaxForm, signedOn: string): string | null {
  return years === null ? null : `${addMonths(signedOn, years * 12).slice(0, 4)}-12-31`;
}

const bodyOf = (name: TaxFormName) => {
  const form = taxForms[name];
  const fields = allFields(form);
  // A required field that only some answers ask for is optional here; checkTaxForm decides.
  const shape = Object.entries(verbBody({ fields }).shape).map(([field, schema]) => {
    const isAsked = !fields[field]!.required || form.asksFor(field, {});
    return [field, isAsked ? schema : (schema as z.ZodType).nullish()];
  });
  return z
    .strictObject({
      form: z.literal(name),
      version: z.int().min(1).optional().describe('The version of the shareholder that you read.'),
      ...Object.fromEntries(shape),
    })
    .describe(form.choose);
};

/** For the description of the API. */
export const taxFormBody = z.discriminatedUnion('form', [bodyOf('W-9'), bodyOf('W-8BEN'), bodyOf('W-8BEN-E')]);
