import { describe, expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import { refuse, refuseSameHolder } from '#src/domain/ledger/core/refuse.ts';
import { addClass, addSecurity, emptyState } from '#src/domain/ledger/core/state.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import type { OcfObject, SecurityRow } from '#src/domain/ledger/core/types.ts';
import {
  issued,
  noted,
  stockAcceptance,
  stockCancellation,
  stockRepurchase,
  stockRetraction,
  stockTransfer,
  transaction,
} from './factories.ts';

/** The part of the ledger that a command loads under its lock: a class with its outstanding shares, the holders, one certificate. */
function slice(options: { outstanding?: string; authorized?: string; fractions?: boolean } = {}): LedgerState {
  const state = emptyState();
  const facts = {
    id: 'common',
    name: 'Common',
    class_type: 'COMMON' as const,
    default_id_prefix: 'CS-',
    initial_authorized: { kind: 'FIXED', shares: options.authorized ?? '1000' } as const,
    allows_fractions: options.fractions ?? false,
    votes_per_share: '1',
    seniority: '1',
    price_per_share: null,
    conversion_rights: [],
  };
  addClass(state, facts, { outstanding: new Map([['0001-01-01', decimal(options.outstanding ?? '900')]]) });
  for (const id of ['ada', 'grace']) state.holders.set(id, { id, name: id });
  const row: SecurityRow = {
    security_id: 's1',
    kind: 'STOCK',
    stakeholder_id: 'ada',
    stock_class_id: 'common',
    stock_plan_id: null,
    quantity: '900',
    amount: null,
    currency: null,
    custom_id: 'CS-1',
    issued_on: '2022-01-01',
    transaction_id: 'i_s1',
    share_price: null,
    share_price_currency: null,
    security_type: null,
  };
  addSecurity(state, row);
  return state;
}

function run(transactions: OcfObject[], state = slice()) {
  const interpretation = interpret(state, transactions, { mode: 'native' });
  refuse(interpretation.findings);
  return interpretation.effects;
}

interface Refused {
  code: string;
  detail: string;
  status: number | undefined;
  fields: Record<string, string> | undefined;
}

function refusal(act: () => unknown): Refused {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError)
      return { code: error.code, detail: error.detail, status: error.status, fields: error.fields };
    throw error;
  }
  throw new Error('The command was not refused.');
}

const sale = (quantity: string, rest: string, extra = {}) => [
  issued('s2', 'grace', quantity, { date: '2022-06-01' }),
  issued('s3', 'ada', rest, { date: '2022-06-01' }),
  stockTransfer('t1', {
    date: '2022-06-01',
    security_id: 's1',
    quantity,
    resulting_security_ids: ['s2'],
    balance_security_id: 's3',
    ...extra,
  }),
];

