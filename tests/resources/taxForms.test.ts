// The declarations of the tax forms: what the screen, the check and the API's description make of them.
import { describe, expect, it } from 'vitest';
import {
  askedFields,
  checkTaxForm,
  formsFor,
  taxFormBody,
  taxFormNames,
  taxForms,
  taxNumberOf,
  validUntil,
} from '#src/resources/taxForms/index.ts';
import { writtenTaxNumber } from '#src/resources/taxForms/taxNumber.ts';
import { TODAY, w8ben, w8benE, w9 } from '../support/inputs/taxForms.ts';

const samples = { 'W-9': w9(), 'W-8BEN': w8ben(), 'W-8BEN-E': w8benE() };
const answers = (name: keyof typeof samples) => {
  const { form: _form, ...rest } = samples[name];
  return rest;
};

const signer = (name: keyof typeof samples) => ({
  name: String(samples[name].name),
  type: name === 'W-8BEN-E' ? 'entity' : 'individual',
});

describe.each(taxFormNames)('%s', (name) => {
  const form = taxForms[name];
  it('is accepted when it is complete, by the check and by the description of the API', () => {
    expect(checkTaxForm(name, answers(name), signer(name), TODAY)).toMatchObject({ ok: true });
    expect(taxFormBody.safeParse({ ...samples[name], version: 3 }).success).toBe(true);
  });
  it('says why each part is asked, and names no field twice', () => {
    expect(form.sections.map(({ why }) => why.length > 20)).toEqual(form.sections.map(() => true));
    const names = form.sections.flatMap(({ fields }) => Object.keys(fields));
    expect(new Set(names).size).toBe(names.length);
  });
  it('asks for a signature, its day and a declaration, and hides the number from papers', () => {
    const fields = askedFields(form, answers(name));
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['signature', 'signed_on', 'declared']));
    expect(fields.tin).toMatchObject({ isSensitive: true });
    expect(form.certification({}).length).toBeGreaterThan(2);
  });
  it.each(['王小明', 'محمد عبد الله', 'שרה כהן', '😀 Smith'])(
    'refuses %s, which its paper cannot show, at the field',
    (text) => {
      const checked = checkTaxForm(name, { ...answers(name), street_1: text }, signer(name), TODAY);
      expect(checked).toMatchObject({ ok: false, errors: { street_1: expect.stringContaining('can print') } });
    },
  );
  it.each(['Jürgen Groß', 'Łukasz Żółć', 'Νίκη Παππά', 'Анна Иванова', 'O’Brien & Sons, № 5'])('takes %s', (text) => {
    expect(checkTaxForm(name, { ...answers(name), street_1: text }, signer(name), TODAY)).toMatchObject({ ok: true });
  });
  it('names each missing answer at its field', () => {
    const checked = checkTaxForm(name, {}, signer(name), TODAY);
    const always = Object.entries(askedFields(form, {})).filter(([, { required }]) => required);
    expect(Object.keys(checked.ok ? {} : checked.errors)).toEqual(expect.arrayContaining(always.map(([each]) => each)));
  });
  it('survives half-typed answers', () => {
    const typed = { treaty_country: 'N', country: 'n', chapter_4_status: 'x', tin: '1', tin_type: 'us' };
    expect(form.certification(typed).join()).not.toContain('undefined');
    expect(checkTaxForm(name, typed, signer(name), TODAY).ok).toBe(false);
  });
});

it('people and entities are offered their forms', () => {
  expect(formsFor('individual')).toEqual(['W-9', 'W-8BEN']);
  expect(formsFor('entity')).toEqual(['W-9', 'W-8BEN-E']);
});

it.each([
  ['W-9', '2026-11-25', null],
  ['W-8BEN', '2026-11-25', '2029-12-31'],
  ['W-8BEN-E', '2026-01-01', '2029-12-31'],
  ['W-8BEN', '2024-02-29', '2027-12-31'],
] as const)('%s signed on %s is valid until %s', (name, day, until) => {
  expect(validUntil(taxForms[name], day)).toBe(until);
});

it.each([
  ['ssn', '123456789', '123-45-6789'],
  ['ssn', ' 123 45 6789 ', '123-45-6789'],
  ['ssn', '912-70-1234', '912-70-1234'],
  ['ssn', '666-12-3456', null],
  ['ssn', '123-00-3456', null],
  ['ssn', '123-45-0000', null],
  ['ssn', '12-3456789', null],
  ['ein', '123456789', '12-3456789'],
  ['ein', '12-3456789', '12-3456789'],
  ['ein', '123-45-6789', null],
  ['ein', '00-0000000', null],
  ['ein', '１２-3456789', null],
] as const)('%s %s is written %s', (kind, typed, written) => {
  expect(writtenTaxNumber(kind, typed)).toBe(written);
});

it('the number that is stored is the one of the chosen kind', () => {
  expect(taxNumberOf({ tin_type: 'ssn', tin: '123456789' })).toBe('123-45-6789');
  expect(taxNumberOf({ tin_type: 'ein', tin: '123456789' })).toBe('12-3456789');
  expect(taxNumberOf({ tin_type: 'foreign', tin: ' 29028012345 ' })).toBe('29028012345');
  expect(taxNumberOf({ tin_type: 'none', tin: '123456789' })).toBeNull();
});
