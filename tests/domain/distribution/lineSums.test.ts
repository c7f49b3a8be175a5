// Lines summed by class and counted, and what is unusual about the terms of a distribution.
import { describe, expect, it } from 'vitest';
import { declaringWarnings } from '#src/domain/distribution/declaringWarnings.ts';
import { sumsOf } from '#src/domain/distribution/lineSums.ts';

const line = (shareholder_id: string, share_class_id: string, rest: object = {}) => ({
  shareholder_id,
  share_class_id,
  shares: '10.5',
  gross: '0.10',
  tax: '0.00',
  net: '0.10',
  excluded_reason: null as string | null,
  ...rest,
});

describe('the sums of lines', () => {
  const lines = [
    line('a', 'common'),
    line('a', 'series', { gross: '0.00', net: '0.00', excluded_reason: 'rounds_to_zero' }),
    line('b', 'common', { gross: '90071992547409.93', tax: '0.07', net: '90071992547409.86' }),
  ];

  it('are exact by class', () => {
    expect(sumsOf(lines).by_class).toEqual([
      {
        share_class_id: 'common',
        holders: 2,
        shares: '21',
        gross: '90071992547410.03',
        tax: '0.07',
        net: '90071992547409.96',
      },
      { share_class_id: 'series', holders: 1, shares: '10.5', gross: '0.00', tax: '0.00', net: '0.00' },
    ]);
  });

  it('say no shares of a class where one line does not know them', () => {
    const [common] = sumsOf([line('a', 'common'), line('b', 'common', { shares: null })]).by_class;
    expect(common).toMatchObject({ shares: null, gross: '0.20' });
  });

  it('count who is paid, what is withheld and what pays nothing', () => {
    expect(sumsOf(lines).counts).toEqual({ lines: 3, holders: 2, payments: 2, withheld: 1, not_paid: 1 });
    expect(sumsOf([]).counts).toEqual({ lines: 0, holders: 0, payments: 0, withheld: 0, not_paid: 0 });
  });
});

describe('warnings about the terms', () => {
  const terms = {
    type: 'dividend',
    record_date: '2026-03-01',
    payment_date: '2026-04-30',
    left_out: [] as { name: string }[],
    preferred: [],
  };

  it('are none of usual terms: sixty days are allowed', () => {
    expect(declaringWarnings(terms)).toEqual([]);
  });

  it('name a record date more than sixty days ahead', () => {
    const [warning] = declaringWarnings({ ...terms, payment_date: '2026-05-01' });
    expect(warning).toMatchObject({ code: 'record_date_early' });
    expect(warning!.message).toMatch(/^The record date is 61 days before the payment date\./);
  });

  it('name the classes with a cumulative dividend that are left out, of a dividend alone', () => {
    const left_out = [{ name: 'Series A' }, { name: 'Series B' }];
    expect(declaringWarnings({ ...terms, left_out }).map(({ message }) => message)).toEqual([
      'Series A, Series B have a cumulative dividend and are not chosen. Charters usually pay them before other classes, and what is owed keeps growing until it is paid.',
    ]);
    expect(declaringWarnings({ ...terms, type: 'return_of_capital', left_out })).toEqual([]);
  });
});
