import { describe, expect, it } from 'vitest';
import { withheldFrom } from '#src/domain/distribution/withholding.ts';
import type { TaxStanding, WithholdingRule, WithholdingTerms } from '#src/domain/distribution/withholding.ts';

const rule = (rate: string, extra: Partial<WithholdingRule> = {}): WithholdingRule => ({
  country: '*',
  holder_type: '*',
  distribution_type: '*',
  form: '*',
  rate,
  ...extra,
});
const profile = (extra: Partial<TaxStanding> = {}): TaxStanding => ({
  country: 'DE',
  form: 'W-8BEN',
  form_valid_until: '2027-12-31',
  is_confirmed: true,
  withholding_rate: null,
  treaty_country: null,
  backup_withholding: false,
  ...extra,
});
const person = (of: TaxStanding | null, country: string | null = null) => ({
  type: 'individual' as const,
  country,
  profile: of,
});
const terms = (rules: WithholdingRule[], extra: Partial<WithholdingTerms> = {}): WithholdingTerms => ({
  rules,
  missing_tax_form: 'ignore',
  distribution_type: 'dividend',
  payment_date: '2026-06-30',
  ...extra,
});
const rateOf = (...given: Parameters<typeof withheldFrom>) => withheldFrom(...given).rate;

describe('what is withheld', () => {
  it('is nothing, and for no reason, while the company has no rules', () => {
    expect(withheldFrom(person(null, 'DE'), terms([]))).toEqual({
      rate: '0',
      reason: null,
      awaits_form: false,
      is_foreign: true,
      treaty_country: null,
    });
  });
  it('follows the most specific rule, and of equally specific ones the higher rate', () => {
    const rules = [
      rule('0.30'),
      rule('0.10', { country: 'DE' }),
      rule('0.20', { holder_type: 'individual' }),
      rule('0.05', { country: 'DE', distribution_type: 'interest' }),
    ];
    expect(rateOf(person(null, 'DE'), terms(rules))).toBe('0.2');
    expect(rateOf(person(null, 'FR'), terms(rules))).toBe('0.2');
    expect(rateOf({ ...person(null, 'FR'), type: 'entity' }, terms(rules))).toBe('0.3');
    expect(rateOf(person(null, 'DE'), terms(rules, { distribution_type: 'interest' }))).toBe('0.05');
    expect(withheldFrom(person(null, 'DE'), terms([rule('0.10', { country: 'DE' })])).reason).toBe(
      'Rule for holders in DE: 10%',
    );
  });
  it('takes the country of the tax profile before that of the address', () => {
    const rules = [rule('0', { country: 'US' }), rule('0.15', { country: 'DE' })];
    expect(rateOf(person(profile(), 'US'), terms(rules))).toBe('0.15');
  });
  it('is the rate on the profile while its form is valid on the day of payment', () => {
    const own = profile({ withholding_rate: '0.05' });
    expect(withheldFrom(person(own), terms([rule('0.30')]))).toMatchObject({
      rate: '0.05',
      reason: 'Rate of the tax profile: 5%',
    });
    expect(rateOf(person(own), terms([rule('0.30')], { payment_date: '2027-12-31' }))).toBe('0.05');
    expect(rateOf(person(own), terms([rule('0.30')], { payment_date: '2028-01-01' }))).toBe('0.3');
    expect(rateOf(person({ ...own, is_confirmed: false }), terms([rule('0.30')]))).toBe('0.3');
    expect(rateOf(person({ ...own, form: null }), terms([rule('0.30')]))).toBe('0.3');
  });
  it('is the treaty’s rate only where a valid form claims that treaty', () => {
    const rules = [rule('0.30'), rule('0.15', { country: 'DE', form: 'treaty' })];
    expect(rateOf(person(profile({ treaty_country: 'DE' })), terms(rules))).toBe('0.15');
    expect(rateOf(person(profile()), terms(rules))).toBe('0.3');
    expect(rateOf(person(profile({ treaty_country: 'FR' })), terms(rules))).toBe('0.3');
    expect(rateOf(person(profile({ treaty_country: 'DE', form_valid_until: '2026-06-29' })), terms(rules))).toBe('0.3');
  });
});

describe('a missing form', () => {
  const rules = [rule('0.30'), rule('0', { country: 'US' }), rule('0.35', { distribution_type: 'interest' })];
  it('takes the highest rate for such a distribution, or waits at it, as the company says', () => {
    const taken = terms(rules, { missing_tax_form: 'highest_rate' });
    expect(withheldFrom(person(null, 'US'), taken)).toMatchObject({
      rate: '0.3',
      reason: 'No tax form: 30%',
      awaits_form: false,
    });
    const held = terms(rules, { missing_tax_form: 'hold' });
    expect(withheldFrom(person(null, 'US'), held)).toMatchObject({ rate: '0.3', awaits_form: true });
    expect(rateOf(person(profile({ country: 'US', form: 'W-9', form_valid_until: null })), held)).toBe('0');
  });
  it('takes the rate of a rule for missing forms, where one fits', () => {
    const own = [...rules, rule('0.24', { country: 'US', form: 'missing' }), rule('0.30', { form: 'missing' })];
    const taken = terms(own, { missing_tax_form: 'highest_rate' });
    expect([rateOf(person(null, 'US'), taken), rateOf(person(null, 'DE'), taken)]).toEqual(['0.24', '0.3']);
    expect(rateOf(person(null, 'US'), terms(own))).toBe('0');
    const w9 = profile({ country: 'US', form: 'W-9', form_valid_until: null, backup_withholding: true });
    expect(withheldFrom(person(w9), terms(own))).toMatchObject({
      rate: '0.24',
      reason: 'Backup withholding, as form W-9 says: 24%',
    });
  });
  it('says why the form does not count', () => {
    const taken = terms(rules, { missing_tax_form: 'highest_rate', payment_date: '2028-01-01' });
    const reasons = [profile(), profile({ is_confirmed: false }), profile({ form: null })].map(
      (each) => withheldFrom(person(each), taken).reason,
    );
    expect(reasons).toEqual([
      'Form W-8BEN is valid only until 2027-12-31: 30%',
      'Form W-8BEN is not confirmed yet: 30%',
      'No tax form: 30%',
    ]);
  });
});
