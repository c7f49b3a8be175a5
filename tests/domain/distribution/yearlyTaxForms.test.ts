// Which tax form a payment goes on, and that nothing is lost on the way.
import { describe, expect, it } from 'vitest';
import { decimal } from '#src/domain/figures/decimal.ts';
import { emptied, figuresOf, isForeign, yearlyTaxFormsOf } from '#src/domain/distribution/yearlyTaxForms.ts';
import type { PaidSum, Recipient } from '#src/domain/distribution/yearlyTaxForms.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';

const recipient = (extra: Partial<Recipient> = {}): Recipient => ({
  form: null,
  profile_country: null,
  tax_country: null,
  told_as_foreign: null,
  type: 'individual',
  has_tax_number: true,
  has_address: true,
  ...extra,
});
const paid = (extra: Partial<PaidSum> = {}): PaidSum => ({
  shareholder_id: 'h',
  type: 'dividend',
  currency: 'USD',
  withholding_rate: '0',
  gross: '100.00',
  tax: '0.00',
  is_foreign: null,
  treaty_country: null,
  ...extra,
});
const papers = (sums: PaidSum[], who: Recipient) => yearlyTaxFormsOf(sums, new Map([['h', who]]));

describe('a recipient', () => {
  it.each([
    ['with a W-9, wherever they live', { form: 'W-9', tax_country: 'DE' }, false],
    ['with a W-8, wherever they live', { form: 'W-8BEN', tax_country: 'US' }, true],
    ['without a form, abroad', { tax_country: 'DE' }, true],
    ['without a form, in the United States', { tax_country: 'US' }, false],
    ['of whom nothing is known', {}, false],
    ['with another form, by its country', { form: 'other', profile_country: 'FR', tax_country: 'US' }, true],
  ])('%s', (_who, extra, foreign) => {
    expect(isForeign(recipient(extra))).toBe(foreign);
  });
});

describe('a 1042-S', () => {
  const boxes = (sum: Partial<PaidSum>, extra: Partial<Recipient>) => {
    const [paper] = papers([paid(sum)], recipient({ form: 'W-8BEN', ...extra })).papers;
    return { lacking: paper!.lacking, ...Object.fromEntries(paper!.boxes.map(({ box, value }) => [box, value])) };
  };
  it('has the rate, and exemption 00 where tax was withheld', () => {
    expect(boxes({ withholding_rate: '0.15', tax: '15.00' }, {})).toMatchObject({
      '3a': '00',
      '3b': '15.00',
      '7a': '15.00',
    });
  });
  it('has exemption 04 under a treaty, and leaves it open where nothing says why nothing was withheld', () => {
    expect(boxes({ treaty_country: 'GB' }, {})).toMatchObject({ '3a': '04', lacking: [] });
    expect(boxes({}, {})).toMatchObject({ '3a': '', lacking: ['exemption_code'] });
  });
  it('leaves the status of an entity open', () => {
    expect(boxes({ withholding_rate: '0.3' }, { type: 'entity' })).toMatchObject({
      '13f': '',
      lacking: ['status_code'],
    });
  });
  it('is one for each income code and rate', () => {
    const sums = [paid(), paid({ withholding_rate: '0.3' }), paid({ type: 'interest' })];
    expect(papers(sums, recipient({ form: 'W-8BEN' })).papers.map(({ part }) => part)).toEqual([
      '06 0.00',
      '06 30.00',
      '01 0.00',
    ]);
  });
});

it('an emptied paper differs from what it was, and has zeros alone', () => {
  const [paper] = papers([paid()], recipient({ form: 'W-9' })).papers;
  const empty = emptied(paper!);
  expect(figuresOf(empty)).not.toBe(figuresOf(paper!));
  expect(empty).toMatchObject({ gross: '0.00', tax: '0.00', net: '0.00' });
});

it('papers and what is on none of them are all that was paid, over made-up years', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const random = randomOf(seed);
    const recipients = new Map(
      ['a', 'b', 'c'].map((id) => [
        id,
        recipient({
          form: random.pick([null, 'W-9', 'W-8BEN', 'W-8BEN-E', 'other']),
          tax_country: random.pick([null, 'US', 'DE']),
          type: random.pick(['individual', 'entity'] as const),
        }),
      ]),
    );
    const sums = Array.from({ length: random.between(1, 12) }, () => {
      const tax = random.between(0, 99);
      return paid({
        shareholder_id: random.pick(['a', 'b', 'c']),
        type: random.pick(['dividend', 'return_of_capital', 'liquidation', 'interest', 'other']),
        currency: random.pick(['USD', 'USD', 'EUR']),
        withholding_rate: random.pick(['0', '0.15', '0.3']),
        gross: `${random.between(1, 5000)}.${String(tax).padStart(2, '0')}`,
        tax: `0.${String(tax).padStart(2, '0')}`,
      });
    });
    const { papers: made, unreported } = yearlyTaxFormsOf(sums, recipients);
    for (const name of ['gross', 'tax'] as const) {
      const total = (rows: readonly Record<typeof name, string>[]) =>
        rows.reduce((sum, row) => sum + decimal(row[name]), 0n);
      expect([seed, name, total(made) + total(unreported)]).toEqual([seed, name, total(sums)]);
    }
    for (const { form, boxes, gross, tax, net } of made) {
      expect(decimal(gross)).toBe(decimal(tax) + decimal(net));
      const amounts = boxes.filter(({ is_money, label }) => is_money && !/withheld|credit/.test(label));
      expect([seed, form, amounts.reduce((sum, { value }) => sum + decimal(value), 0n)]).toEqual([
        seed,
        form,
        decimal(gross),
      ]);
    }
  }
});
