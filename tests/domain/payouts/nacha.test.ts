// The golden file was written by hand from the layout of the standard: each field at its column, sums and hash added up on paper.
import { describe, expect, it } from 'vitest';
import type { BatchHead, BatchPayment } from '#src/domain/payouts/batchFile.ts';
import { bankingDaysAfter, individualId, nachaFile } from '#src/domain/payouts/nacha.ts';
import { readNachaReturns } from '#src/domain/payouts/nachaReturns.ts';
import { AppError } from '#src/domain/errors.ts';

const head: BatchHead = {
  id: '01a2182f-3430-75dd-af5f-5f0c27329b6a',
  made_at: '2026-11-26T09:30:00.000Z',
  execution_date: '2026-12-01',
  currency: 'USD',
  count: 3,
  total: '1234.57',
  debtor: { name: 'Tidewater Robotics', routing_number: '091000019', company_id: '1234567890' },
};
const paid = (id: string, extra: Partial<BatchPayment>): BatchPayment => ({
  id: `00000000-0000-7000-8000-${id.padStart(12, '0')}`,
  reference: 'Q4 dividend',
  name: 'Ada Lovelace',
  is_individual: true,
  amount: '1000.00',
  account: { routing_number: '021000021', account_number: '123456789', account_type: 'checking' },
  ...extra,
});
const three = [
  paid('a1', {}),
  paid('a2', {
    name: 'Grace Hopper-Murray Brewster',
    amount: '34.57',
    account: { routing_number: '011000015', account_number: '98765', account_type: 'savings' },
  }),
  paid('b1', { name: 'Analytical Engines LLC', is_individual: false, amount: '200.00' }),
];
const fileOf = (payments: BatchPayment[], of: BatchHead = head) => {
  const writer = nachaFile(of);
  return writer.head() + payments.map((payment) => writer.payment(payment)).join('') + writer.tail();
};

describe('a NACHA file', () => {
  it('is this one, character by character', () => {
    const nines = '9'.repeat(94);
    expect(fileOf(three).split('\n')).toEqual([
      '101 09100001912345678902611260930A094101                       TIDEWATER ROBOTICS             ',
      '5220TIDEWATER ROBOTI                    1234567890PPDDIVIDEND  261201261201   1091000010000001',
      '622021000021123456789        00001000000000000000000A1ADA LOVELACE            1091000010000001',
      '705Q4 DIVIDEND                                                                     00010000001',
      '63201100001598765            00000034570000000000000A2GRACE HOPPER-MURRAY BR  1091000010000002',
      '705Q4 DIVIDEND                                                                     00010000002',
      '822000000400032000030000000000000000001034571234567890                         091000010000001',
      '5220TIDEWATER ROBOTI                    1234567890CCDDIVIDEND  261201261201   1091000010000002',
      '622021000021123456789        00000200000000000000000B1ANALYTICAL ENGINES LLC  1091000010000003',
      '705Q4 DIVIDEND                                                                     00010000003',
      '822000000200021000020000000000000000000200001234567890                         091000010000002',
      '9000002000002000000060005300005000000000000000000123457                                       ',
      ...Array.from({ length: 8 }, () => nines),
      '',
    ]);
  });
  it('has whole blocks, and sums that a reader finds again, whatever is paid', () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const payments = Array.from({ length: 1 + next(25) }, (_, at) =>
        paid(`${round}${at}`, {
          name: ['Zoë 李', '=SUM(A1)', 'x'.repeat(60), 'O’Brien'][next(4)]!,
          amount: `${next(99_999_999)}.${String(next(100)).padStart(2, '0')}`,
          is_individual: next(2) === 0,
          account: {
            routing_number: ['021000021', '011000015', '091000019'][next(3)]!,
            account_number: '1'.repeat(5 + next(13)),
            account_type: next(2) === 0 ? 'checking' : 'savings',
          },
        }),
      ).toSorted((one, other) => Number(other.is_individual) - Number(one.is_individual));
      const cents = payments.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);
      const lines = fileOf(payments, { ...head, count: payments.length, total: '1.00' })
        .slice(0, -1)
        .split('\n');
      expect([lines.length % 10, new Set(lines.map(({ length }) => length))]).toEqual([0, new Set([94])]);
      expect(lines.every((line) => /^[A-Z0-9 .,:/\-&'()+*$#@%]+$/.test(line))).toBe(true);
      const entries = lines.filter((line) => line.startsWith('6'));
      const control = lines.find((line) => /^9(?!9{93})/.test(line))!;
      expect(entries.reduce((sum, line) => sum + BigInt(line.slice(29, 39)), 0n)).toBe(cents);
      expect(BigInt(control.slice(43, 55))).toBe(cents);
      expect(Number(control.slice(13, 21))).toBe(entries.length * 2);
      const hash = entries.reduce((sum, line) => sum + Number(line.slice(3, 11)), 0);
      expect(control.slice(21, 31)).toBe(String(hash).padStart(10, '0').slice(-10));
      expect(Number(control.slice(7, 13))).toBe(lines.length / 10);
    }
  });
  it('tries an account with a zero-dollar entry, without an addendum', () => {
    const lines = fileOf(
      [
        { ...three[0]!, is_prenote: true },
        { ...three[1]!, is_prenote: true },
      ],
      { ...head, count: 0, total: '0.00', prenotes: 2 },
    ).split('\n');
    expect(lines.slice(2, 5)).toEqual([
      '623021000021123456789        0000000000P000000000000A1ADA LOVELACE            0091000010000001',
      '63301100001598765            0000000000P000000000000A2GRACE HOPPER-MURRAY BR  0091000010000002',
      '822000000200032000030000000000000000000000001234567890                         091000010000001',
    ]);
  });
  it('refuses in words what its fields cannot hold', () => {
    const faultOf = (run: () => unknown) => {
      try {
        run();
      } catch (error) {
        return error instanceof AppError ? error.message : error;
      }
      return null;
    };
    expect(faultOf(() => fileOf([paid('a1', { amount: '100000000.00' })]))).toMatch(/99,999,999\.99 at most/);
    expect(faultOf(() => fileOf([], { ...head, total: '10000000000.00' }))).toMatch(/9,999,999,999\.99 at most/);
    expect(faultOf(() => fileOf([], { ...head, count: 500_000 }))).toMatch(/takes 499,999 payments/);
  });
});

