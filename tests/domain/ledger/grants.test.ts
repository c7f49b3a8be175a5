// E12 and E15: vesting facts, exercises within the vested number, and expiry. Also share numbers and circular securities.
import { growth, LINEAR } from '#tests/support/time/computed.ts';
import { describe, expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import { refuse } from '#src/domain/ledger/core/refuse.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { standardTerms, START_CONDITION_ID, START_DAY } from '#src/domain/vesting/standardTerms.ts';
import {
  company,
  errorsOf,
  granted,
  issued,
  ledgerOf,
  optionExercise,
  optionRelease,
  options,
  rulesOf,
  stateOfCompany,
  stockTransfer,
  transaction,
  warningsOf,
  warranted,
} from './factories.ts';
import type { Extra } from './factories.ts';

const terms = standardTerms({
  id: 'terms',
  months: 48,
  cliff_months: 12,
  allocation_type: 'CUMULATIVE_ROUNDING',
  day_of_month: START_DAY,
});
const objects = company().map((object) => (object['id'] === 'terms' ? terms : object));
const vesting = (extra: Extra = {}) => granted('o1', 'ada', '960', { vesting_terms_id: 'terms', ...extra });
const start = (vesting_condition_id = START_CONDITION_ID, date = '2022-01-01') =>
  transaction('TX_VESTING_START', 'v1', { date, security_id: 'o1', vesting_condition_id });
const exercised = (id: string, date: string, quantity: string): OcfObject[] => [
  issued(`s_${id}`, 'ada', quantity, { date }),
  optionExercise(id, { date, security_id: 'o1', quantity, resulting_security_ids: [`s_${id}`] }),
];

describe('vesting facts (E12)', () => {
  it('must name a condition of the vesting terms', () => {
    expect(errorsOf(ledgerOf([vesting(), start()], objects))).toEqual([]);
    const ledger = ledgerOf([vesting(), start('nowhere')], objects);
    expect(errorsOf(ledger)).toEqual(['E12 v1']);
    expect(ledger.findings[0]).toMatchObject({
      code: 'unknown_vesting_condition',
      detail: "nowhere is not a condition of this grant's vesting terms.",
    });
    expect(ledger.effects.vesting_facts).toMatchObject([{ accepted: true }]);
    const event = transaction('TX_VESTING_EVENT', 'v2', { security_id: 'o1' });
    expect(errorsOf(ledgerOf([vesting(), event], objects))).toEqual(['E12 v2']);
  });
  it('are not checked for a grant without vesting terms, or with terms that do not exist', () => {
    expect(errorsOf(ledgerOf([granted('o1', 'ada', '10'), start('any')], objects))).toEqual([]);
    expect(errorsOf(ledgerOf([vesting({ vesting_terms_id: 'none' }), start('any')], objects))).toEqual(['E1 i_o1']);
  });
});

describe('an exercise (E15)', () => {
  it('cannot take more options than have vested', () => {
    expect(errorsOf(ledgerOf([vesting(), start(), ...exercised('x1', '2023-03-01', '280')], objects))).toEqual([]);
    const ledger = ledgerOf([vesting(), start(), ...exercised('x1', '2023-03-01', '281')], objects);
    expect(errorsOf(ledger)).toEqual(['E15 x1']);
    expect(ledger.findings[0]).toMatchObject({
      code: 'not_vested',
      detail: '280 of these options are vested on 2023-03-01, 281 were asked for.',
    });
  });
  it('counts earlier exercises against the vested number', () => {
    const twice = (second: string) => [
      vesting(),
      start(),
      ...exercised('x1', '2023-01-01', '240'),
      ...exercised('x2', '2023-03-01', second),
    ];
    expect(errorsOf(ledgerOf(twice('40'), objects))).toEqual([]);
    const ledger = ledgerOf(twice('41'), objects);
    expect(errorsOf(ledger)).toEqual(['E15 x2']);
    expect(ledger.findings[0]!.detail).toBe(
      '280 of these options are vested on 2023-03-01 and 240 taken already, 41 were asked for.',
    );
  });
  it('dated before another one must also leave enough vested for the later one', () => {
    const state = stateOfCompany(objects);
    interpret(state, [vesting(), start(), ...exercised('x2', '2023-03-01', '250')]);
    const { findings } = interpret(state, exercised('x1', '2023-02-01', '31'), { mode: 'native' });
    expect(rulesOf(findings)).toEqual(['E15 x1']);
    expect(findings[0]!.detail).toBe(
      '280 of these options are vested on 2023-03-01 and 250 taken already, 31 were asked for.',
    );
  });
  it('may precede vesting where the grant allows it, and is not checked against terms that do not exist', () => {
    const early = [vesting({ early_exercisable: true }), start(), ...exercised('x1', '2022-02-01', '960')];
    expect(errorsOf(ledgerOf(early, objects))).toEqual([]);
    const unknown = [vesting({ vesting_terms_id: 'none' }), ...exercised('x1', '2022-02-01', '960')];
    expect(errorsOf(ledgerOf(unknown, objects))).toEqual(['E1 i_o1']);
  });
  it('is refused without a vesting start, and allowed for accelerated options', () => {
    expect(errorsOf(ledgerOf([vesting(), ...exercised('x1', '2025-02-01', '1')], objects))).toEqual(['E15 x1']);
    const accelerated = transaction('TX_VESTING_ACCELERATION', 'v2', {
      date: '2022-02-01',
      security_id: 'o1',
      quantity: '960',
      reason_text: '',
    });
    expect(errorsOf(ledgerOf([vesting(), accelerated, ...exercised('x1', '2022-02-01', '960')], objects))).toEqual([]);
  });
  it('counts no vesting after the service ended, unless the holder came back', () => {
    const left = transaction('CE_STAKEHOLDER_STATUS', 'e1', {
      date: '2023-02-15',
      stakeholder_id: 'ada',
      new_status: 'TERMINATION_VOLUNTARY_OTHER',
    });
    const back = transaction('CE_STAKEHOLDER_STATUS', 'e2', {
      date: '2023-06-01',
      stakeholder_id: 'ada',
      new_status: 'ACTIVE',
    });
    const all = [vesting(), start(), left, ...exercised('x1', '2023-12-01', '261')];
    expect(errorsOf(ledgerOf(all, objects))).toEqual(['E15 x1']);
    expect(errorsOf(ledgerOf([...all, back], objects))).toEqual([]);
  });
  it('has the same limit as a release of units', () => {
    const released = (quantity: string) => [
      vesting({ compensation_type: 'RSU' }),
      start(),
      issued('s1', 'ada', quantity, { date: '2023-01-01' }),
      optionRelease('x1', { date: '2023-01-01', security_id: 'o1', quantity, resulting_security_ids: ['s1'] }),
    ];
    expect(errorsOf(ledgerOf(released('240'), objects))).toEqual([]);
    expect(ledgerOf(released('241'), objects).findings[0]!.detail).toContain('240 of these units are vested');
  });
  it('is allowed up to and including the day of expiry', () => {
    const on = (date: string) =>
      ledgerOf([granted('o1', 'ada', '10', { expiration_date: '2023-03-01' }), ...exercised('x1', date, '10')]);
    expect(errorsOf(on('2023-03-01'))).toEqual([]);
    expect(errorsOf(on('2023-03-02'))).toEqual(['E15 x1']);
    expect(on('2023-03-02').findings[0]).toMatchObject({
      code: 'expired',
      detail: 'This grant expired on 2023-03-01; it cannot be exercised on 2023-03-02.',
    });
  });
  it('of a warrant is refused after its expiry too', () => {
    const warrant = warranted('w1', 'ada', '100', { warrant_expiration_date: '2022-06-01' });
    const exercise = (date: string) =>
      transaction('TX_WARRANT_EXERCISE', 'x1', {
        date,
        security_id: 'w1',
        trigger_id: 'T',
        resulting_security_ids: [],
      });
    expect(errorsOf(ledgerOf([warrant, exercise('2022-06-01')]))).toEqual([]);
    expect(errorsOf(ledgerOf([warrant, exercise('2022-06-02')]))).toEqual(['E15 x1']);
  });
  it('of more options than are left is E7 only', () => {
    expect(errorsOf(ledgerOf([granted('o1', 'ada', '10'), ...exercised('x1', '2022-02-01', '11')]))).toEqual(['E7 x1']);
  });
});

describe('an expired grant', () => {
  it('stays in the table with a warning until it is cancelled', () => {
    const grant = granted('o1', 'ada', '10', { expiration_date: '2023-03-01' });
    expect(warningsOf(ledgerOf([grant, issued('s1', 'ada', '1', { date: '2023-03-01' })]))).toEqual([]);
    const ledger = ledgerOf([grant, issued('s1', 'ada', '1', { date: '2023-03-02' })]);
    expect(warningsOf(ledger)).toEqual(['expired_grant i_o1']);
    expect(ledger.findings[0]!.message).toContain('expired on 2023-03-01 and is still open with 10 left');
    expect(options(ledger, '2023-03-02')).toEqual({ ada: '10' });
    const cancelled = transaction('TX_EQUITY_COMPENSATION_CANCELLATION', 'c1', {
      date: '2023-03-02',
      security_id: 'o1',
      quantity: '10',
    });
    const ended = ledgerOf([grant, cancelled]);
    expect(warningsOf(ended)).toEqual([]);
    expect([options(ended, '2023-03-01'), options(ended, '2023-03-02')]).toEqual([{ ada: '10' }, {}]);
  });
});

describe('a native command', () => {
  const refusal = (transactions: OcfObject[]) => {
    try {
      refuse(ledgerOf(transactions, objects, 'native').findings);
    } catch (error) {
      if (error instanceof AppError) return [error.code, error.status];
      throw error;
    }
    return null;
  };
  it.each<[string, number, OcfObject[]]>([
    ['over_pool', 409, [granted('o2', 'ada', '1001')]],
    ['not_vested', 409, [vesting(), start(), ...exercised('x1', '2022-06-01', '1')]],
    ['expired', 409, [vesting({ expiration_date: '2022-03-01' }), ...exercised('x1', '2022-06-01', '1')]],
    ['unknown_vesting_condition', 422, [vesting(), start('nowhere')]],
    [
      'already_accepted',
      409,
      [
        vesting(),
        transaction('TX_EQUITY_COMPENSATION_ACCEPTANCE', 'a1', { security_id: 'o1' }),
        transaction('TX_EQUITY_COMPENSATION_RETRACTION', 'r1', { date: '2022-02-01', security_id: 'o1' }),
      ],
    ],
  ])('is refused with %s', (code, status, transactions) => {
    expect(refusal(transactions)).toEqual([code, status]);
  });
  it('is accepted within the limits', () => {
    expect(refusal([vesting(), start(), ...exercised('x1', '2023-01-01', '240')])).toBeNull();
  });
});

describe('share numbers (E19)', () => {
  const numbered = (id: string, from: string, to: string, extra: Extra = {}) =>
    issued(id, 'ada', '10', {
      share_numbers_issued: [{ starting_share_number: from, ending_share_number: to }],
      ...extra,
    });
  it('must not overlap with those already in the ledger', () => {
    const state = stateOfCompany();
    interpret(state, [numbered('s1', '1', '10')]);
    expect(rulesOf(interpret(state, [numbered('s2', '10', '19')]).findings)).toEqual(['E19 i_s2']);
    expect(rulesOf(interpret(state, [numbered('s3', '20', '29')]).findings)).toEqual([]);
    expect(rulesOf(interpret(state, [numbered('s4', '5', '5', { stock_class_id: 'preferred' })]).findings)).toEqual([]);
  });
});

describe('securities that result from themselves', () => {
  const swap = (id: string, from: string, to: string) =>
    stockTransfer(id, { security_id: from, quantity: '10', resulting_security_ids: [to] });
  it('are an error of the entry that closes the circle', () => {
    const pair = [issued('a', 'ada', '10'), issued('b', 'grace', '10')];
    const ledger = ledgerOf([...pair, swap('t1', 'a', 'b'), swap('t2', 'b', 'a')]);
    expect(errorsOf(ledger)).toEqual(['comes_of_itself t2']);
    expect(errorsOf(ledgerOf([...pair, swap('t1', 'a', 'b')]))).toEqual([]);
  });
  it('are found in a circle of 5,000, and not in a chain of 5,000', () => {
    const chainOf = (size: number) => [
      ...Array.from({ length: size }, (_, index) => issued(`c${index}`, 'ada', '10')),
      ...Array.from({ length: size - 1 }, (_, index) => swap(`t${index}`, `c${index}`, `c${index + 1}`)),
    ];
    const circleOf = (size: number) => [...chainOf(size), swap('t_last', `c${size - 1}`, 'c0')];
    expect(errorsOf(ledgerOf(chainOf(5000)))).toEqual([]);
    const closed = errorsOf(ledgerOf(circleOf(5000)));
    expect(closed).toHaveLength(1);
    expect(closed[0]).toContain('comes_of_itself');
    const check = (all: ReturnType<typeof chainOf>) => errorsOf(ledgerOf(all));
    for (const make of [chainOf, circleOf]) expect(growth(check, make, { length: 4800, runs: 3 })).toBeLessThan(LINEAR);
  });
});

describe('a refusal', () => {
  const detailOf = (transactions: OcfObject[]) => ledgerOf(transactions, objects, 'native').findings[0]?.detail;
  it('calls a grant a grant, and a warrant a warrant', () => {
    expect(detailOf([granted('o1', 'ada', '10'), ...exercised('x1', '2022-02-01', '11')])).toBe(
      'This grant holds 10 shares, 11 were asked for.',
    );
    const exercise = (id: string) =>
      transaction('TX_WARRANT_EXERCISE', id, { security_id: 'w1', trigger_id: 'T', resulting_security_ids: [] });
    expect(detailOf([warranted('w1', 'ada', '10'), exercise('x1'), exercise('x2')])).toBe(
      'This warrant is no longer active.',
    );
  });
});
