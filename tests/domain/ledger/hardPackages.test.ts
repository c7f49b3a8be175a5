// Packages that a well-known validator gets wrong (G1 to G11), and facts from others' unit tests (S2, S7, S8).
import { describe, expect, it } from 'vitest';
import {
  company,
  errorsOf,
  granted,
  holdings,
  issued,
  ledgerOf,
  options,
  stockCancellation,
  stockConversion,
  stockRepurchase,
  stockTransfer,
  tableOf,
  transaction,
  warningsOf,
} from './factories.ts';

const move = (id: string, fields: Record<string, unknown>) => stockTransfer(id, { date: '2022-06-01', ...fields });
const on = (date: string, extra = {}) => ({ date, ...extra });

describe('packages that are easy to get wrong', () => {
  const unlimited = company({ common: { initial_shares_authorized: 'UNLIMITED' } });

  it('G1: one share lost among more than 2^53 is found', () => {
    const sold = (quantity: string) => [
      issued('s1', 'ada', '9007199254740993'),
      issued('s2', 'grace', quantity, on('2022-06-01')),
      move('t1', { security_id: 's1', quantity: '9007199254740993', resulting_security_ids: ['s2'] }),
    ];
    expect(errorsOf(ledgerOf(sold('9007199254740992'), unlimited))).toEqual(['E8 t1']);
    expect(errorsOf(ledgerOf(sold('9007199254740993'), unlimited))).toEqual([]);
  });
  it('G2: 0.3 splits exactly into 0.1 and 0.2', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '0.3'),
      issued('s2', 'grace', '0.1', on('2022-06-01')),
      issued('s3', 'linus', '0.2', on('2022-06-01')),
      move('t1', { security_id: 's1', quantity: '0.3', resulting_security_ids: ['s2', 's3'] }),
    ]);
    expect(errorsOf(ledger)).toEqual([]);
    expect(holdings(ledger, '2022-06-01')).toEqual({ linus: '0.2', grace: '0.1' });
  });
  it('G3: an issuance of 5,000 of 1,000 authorised shares is an error', () => {
    expect(
      errorsOf(ledgerOf([issued('s1', 'ada', '5000')], company({ common: { initial_shares_authorized: '1000' } }))),
    ).toEqual(['E13 i_s1']);
  });
  it('G4: the same security issued twice is an error and counts once', () => {
    const ledger = ledgerOf([issued('s1', 'ada', '100'), issued('s1', 'ada', '100', { id: 'again' })]);
    expect(errorsOf(ledger)).toHaveLength(1);
    expect(tableOf(ledger, '2022-01-01').total).toBe('100');
  });
  it('G5: an issuance of -100 is an error and is not counted', () => {
    const ledger = ledgerOf([issued('s1', 'ada', '-100')]);
    expect(errorsOf(ledger)).toHaveLength(1);
    expect(tableOf(ledger, '2022-01-01').total).toBe('0');
  });
  it("G8: a transfer's balance in another holder's name is an error", () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '100'),
      issued('s2', 'grace', '40', on('2022-06-01')),
      issued('s3', 'linus', '60', on('2022-06-01')),
      move('t1', { security_id: 's1', quantity: '40', resulting_security_ids: ['s2'], balance_security_id: 's3' }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E6 t1']);
  });
  it("G9: a change of a holder's status is a valid entry", () => {
    expect(
      ledgerOf([transaction('CE_STAKEHOLDER_STATUS', 'e1', { stakeholder_id: 'ada', new_status: 'ACTIVE' })]).findings,
    ).toEqual([]);
  });
  it('G10: an issuance ten years before incorporation is a warning', () => {
    const ledger = ledgerOf([issued('s1', 'ada', '100', on('2010-01-01'))]);
    expect([errorsOf(ledger), warningsOf(ledger)]).toEqual([[], ['W1 i_s1']]);
  });
  it('G11: a result in another class, and an issue over the company-wide limit, are errors', () => {
    const ledger = ledgerOf(
      [
        issued('s1', 'ada', '100'),
        issued('s2', 'grace', '100', on('2022-06-01', { stock_class_id: 'preferred' })),
        move('t1', { security_id: 's1', quantity: '100', resulting_security_ids: ['s2'] }),
        issued('s3', 'ada', '1', on('2022-07-01')),
      ],
      company({ issuer: { initial_shares_authorized: '100' } }),
    );
    expect(errorsOf(ledger)).toEqual(['E13 i_s3', 'E9 t1']);
  });
  it('S7: a transfer of 30,000,000 out of 400,000 has three findings, and later faults are still reported', () => {
    const ledger = ledgerOf([
      issued('s2', 'ada', '400000'),
      issued('s3', 'grace', '300000', on('2022-06-15')),
      issued('s4', 'ada', '100000', on('2022-06-15')),
      move('st_01', {
        date: '2022-06-15',
        security_id: 's2',
        quantity: '30000000',
        resulting_security_ids: ['s3'],
        balance_security_id: 's4',
      }),
      issued('s5', 'nobody', '1', on('2022-07-01')),
    ]);
    expect(errorsOf(ledger)).toEqual(['E1 i_s5', 'E7 st_01', 'E8 st_01', 'E8 st_01']);
    expect(holdings(ledger, '2022-06-15')).toEqual({ grace: '300000', ada: '100000' });
  });
  it('S8: an ending that comes before its issuance in the file gives the same total', () => {
    const rows = [
      issued('s1', 'ada', '100'),
      issued('s2', 'ada', '50'),
      stockCancellation('x1', { date: '2022-02-01', security_id: 's1', quantity: '100' }),
      stockRepurchase('x2', { date: '2022-02-01', security_id: 's2', quantity: '20' }),
    ];
    expect(holdings(ledgerOf(rows), '2022-02-01')).toEqual({ ada: '30' });
    expect(ledgerOf(rows.toReversed())).toEqual(ledgerOf(rows));
  });
  it('S8: a ratio of 10 to 2 converts one share into five', () => {
    const right = (numerator: string, denominator: string) => ({
      converts_to_stock_class_id: 'common',
      conversion_mechanism: { type: 'RATIO_CONVERSION', ratio: { numerator, denominator }, rounding_type: 'FLOOR' },
    });
    const ledger = ledgerOf(
      [
        issued('p1', 'ada', '1', { stock_class_id: 'preferred' }),
        issued('c1', 'ada', '5', on('2022-06-01')),
        stockConversion('v1', {
          date: '2022-06-01',
          security_id: 'p1',
          quantity_converted: '1',
          resulting_security_ids: ['c1'],
        }),
      ],
      company({ preferred: { conversion_rights: [right('10', '2')] } }),
    );
    expect(ledger.findings).toEqual([]);
  });
  it('a certificate issued and bought back on one day is never outstanding, in any order', () => {
    const rows = [
      issued('s1', 'ada', '600'),
      stockRepurchase('z', { date: '2023-01-15', security_id: 's1', quantity: '500', balance_security_id: 's6' }),
      issued('s6', 'ada', '100', on('2023-01-15')),
      stockRepurchase('a', { date: '2023-01-15', security_id: 's6', quantity: '100' }),
    ];
    for (const order of [rows, rows.toReversed()]) {
      expect(holdings(ledgerOf(order), '2023-01-14')).toEqual({ ada: '600' });
      expect(holdings(ledgerOf(order), '2023-01-15')).toEqual({});
      expect(ledgerOf(order).findings).toEqual([]);
    }
  });
  it('S2: a transfer moves the shares on its day and not before, and no options', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '1000', on('2022-02-01')),
      granted('o1', 'grace', '5'),
      issued('s2', 'grace', '1000', on('2023-02-01')),
      move('t1', { date: '2023-02-01', security_id: 's1', quantity: '1000', resulting_security_ids: ['s2'] }),
    ]);
    expect(holdings(ledger, '2023-01-31')).toEqual({ ada: '1000' });
    expect(holdings(ledger, '2023-02-01')).toEqual({ grace: '1000' });
    for (const day of ['2023-01-31', '2023-02-01']) expect(options(ledger, day)).toEqual({ grace: '5' });
    expect(ledger.findings).toEqual([]);
  });
  it('S2: a partial transfer leaves two open securities and the same total', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '1000'),
      issued('s2', 'grace', '500', on('2022-06-01')),
      issued('s3', 'ada', '500', on('2022-06-01')),
      move('t1', { security_id: 's1', quantity: '500', resulting_security_ids: ['s2'], balance_security_id: 's3' }),
    ]);
    expect(tableOf(ledger, '2022-06-01').total).toBe('1000');
    expect(ledger.effects.securities.length - ledger.effects.terminations.length).toBe(2);
  });
});

it('stops comparing where thousands of certificates have the same share numbers, and says so', () => {
  const numbers = { share_numbers_issued: [{ starting_share_number: '1', ending_share_number: '5' }] };
  const chain = Array.from({ length: 10_000 }, (_, n) => {
    const day = (at: number) => new Date(Date.UTC(1900, 0, 1 + at)).toISOString().slice(0, 10);
    const gone = { date: day(n + 1), security_id: `s${n}`, quantity: '5', reason_text: 'Replaced' };
    return [issued(`s${n}`, 'ada', '5', { ...numbers, date: day(n) }), stockCancellation(`c${n}`, gone)];
  }).flat();
  const findings = ledgerOf(chain, company({ common: { initial_shares_authorized: 'UNLIMITED' } })).findings;
  expect(findings.filter(({ rule }) => rule === 'E19').map(({ message }) => message)).toEqual([
    expect.stringContaining('were not compared'),
  ]);
});
