// How a payment's amount was calculated, in sentences.
import { describe, expect, it } from 'vitest';
import { figureInWords } from '#src/domain/distribution/figureInWords.ts';
import type { PaymentFigures } from '#src/domain/distribution/figureInWords.ts';

const PAYMENT: PaymentFigures = {
  currency: 'USD',
  shares: '1001',
  gross: '123.12',
  tax: '0.00',
  net: '123.12',
  withholding_rate: '0',
  withholding_reason: null,
  record_date: '2024-06-30',
  declared_as: 'per_share',
  amount_per_share: '0.123',
  steps: [{ kind: 'rest', per_share: '0.1229970029' }],
};
const words = (extra: Partial<PaymentFigures>) => figureInWords({ ...PAYMENT, ...extra }, (day) => day);

describe('the figure of a payment in words', () => {
  it('is a product, where an amount per share was declared', () => {
    expect(words({})).toEqual(['1,001 shares at the end of 2024-06-30 × $0.123 = $123.12']);
    expect(words({ shares: '1', gross: '0.12', net: '0.12' })).toEqual([
      '1 share at the end of 2024-06-30 × $0.123 = $0.12',
    ]);
  });
  it('is a part of an amount that was divided, which a product need not hit to the cent', () => {
    const pot = { declared_as: 'pot', amount_per_share: '33.3333333333', shares: '1', gross: '33.34' } as const;
    expect(words({ ...pot, steps: [] })).toEqual([
      '1 share at the end of 2024-06-30, for each of them about $33.333333. In all $33.34: a total amount was divided to the cent.',
    ]);
  });
  it('goes step by step for a class that comes first, and never claims a product that does not hold', () => {
    const steps = [
      { kind: 'arrears', per_share: '0.6' },
      { kind: 'preference', per_share: '1.2' },
      { kind: 'rest', per_share: '0.3333333333' },
    ] as const;
    expect(words({ shares: '1000', gross: '2133.33', steps })).toEqual([
      '1,000 shares at the end of 2024-06-30.',
      'For each of them $0.60: dividends of earlier years that were still owed.',
      'For each of them $1.20: the current preferred dividend.',
      'For each of them about $0.333333: the part that all shares of its kind get.',
      'In all $2,133.33, rounded once.',
    ]);
    // As converted, the part of a share is not the declared amount.
    expect(words({ shares: '10', gross: '2.46', steps: [{ kind: 'rest', per_share: '0.246' }] })).toEqual([
      '10 shares at the end of 2024-06-30, for each of them $0.246. In all $2.46, rounded once.',
    ]);
  });
  it('says what is withheld and why, and nothing of shares that no file named', () => {
    expect(
      words({
        shares: null,
        tax: '32.47',
        net: '90.65',
        withholding_rate: '0.26375',
        withholding_reason: 'Treaty with DE: 26.375%',
      }),
    ).toEqual(['$32.47 is withheld, 26.375% of $123.12. Treaty with DE.', '$123.12 − $32.47 = $90.65']);
  });
});