it('three banking days end no sooner than three weekdays later', () => {
  // A Tuesday, a Friday, a Sunday.
  expect(['2026-11-24', '2026-11-27', '2026-11-29'].map((day) => bankingDaysAfter(day, 3))).toEqual([
    '2026-11-27',
    '2026-12-02',
    '2026-12-02',
  ]);
});

describe('a file of returns', () => {
  const returned = (lines: string[], entries = lines.filter((line) => /^[67]/.test(line)).length) =>
    [
      '101 09100001912345678902611260930A094101',
      ...lines,
      `9000001000001${String(entries).padStart(8, '0')}0002100002000000000000000000100000`,
    ].join('\n');
  const entry = (id = individualId(three[0]!.id)) =>
    `621021000021123456789        0000100000${id.padEnd(15)}ADA LOVELACE            1021000020000009`;
  const BATCH = '5200TIDEWATER ROBOTI                    1234567890PPDDIVIDEND  261201261201   1091000010000001';
  const END = '820000000200021000020000000000000000001000001234567890                         091000010000001';
  const addendum = (kind: string) => `7${kind}091000010000001      02100002${''.padEnd(44)}021000020000009`.padEnd(94);

  it('names the payment and the reason in words', () => {
    expect(readNachaReturns(returned([BATCH, entry(), addendum('99R03'), END]))).toEqual({
      returns: [
        {
          individual_id: '0000000000000A1',
          trace: '091000010000001',
          cents: 100000n,
          reason: 'R03: There is no such account, or it cannot be found',
        },
      ],
      changes: [],
    });
  });
  it('keeps a notification of change apart, without what is to be corrected', () => {
    const changed = addendum('98C01').replace(/.{44}(?=021000020000009)/, '1234567890'.padEnd(44));
    const { returns, changes } = readNachaReturns(returned([BATCH, entry(), changed, END]));
    expect(returns).toEqual([]);
    expect(changes.map(({ reason }) => reason)).toEqual(['C01: The account number is to be corrected']);
  });
  it.each([
    ['that is cut off', returned([BATCH, entry()]).split('\n').slice(0, -1).join('\n')],
    ['with a line that is missing', returned([BATCH, entry(), addendum('99R03'), END], 3)],
    ['with a line of another length', returned([BATCH, entry().slice(0, 80), addendum('99R03'), END])],
    ['with an addendum without its entry', returned([BATCH, addendum('99R03'), END])],
    ['with an entry outside a batch', returned([entry(), addendum('99R03')])],
    ['with a code that is none', returned([BATCH, entry(), addendum('99XYZ'), END])],
  ])('%s is refused', (_, text) => {
    expect(() => readNachaReturns(text)).toThrow(/Nothing was imported/);
  });
});
