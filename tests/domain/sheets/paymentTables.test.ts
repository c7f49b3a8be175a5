// Random tables of payments: exact to the cent, and each fault named at its cell.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import { csvOf, placesOf } from '#tests/support/sheets/grids.ts';
import { ada, HEAD, paid, readPayments as read, table } from '#tests/support/sheets/payments.ts';

describe('random tables of payments', () => {
  const cents = (value: bigint) => toFixed(value * decimal('0.01'), 2);
  const payment = fc.record({
    distribution: fc.integer({ min: 2015, max: 2025 }),
    holder: fc.integer({ min: 0, max: 40 }),
    share_class: fc.constantFrom('Common', 'Series Seed'),
    gross: fc.bigInt({ min: 1n, max: 10n ** 13n }),
    taxed: fc.bigInt({ min: 0n, max: 100n }),
    left: fc.constantFrom('gross', 'tax', 'net', 'none'),
  });
  const tables = fc.uniqueArray(payment, {
    minLength: 1,
    maxLength: 60,
    selector: ({ distribution, holder, share_class }) => `${distribution} ${holder} ${share_class}`,
  });
  it('come back to the cent, in any order of columns, with one of three amounts left out and the total tied out', () => {
    fc.assert(
      fc.property(
        tables,
        fc.shuffledSubarray(HEAD, { minLength: HEAD.length }),
        fc.constantFrom('.', ','),
        (rows, order, sign) => {
          const sums = { Gross: 0n, Tax: 0n, Net: 0n };
          const write = (text: string) => (sign === '.' ? text : text.replace('.', ','));
          const lines = rows.map(({ distribution, holder, share_class, gross, taxed, left }) => {
            const tax = (gross * taxed) / 100n;
            sums.Gross += gross;
            sums.Tax += tax;
            sums.Net += gross - tax;
            const row: Record<string, string> = {
              Distribution: `Dividend ${distribution}`,
              Holder: `Person number ${holder} of many`,
              Class: share_class,
              'Record date': `${distribution}-05-31`,
              'Payment date': `${distribution}-06-15`,
              Gross: left === 'gross' ? '' : write(cents(gross)),
              Tax: left === 'tax' ? '' : write(cents(tax)),
              Net: left === 'net' ? '' : write(cents(gross - tax)),
            };
            return order.map((heading) => row[heading]!);
          });
          const total = order.map((heading) =>
            heading in sums ? write(cents(sums[heading as keyof typeof sums])) : heading === 'Holder' ? 'Total' : '',
          );
          const result = read(csvOf([order, ...lines, total], sign === '.' ? ',' : ';'));
          expect(result.reading.findings).toEqual([]);
          expect(result.reading.tie_out.map(({ difference }) => difference)).toEqual(['0', '0', '0']);
          const expected = rows.map(({ distribution, holder, gross, taxed }) => {
            const tax = (gross * taxed) / 100n;
            const text = (value: bigint) => formatDecimal(value * decimal('0.01'));
            return `Dividend ${distribution}: person number ${holder} of many ${text(gross)}-${text(tax)}=${text(gross - tax)} on ${distribution}-06-15`;
          });
          expect(paid(result).toSorted()).toEqual(expected.toSorted());
        },
      ),
      { numRuns: 300, seed: 20261126 },
    );
  });

  it('with one fault have it named at its cell, and nothing else', () => {
    const faults: [column: number, value: string, code: string][] = [
      [1, '', 'holder_missing'],
      [2, 'Preferred X', 'class_unknown'],
      [3, '2030-01-01', 'record_date_late'],
      [4, '2023-02-30', 'date_invalid'],
      [4, '2031-06-15', 'paid_date_ahead'],
      [4, '', 'paid_date_missing'],
      [5, '=1+1', 'number_ambiguous'],
      [6, '-1.00', 'quantity_negative'],
      [7, '12.3456', 'amount_not_cents'],
      [7, '0.01', 'net_mismatch'],
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.nat(29),
        fc.constantFrom(...faults),
        (count, at, [column, value, code]) => {
          const rows = Array.from({ length: count }, (_, index) => ada.with(1, `Holder no ${index}`));
          rows[at % count]![column] = value;
          expect(placesOf(read(table(...rows)))).toEqual([
            `${code} Dividends!${'ABCDEFGH'[column]}${(at % count) + 2}`,
          ]);
        },
      ),
      { numRuns: 300, seed: 20261126 },
    );
  });
});