describe('one native entry on a part of the ledger', () => {
  it('issues within the authorised number', () => {
    expect(run([issued('s2', 'ada', '100', { date: '2022-06-01' })]).securities).toHaveLength(1);
  });
  it('refuses over_authorized with the numbers', () => {
    expect(refusal(() => run([issued('s2', 'ada', '200', { date: '2022-06-01' })]))).toEqual({
      code: 'over_authorized',
      status: 409,
      detail: 'Issuing these shares would exceed the authorized shares for this class.',
      fields: { quantity: '100 of 1,000 are left, 200 were asked for.' },
    });
  });
  it('refuses a backdated issue that exceeds the authorised number on a later day', () => {
    const state = slice({ outstanding: '100' });
    state.classes.get('common')?.cap.outstanding.set('2023-01-01', decimal('800'));
    expect(refusal(() => run([issued('s2', 'ada', '200', { date: '2022-06-01' })], state)).code).toBe(
      'over_authorized',
    );
  });
  it('transfers part of a certificate and leaves a balance, in a class at its limit', () => {
    const effects = run(sale('400', '500'), slice({ authorized: '900' }));
    expect(effects.terminations).toHaveLength(1);
    expect(effects.resulting).toHaveLength(2);
    expect(
      Object.values(effects)
        .flat()
        .some((row) => typeof row !== 'string' && 'accepted' in row),
    ).toBe(false);
  });
  it('allows a transfer in a class that is over its limit already, since an earlier or the same day', () => {
    expect(run(sale('400', '500'), slice({ authorized: '500' })).terminations).toHaveLength(1);
    const state = slice({ authorized: '500', outstanding: '0' });
    state.classes.get('common')?.cap.outstanding.set('2022-06-01', decimal('900'));
    expect(run(sale('400', '500'), state).terminations).toHaveLength(1);
    const more = [issued('s9', 'ada', '1', { date: '2022-06-01' })];
    expect(refusal(() => run(more, slice({ authorized: '500' }))).fields).toEqual({
      quantity: '0 of 500 are left, 1 was asked for.',
    });
  });
  it('refuses not_enough_shares', () => {
    expect(refusal(() => run(sale('901', '1')))).toMatchObject({
      code: 'not_enough_shares',
      status: 409,
      detail: 'This certificate holds 900 shares, 901 were asked for.',
    });
  });
  it('refuses not_active for a certificate that ended or does not exist', () => {
    const state = slice();
    run([stockCancellation('x1', { date: '2022-02-01', security_id: 's1', quantity: '900' })], state);
    const again = [stockRepurchase('x2', { date: '2022-03-01', security_id: 's1', quantity: '900' })];
    expect(refusal(() => run(again, state))).toEqual({
      code: 'not_active',
      status: 409,
      detail: 'This certificate is no longer active.',
    });
    expect(refusal(() => run([stockCancellation('x3', { security_id: 'none', quantity: '1' })])).code).toBe(
      'not_active',
    );
  });
  it('refuses before_issue_date', () => {
    expect(
      refusal(() => run([stockCancellation('x1', { date: '2021-12-31', security_id: 's1', quantity: '900' })])),
    ).toMatchObject({
      code: 'before_issue_date',
      detail: 'The date is before this certificate was issued (2022-01-01).',
    });
  });
  it('refuses a fraction unless the class allows fractions (E16)', () => {
    const half = [issued('s2', 'ada', '0.5', { date: '2022-06-01' })];
    expect(refusal(() => run(half)).code).toBe('fraction_not_allowed');
    expect(run(half, slice({ fractions: true })).securities[0]?.quantity).toBe('0.5');
  });
  it.each([
    ['quantity_not_positive', issued('s2', 'ada', '0')],
    ['unknown_reference', issued('s2', 'nobody', '1')],
    ['bad_date', issued('s2', 'ada', '1', { date: '2023-02-30' })],
    ['certificate_number_taken', issued('s2', 'ada', '1', { custom_id: 'CS-1' })],
  ])('refuses %s', (code, entry) => {
    expect(refusal(() => run([entry])).code).toBe(code);
  });
  it('refuses to retract an accepted certificate', () => {
    const state = slice();
    run([stockAcceptance('a1', { date: '2022-02-01', security_id: 's1' })], state);
    expect(refusal(() => run([stockRetraction('r1', { date: '2022-03-01', security_id: 's1' })], state)).code).toBe(
      'already_accepted',
    );
  });
  it('refuses a conversion by an unknown or missing trigger, or on a day outside the trigger, with the reason (E17)', () => {
    const range = [
      { trigger_id: 'Series A', type: 'ELECTIVE_IN_RANGE', start_date: '2022-03-01', end_date: '2022-06-01' },
    ];
    const converted = (date: string, trigger_id?: string) => {
      const state = slice();
      run([noted('n1', 'ada', '1000', { conversion_triggers: range })], state);
      const conversion = transaction('TX_CONVERTIBLE_CONVERSION', 'x1', {
        date,
        security_id: 'n1',
        trigger_id,
        resulting_security_ids: ['s2'],
      });
      return refusal(() => run([issued('s2', 'ada', '10', { date }), conversion], state));
    };
    const early =
      'The trigger “Series A” of this convertible applies from 2022-03-01 until 2022-06-01, not on 2022-02-28.';
    expect(converted('2022-02-28', 'Series A')).toEqual({
      code: 'outside_window',
      status: 409,
      detail: early,
      fields: { date: early },
    });
    expect(converted('2022-04-01', 'Exit')).toMatchObject({
      code: 'unknown_trigger',
      status: 422,
      detail: 'Choose the trigger by which this convertible becomes stock: it has no “Exit”. Its triggers: “Series A”.',
    });
    expect(converted('2022-04-01').fields).toEqual({
      trigger_id: 'Choose the trigger by which this convertible becomes stock. Its triggers: “Series A”.',
    });
    const twice = noted('n2', 'ada', '1', { conversion_triggers: [...range, ...range] });
    expect(refusal(() => run([twice])).detail).toMatch(/^Two conversion triggers are both called “Series A”/);
  });
  it('refuses a vesting schedule whose parts do not add up to the quantity, with both figures (E18)', () => {
    const entry = issued('s2', 'ada', '100', { date: '2022-06-01', vestings: [{ date: '2023-01-01', amount: '99' }] });
    expect(refusal(() => run([entry]))).toMatchObject({
      code: 'vestings_off',
      status: 422,
      detail: 'The parts of the vesting schedule add up to 99, but 100 are issued.',
      fields: { quantity: 'The parts of the vesting schedule add up to 99, but 100 are issued.' },
    });
  });
  it('refuses a transfer to the same holder', () => {
    const security = slice().securities.get('s1');
    expect(security && refusal(() => refuseSameHolder(security, 'ada', 'to')).code).toBe('same_holder');
    expect(() => security && refuseSameHolder(security, 'grace', 'to')).not.toThrow();
  });
  it('counts earlier reductions of the certificate', () => {
    const state = slice();
    const row = state.securities.get('s1')?.row;
    if (row)
      addSecurity(state, row, {
        reductions: [
          { transaction_id: 'x0', security_id: 's1', on_date: '2022-02-01', quantity: '800', why: 'PARTIAL_CANCEL' },
        ],
      });
    expect(refusal(() => run(sale('400', '500'), state)).detail).toContain('holds 100 shares');
  });
});
