import { describe, expect, it } from 'vitest';
import {
  classAuthorized,
  classSplit,
  company,
  errorsOf,
  granted,
  holdings,
  issued,
  issuerAuthorized,
  ledgerOf,
  ratioAdjustment,
  stockCancellation,
  stockConversion,
  stockReissuance,
  tableOf,
  warningsOf,
} from './factories.ts';

describe('authorised shares (E13)', () => {
  const small = company({ common: { initial_shares_authorized: '1000' } });
  it('allows exactly the authorised number of shares and refuses one more', () => {
    expect(errorsOf(ledgerOf([issued('s1', 'ada', '1000')], small))).toEqual([]);
    expect(errorsOf(ledgerOf([issued('s1', 'ada', '1001')], small))).toEqual(['E13 i_s1']);
  });
  it('says in a sentence how many shares are left and how many were asked for', () => {
    const ledger = ledgerOf([issued('s1', 'ada', '900'), issued('s2', 'ada', '200', { date: '2022-02-01' })], small);
    expect(ledger.findings).toMatchObject([
      {
        rule: 'E13',
        object_id: 'i_s2',
        code: 'over_authorized',
        detail: 'Issuing these shares would exceed the authorized shares for this class.',
        at_field: '100 of 1,000 are left, 200 were asked for.',
      },
    ]);
  });
  it('lets an accepted over-issue take effect and marks its row', () => {
    const ledger = ledgerOf([issued('s1', 'ada', '5000')], small);
    expect(holdings(ledger, '2022-01-01')).toEqual({ ada: '5000' });
    expect(ledger.effects.securities[0]?.accepted).toBe(true);
  });
  it('frees the number of cancelled shares for a new issue', () => {
    const ledger = ledgerOf(
      [
        issued('s1', 'ada', '1000'),
        stockCancellation('x1', { date: '2022-02-01', security_id: 's1', quantity: '1000' }),
        issued('s2', 'ada', '1000', { date: '2022-02-01' }),
      ],
      small,
    );
    expect(ledger.findings).toEqual([]);
  });
  it('checks every later day, so a backdated issue cannot exceed the limit then', () => {
    const base = ledgerOf([issued('s1', 'ada', '900', { date: '2022-06-01' })], small);
    expect(base.findings).toEqual([]);
    const late = issued('s2', 'ada', '200', { date: '2022-02-01' });
    expect(errorsOf(ledgerOf([issued('s1', 'ada', '900', { date: '2022-06-01' }), late], small))).toHaveLength(1);
  });
  it('applies an adjustment from its day on', () => {
    const raised = classAuthorized('u1', {
      date: '2022-02-01',
      stock_class_id: 'common',
      new_shares_authorized: '2000',
    });
    const late = issued('s1', 'ada', '1500', { date: '2022-02-01' });
    const early = issued('s1', 'ada', '1500', { date: '2022-01-31' });
    expect(errorsOf(ledgerOf([late, raised], small))).toEqual([]);
    expect(errorsOf(ledgerOf([early, raised], small))).toEqual(['E13 i_s1']);
  });
  it('refuses to lower the number below what is outstanding', () => {
    const lowered = classAuthorized('u1', {
      date: '2022-02-01',
      stock_class_id: 'common',
      new_shares_authorized: '400',
    });
    expect(errorsOf(ledgerOf([issued('s1', 'ada', '500'), lowered], small))).toEqual(['E13 u1']);
  });
  it('applies the last in order of two adjustments on one day', () => {
    const adjustments = ['300', '2000'].map((new_shares_authorized, index) =>
      classAuthorized(`u${index}`, { date: '2022-01-01', stock_class_id: 'common', new_shares_authorized }),
    );
    expect(errorsOf(ledgerOf([issued('s1', 'ada', '1500'), ...adjustments.reverse()], small))).toEqual([]);
  });
  it.each(['UNLIMITED', 'NOT APPLICABLE', undefined])('sets no limit for %s', (initial_shares_authorized) => {
    const objects = company({ common: { initial_shares_authorized } });
    expect(errorsOf(ledgerOf([issued('s1', 'ada', '999999999999999999')], objects))).toEqual([]);
  });
  it("enforces the company's own limit over all classes", () => {
    const objects = company({ issuer: { initial_shares_authorized: '1500' } });
    const two = [issued('s1', 'ada', '1000'), issued('s2', 'ada', '501', { stock_class_id: 'preferred' })];
    expect(errorsOf(ledgerOf(two, objects))).toEqual(['E13 i_s2']);
    const raised = issuerAuthorized('u1', { issuer_id: 'lovelace', new_shares_authorized: '1501' });
    expect(errorsOf(ledgerOf([...two, raised], objects))).toEqual([]);
  });
  it('refuses an adjustment for an unknown class or company (E1)', () => {
    const ledger = ledgerOf([
      classAuthorized('u1', { stock_class_id: 'none', new_shares_authorized: '1' }),
      issuerAuthorized('u2', { issuer_id: 'other', new_shares_authorized: '1' }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E1 u1', 'E1 u2']);
  });
});

describe('splitting a class', () => {
  const split = classSplit('split', {
    date: '2022-03-01',
    stock_class_id: 'common',
    split_ratio: { numerator: '3', denominator: '2' },
  });
  const authorized = classAuthorized('u1', {
    date: '2022-03-01',
    stock_class_id: 'common',
    new_shares_authorized: '1500000',
  });
  const after = (id: string, holder: string, quantity: string) => issued(id, holder, quantity, { date: '2022-03-01' });
  const reissue = (id: string, from: string, to: string, extra = {}) =>
    stockReissuance(id, {
      date: '2022-03-01',
      security_id: from,
      resulting_security_ids: [to],
      split_transaction_id: 'split',
      ...extra,
    });

  it('changes no holding by itself, and warns of each security that is not reissued (W2, G7)', () => {
    const ledger = ledgerOf([issued('s1', 'ada', '100'), granted('o1', 'grace', '10'), split]);
    expect(errorsOf(ledger)).toEqual([]);
    expect(warningsOf(ledger)).toEqual(['W2 split', 'W2 split', 'W2 split']);
    expect(ledger.findings.map((finding) => finding.message)).toEqual([
      'Stock class split of common is not carried out for option o1 of grace, issued 2022-01-01: it stays as it was.',
      'Stock class split of common is not carried out for certificate s1 of ada, issued 2022-01-01: it stays as it was.',
      'Stock class split of common leaves the authorized number of common as it was.',
    ]);
    expect(holdings(ledger, '2022-03-01')).toEqual({ ada: '100' });
  });
  it('gives no finding once it is carried out', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '100'),
      after('s2', 'ada', '150'),
      reissue('r1', 's1', 's2'),
      split,
      authorized,
    ]);
    expect(ledger.findings).toEqual([]);
    expect(holdings(ledger, '2022-03-01')).toEqual({ ada: '150' });
  });
  it('rounds down per holder and class, not per certificate (E11)', () => {
    const rows = [
      issued('s1', 'ada', '15'),
      issued('s2', 'ada', '15'),
      reissue('r1', 's1', 's3'),
      reissue('r2', 's2', 's4'),
      split,
      authorized,
    ];
    const exact = ledgerOf([...rows, after('s3', 'ada', '23'), after('s4', 'ada', '22')]);
    expect(exact.findings).toEqual([]);
    const short = ledgerOf([...rows, after('s3', 'ada', '22'), after('s4', 'ada', '22')]);
    expect(errorsOf(short)).toEqual(['E11 r2']);
  });
  it('warns when a fraction was dropped', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '15'),
      after('s2', 'ada', '22'),
      reissue('r1', 's1', 's2'),
      split,
      authorized,
    ]);
    expect(errorsOf(ledger)).toEqual([]);
    expect(warningsOf(ledger)).toEqual(['split_rounded_down r1']);
  });
  it('needs a split that exists, of that day and class (E11)', () => {
    const rows = [issued('s1', 'ada', '100'), after('s2', 'ada', '150')];
    expect(errorsOf(ledgerOf([...rows, reissue('r1', 's1', 's2')]))).toEqual(['E11 r1']);
    const otherDay = classSplit('split', { ...split, date: '2022-03-02' });
    expect(errorsOf(ledgerOf([...rows, reissue('r1', 's1', 's2'), otherDay]))).toEqual(['E11 r1']);
    const otherClass = classSplit('split', { ...split, stock_class_id: 'preferred' });
    expect(errorsOf(ledgerOf([...rows, reissue('r1', 's1', 's2'), otherClass]))).toEqual(['E11 r1']);
  });
  it('needs a ratio of two positive numbers', () => {
    const zero = classSplit('split', { ...split, split_ratio: { numerator: '2', denominator: '0' } });
    expect(errorsOf(ledgerOf([zero]))).toEqual(['ratio_not_positive split']);
  });
});

