import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compare,
  decimal,
  divide,
  formatDecimal,
  grouped,
  isExactByRatio,
  multiply,
  multiplyByRatio,
  normalise,
  parseDecimal,
  round,
  toFixed,
} from '#src/domain/figures/decimal.ts';

const numeral = fc
  .tuple(fc.constantFrom('', '-', '+'), fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.stringMatching(/^\d{0,10}$/))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
const value = numeral.map((text) => decimal(text));

describe('exact decimals', () => {
  it('keeps a share that a float would lose', () => {
    expect(formatDecimal(decimal('9007199254740992') + 1n * decimal('1'))).toBe('9007199254740993');
  });
  it('adds 0.1 and 0.2 to 0.3', () => {
    expect(decimal('0.1') + decimal('0.2')).toBe(decimal('0.3'));
  });
  it.each(['', '1.', '.5', '1e3', '1,000', '0x10', '1.00000000000', ' 1', '1 ', '--1', 'NaN', '١'])(
    'does not read %j as a number',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );
  it('reads only text', () => {
    expect([parseDecimal(1), parseDecimal(null), parseDecimal({})]).toEqual([null, null, null]);
  });
  it.each([
    ['10000000.00', '10000000'],
    ['+5', '5'],
    ['-0.0', '0'],
    ['007.50', '7.5'],
    ['0.0000000001', '0.0000000001'],
  ])('writes %s as %s', (text, canonical) => {
    expect(normalise(text)).toBe(canonical);
  });
  it('writes and reads every numeral without change', () => {
    fc.assert(fc.property(value, (each) => void expect(decimal(formatDecimal(each))).toBe(each)));
  });
  it('adds and subtracts without loss, for every pair', () => {
    fc.assert(fc.property(value, value, (a, b) => void expect(decimal(formatDecimal(a + b)) - b).toBe(a)));
  });
  it('orders two decimals by the sign of their difference', () => {
    fc.assert(fc.property(value, value, (a, b) => void expect(compare(a, b)).toBe(Math.sign(Number(a - b)))));
  });
  it('rounds DOWN towards zero and UP away from it, never by a whole step', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 10 }), (each, places) => {
        const step = 10n ** BigInt(10 - places);
        const [down, up, half] = [
          round(each, places, 'DOWN'),
          round(each, places, 'UP'),
          round(each, places, 'HALF_UP'),
        ];
        const size = (n: bigint) => (n < 0n ? -n : n);
        expect(size(down) <= size(each) && size(each) <= size(up)).toBe(true);
        expect(size(up) - size(down) === 0n || size(up) - size(down) === step).toBe(true);
        expect(size(half - each) * 2n <= step).toBe(true);
      }),
    );
  });
  it('rounds a half away from zero', () => {
    expect(toFixed(decimal('40.955'), 2)).toBe('40.96');
    expect(toFixed(decimal('-0.005'), 2)).toBe('-0.01');
    expect(toFixed(decimal('0.0049'), 2)).toBe('0.00');
    expect(toFixed(decimal('-0.001'), 2)).toBe('0.00');
  });
  it('multiplies and divides with one rounding at the end', () => {
    expect(formatDecimal(multiply(decimal('0.0000000001'), decimal('0.5'), 10, 'HALF_UP'))).toBe('0.0000000001');
    expect(formatDecimal(multiply(decimal('0.0000000001'), decimal('0.5'), 10, 'DOWN'))).toBe('0');
    expect(formatDecimal(divide(decimal('2'), decimal('3'), 4, 'UP'))).toBe('0.6667');
    expect(() => divide(1n, 0n, 0, 'DOWN')).toThrow(RangeError);
  });
  it('rounds a 3:2 split of 225 shares down to 337 and reports that a fraction was dropped', () => {
    const ratio = { numerator: decimal('3'), denominator: decimal('2') };
    expect(formatDecimal(multiplyByRatio(decimal('225'), ratio, 0, 'DOWN'))).toBe('337');
    expect(isExactByRatio(decimal('225'), ratio, 0)).toBe(false);
    expect(isExactByRatio(decimal('225'), ratio, 1)).toBe(true);
  });
  it('groups digits for people', () => {
    expect([grouped(decimal('1234567.5')), grouped(decimal('999')), grouped(decimal('-1000'))]).toEqual([
      '1,234,567.5',
      '999',
      '-1,000',
    ]);
  });
});
