// As whom a holder is taxed of whom the company knows no country.
import { describe, expect, it } from 'vitest';
import { countrylessOf, withheldFrom } from '#src/domain/distribution/withholding.ts';
import type { TaxedHolder, WithholdingRule, WithholdingTerms } from '#src/domain/distribution/withholding.ts';

const rule = (country: string, rate: string, form: WithholdingRule['form'] = '*'): WithholdingRule => ({
  country,
  holder_type: '*',
  distribution_type: '*',
  form,
  rate,
});
const SOURCE = '26 CFR 1.1441-1(b)(3)(iii)';
const terms = (extra: Partial<WithholdingTerms> = {}): WithholdingTerms => ({
  rules: [rule('*', '0.30'), rule('US', '0'), rule('US', '0.24', 'missing'), rule('*', '0.30', 'missing')],
  missing_tax_form: 'highest_rate',
  distribution_type: 'dividend',
  payment_date: '2026-06-30',
  presumed: { country: 'US', source: SOURCE },
  ...extra,
});
const nobody: TaxedHolder = { type: 'individual', country: null, profile: null };

describe('a holder without a country', () => {
  it('is presumed to be of the country that the rules name, with the source in the reason', () => {
    expect(withheldFrom(nobody, terms())).toMatchObject({
      rate: '0.24',
      reason: `No tax form: 24%. Presumed to be of the United States, because no country is recorded (${SOURCE})`,
      is_foreign: false,
    });
  });
  it('follows the rule for any country where nobody is presumed', () => {
    expect(withheldFrom(nobody, terms({ presumed: null }))).toMatchObject({
      rate: '0.3',
      reason: 'No tax form: 30%',
      is_foreign: true,
    });
    expect(countrylessOf(nobody, terms({ presumed: null }))).toEqual({ presumed: null, sign: null });
  });
  it.each([
    [{ said_country: 'DE' }, 'says that their country is Germany'],
    [{ unconfirmed_form: 'W-8BEN' }, 'sent form W-8BEN, which is not confirmed'],
    [{ account_country: 'NO' }, 'is paid to an account in Norway'],
    [{ is_employed_abroad: true }, 'is recorded as an employee outside the US'],
    [{ account_country: 'US', earlier_signs: ['account US', 'account NO'] }, 'had an account in Norway'],
    [{ earlier_signs: ['country US', 'form W-8BEN'] }, 'sent form W-8BEN'],
    [{ earlier_signs: ['asks NO'] }, 'asks to be paid to an account in Norway'],
    [{ earlier_signs: ['recorded US', 'recorded NO'] }, 'was recorded in Norway'],
    [{ earlier_signs: ['employee abroad'] }, 'was recorded as an employee outside the US'],
  ])('is not presumed with a foreign sign: %o', (signs, sign) => {
    expect(withheldFrom({ ...nobody, ...signs }, terms())).toMatchObject({ rate: '0.3', is_foreign: true });
    expect(countrylessOf({ ...nobody, ...signs }, terms())).toEqual({ presumed: null, sign });
  });
  it.each([
    { said_country: 'US' },
    { unconfirmed_form: 'W-9' },
    { account_country: 'US' },
    { earlier_signs: ['country US', 'account US'] },
  ])('is presumed with a sign of the same country: %o', (signs) => {
    expect(withheldFrom({ ...nobody, ...signs }, terms()).rate).toBe('0.24');
  });
  it('is nobody whose address or confirmed profile names one', () => {
    expect(countrylessOf({ ...nobody, country: 'DE' }, terms())).toBeNull();
    expect(withheldFrom({ ...nobody, country: 'DE' }, terms()).rate).toBe('0.3');
    const w9 = {
      country: 'US',
      form: 'W-9',
      form_valid_until: null,
      is_confirmed: true,
      withholding_rate: null,
      treaty_country: null,
      backup_withholding: false,
    };
    expect(countrylessOf({ ...nobody, profile: w9 }, terms())).toBeNull();
    expect(countrylessOf({ ...nobody, profile: { ...w9, is_confirmed: false } }, terms())).not.toBeNull();
  });
  it('is asked of nobody while no rule depends on a country', () => {
    expect(countrylessOf(nobody, terms({ rules: [], presumed: null }))).toBeNull();
    expect(countrylessOf(nobody, terms({ rules: [rule('*', '0.1')], presumed: null }))).toBeNull();
  });
});