describe('converting stock', () => {
  const preferred = issued('p1', 'ada', '101', { stock_class_id: 'preferred' });
  const converted = (quantity: string, to = 'common', extra = {}) => [
    preferred,
    issued('c1', 'ada', quantity, { date: '2022-05-01', stock_class_id: to }),
    stockConversion('v1', {
      date: '2022-05-01',
      security_id: 'p1',
      quantity_converted: '101',
      resulting_security_ids: ['c1'],
      ...extra,
    }),
  ];
  it('changes the class at the declared ratio', () => {
    const ledger = ledgerOf(converted('202'));
    expect(ledger.findings).toEqual([]);
    expect(tableOf(ledger, '2022-05-01').classes.map((each) => each.outstanding)).toEqual(['202', '0']);
    expect(ledger.effects.terminations[0]?.verb).toBe('converted');
  });
  it('into any other number is an error (E8)', () => {
    expect(errorsOf(ledgerOf(converted('203')))).toEqual(['E8 v1']);
  });
  it('into the same class or for another holder is an error (E9)', () => {
    expect(errorsOf(ledgerOf(converted('101', 'preferred')))).toEqual(['E9 v1']);
    const other = converted('202');
    other[1] = issued('c1', 'grace', '202', { date: '2022-05-01' });
    expect(errorsOf(ledgerOf(other))).toEqual(['E9 v1']);
  });
  it('without a declared conversion right is a warning, and no share counts twice (W3)', () => {
    const ledger = ledgerOf(converted('202'), company({ preferred: { conversion_rights: [] } }));
    expect(errorsOf(ledger)).toEqual([]);
    expect(warningsOf(ledger)).toEqual(['W3 v1']);
    expect(holdings(ledger, '2022-05-01')).toEqual({ ada: '202' });
  });
  it('follows the last adjustment of the ratio and its declared rounding', () => {
    const adjusted = ratioAdjustment('q1', {
      date: '2022-04-01',
      stock_class_id: 'preferred',
      new_ratio_conversion_mechanism: {
        type: 'RATIO_CONVERSION',
        ratio: { numerator: '10', denominator: '4' },
        conversion_price: { amount: '0.4', currency: 'USD' },
        rounding_type: 'CEILING',
      },
    });
    expect(errorsOf(ledgerOf([...converted('253'), adjusted]))).toEqual([]);
    expect(errorsOf(ledgerOf([...converted('252'), adjusted]))).toEqual(['E8 v1']);
    expect(ledgerOf([adjusted]).effects.ratio_changes).toMatchObject([
      { numerator: '10', denominator: '4', conversion_price: '0.4' },
    ]);
  });
  it.each<[string, string, string[]]>([
    ['FLOOR', '4', []],
    ['FLOOR', '4.5', []],
    ['FLOOR', '5', ['E8 v1']],
    ['CEILING', '5', []],
    ['CEILING', '4', ['E8 v1']],
    ['NORMAL', '5', []],
  ])(
    'into fractions must give the exact number or the number rounded by %s as declared: 4.5 as %s',
    (rounding_type, result, errors) => {
      const conversion_mechanism = {
        type: 'RATIO_CONVERSION',
        ratio: { numerator: '3', denominator: '2' },
        conversion_price: { amount: '1', currency: 'USD' },
        rounding_type,
      };
      const rights = [{ conversion_mechanism, converts_to_stock_class_id: 'common' }];
      const ledger = ledgerOf(
        [
          issued('fraction', 'grace', '0.5'),
          issued('p1', 'ada', '3', { stock_class_id: 'preferred' }),
          ...converted(result, 'common', { quantity_converted: '3' }).slice(1),
        ],
        company({ preferred: { conversion_rights: rights } }),
      );
      expect(errorsOf(ledger)).toEqual(errors);
      expect(ledger.findings.flatMap(({ rule, message }) => (rule === 'E8' ? [message] : []))).toEqual(
        errors.map(() => expect.stringContaining('3 converts into 4.5, or')),
      );
    },
  );
  it('leaves a balance of the old class', () => {
    const ledger = ledgerOf([
      ...converted('200', 'common', { quantity_converted: '100', balance_security_id: 'p2' }),
      issued('p2', 'ada', '1', { date: '2022-05-01', stock_class_id: 'preferred' }),
    ]);
    expect(ledger.findings).toEqual([]);
    expect(tableOf(ledger, '2022-05-01').classes.map((each) => each.outstanding)).toEqual(['200', '1']);
  });
});
