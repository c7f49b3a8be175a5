import { describe, expect, it } from 'vitest';
import {
  errorsOf,
  granted,
  holdings,
  issued,
  ledgerOf,
  stockAcceptance,
  stockCancellation,
  stockConsolidation,
  stockReissuance,
  stockRepurchase,
  stockRetraction,
  stockTransfer,
  tableOf,
  warningsOf,
} from './factories.ts';

const sold = (extra = {}) => [
  issued('s1', 'ada', '1000'),
  issued('s2', 'grace', '400', { date: '2022-06-01' }),
  issued('s3', 'ada', '600', { date: '2022-06-01' }),
  stockTransfer('t1', {
    date: '2022-06-01',
    security_id: 's1',
    quantity: '400',
    resulting_security_ids: ['s2'],
    balance_security_id: 's3',
    ...extra,
  }),
];

describe('issuing shares', () => {
  it('counts from its day, not before', () => {
    const ledger = ledgerOf([issued('s1', 'ada', '1000', { date: '2022-03-01' })]);
    expect(holdings(ledger, '2022-02-28')).toEqual({});
    expect(holdings(ledger, '2022-03-01')).toEqual({ ada: '1000' });
    expect(ledger.findings).toEqual([]);
    expect(ledger.effects.securities[0]).toMatchObject({
      kind: 'STOCK',
      quantity: '1000',
      share_price: '1',
      custom_id: 's1',
    });
  });
  it('has no effect for an unknown holder or class (E1)', () => {
    const ledger = ledgerOf([issued('s1', 'nobody', '10'), issued('s2', 'ada', '10', { stock_class_id: 'none' })]);
    expect(errorsOf(ledger)).toEqual(['E1 i_s1', 'E1 i_s2']);
    expect(ledger.effects.securities).toEqual([]);
  });
  it('takes effect when only its plan, terms or legend are missing, and reports them (E1)', () => {
    const extra = { stock_plan_id: 'none', vesting_terms_id: 'none', stock_legend_ids: ['legend', 'none'] };
    const ledger = ledgerOf([issued('s1', 'ada', '10', extra)]);
    expect(errorsOf(ledger)).toEqual(['E1 i_s1', 'E1 i_s1', 'E1 i_s1']);
    expect(holdings(ledger, '2022-01-01')).toEqual({ ada: '10' });
    expect(ledger.effects.securities[0]).toMatchObject({ stock_plan_id: null, accepted: true });
  });
  it.each(['-100', '0', '', 'many', '1.00000000001', undefined, null, { omitted: true }, Number.NaN])(
    'has no effect for the quantity %j',
    (quantity) => {
      const ledger = ledgerOf([issued('s1', 'ada', '10'), issued('s2', 'ada', '10', { quantity })]);
      expect(errorsOf(ledger)).toEqual(['quantity_not_positive i_s2']);
      expect(holdings(ledger, '2022-01-01')).toEqual({ ada: '10' });
    },
  );
  it('has no effect without a transaction id or a security id', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '1', { id: '' }),
      issued('s2', 'ada', '1', { security_id: undefined }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E2 i_s2', 'missing_id ']);
    expect(ledger.effects.securities).toEqual([]);
  });
  it('has no effect for a quantity too large to store, and stores no unknown currency', () => {
    const prices = { share_price: { amount: '1', currency: 'dollars' } };
    const ledger = ledgerOf([issued('s1', 'ada', `1${'0'.repeat(28)}`), issued('s2', 'ada', '1', prices)]);
    expect(errorsOf(ledger)).toEqual(['quantity_not_positive i_s1']);
    expect(ledger.effects.securities).toMatchObject([
      { security_id: 's2', share_price: '1', share_price_currency: null },
    ]);
  });
  it('counts the first of two issuances of one security', () => {
    const second = issued('s1', 'grace', '70', { id: 'later', date: '2022-02-01' });
    const ledger = ledgerOf([second, issued('s1', 'ada', '100')]);
    expect(errorsOf(ledger)).toEqual(['security_issued_twice later']);
    expect(holdings(ledger, '2022-12-31')).toEqual({ ada: '100' });
  });
  it('warns of a day before the formation of the company (W1), and not on the day itself', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '1', { date: '2019-12-31' }),
      issued('s2', 'ada', '1', { date: '2020-01-01' }),
    ]);
    expect(warningsOf(ledger)).toEqual(['W1 i_s1']);
  });
  it('warns of a certificate number that is used twice (W4)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '1', { custom_id: 'CS-1' }),
      issued('s2', 'ada', '1', { custom_id: 'CS-1' }),
    ]);
    expect(warningsOf(ledger)).toEqual(['W4 i_s2']);
    expect(ledger.findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/ is also that of CS-1 of ada, issued 2022-01-01\.$/),
    ]);
    expect(errorsOf(ledger)).toEqual([]);
  });
});

describe('transferring shares', () => {
  it('leaves the seller a certificate for what was not sold', () => {
    const ledger = ledgerOf(sold());
    expect(ledger.findings).toEqual([]);
    expect(holdings(ledger, '2022-05-31')).toEqual({ ada: '1000' });
    expect(holdings(ledger, '2022-06-01')).toEqual({ ada: '600', grace: '400' });
    expect(ledger.effects.terminations).toMatchObject([
      { security_id: 's1', verb: 'transferred', quantity: '400', balance_security_id: 's3', on_date: '2022-06-01' },
    ]);
    expect(ledger.effects.resulting).toMatchObject([
      { result_security_id: 's2', from_security_id: 's1', is_balance: false },
      { result_security_id: 's3', from_security_id: 's1', is_balance: true },
    ]);
  });
  it('reports a transfer of more than is held, with one finding for each fault (E7, E8)', () => {
    const ledger = ledgerOf(sold({ quantity: '1001' }));
    expect(errorsOf(ledger)).toEqual(['E7 t1', 'E8 t1', 'E8 t1']);
    expect(holdings(ledger, '2022-06-01')).toEqual({ ada: '600', grace: '400' });
  });
  it('refuses a quantity of zero or less, and text that is not a number', () => {
    for (const quantity of ['0', '-400']) {
      const ledger = ledgerOf(sold({ quantity }));
      expect([quantity, errorsOf(ledger), ledger.effects.terminations]).toEqual([quantity, ['E7 t1'], []]);
    }
    expect(errorsOf(ledgerOf(sold({ quantity: 'some' })))).toEqual(['quantity_not_positive t1']);
  });
  it('needs an issuance for its result and its balance (E5, E6)', () => {
    const ledger = ledgerOf(sold({ resulting_security_ids: ['gone'], balance_security_id: 'lost' }));
    expect(errorsOf(ledger)).toEqual(['E5 t1', 'E6 t1']);
    expect(ledger.effects.terminations[0]?.balance_security_id).toBeNull();
  });
  it('needs results issued on its own day, and counts each from its issue date (E5, D3)', () => {
    const ledger = ledgerOf(sold({ date: '2022-07-01' }));
    expect(errorsOf(ledger)).toEqual(['E5 t1', 'E6 t1']);
    expect(holdings(ledger, '2022-06-15')).toEqual({ ada: '1600', grace: '400' });
    expect(holdings(ledger, '2022-07-01')).toEqual({ ada: '600', grace: '400' });
  });
  it('must keep the class (E9), and leave the balance with the same holder (E6)', () => {
    const elsewhere = sold();
    elsewhere[1] = issued('s2', 'grace', '400', { date: '2022-06-01', stock_class_id: 'preferred' });
    elsewhere[2] = issued('s3', 'linus', '600', { date: '2022-06-01' });
    expect(errorsOf(ledgerOf(elsewhere))).toEqual(['E6 t1', 'E9 t1']);
  });
  it('cannot move a security that does not exist, or that is of another kind (E2)', () => {
    const ledger = ledgerOf([
      stockTransfer('t1', { security_id: 'none', quantity: '1', resulting_security_ids: [] }),
      issued('s1', 'ada', '5'),
      {
        object_type: 'TX_WARRANT_TRANSFER',
        id: 't2',
        date: '2022-01-01',
        security_id: 's1',
        quantity: '5',
        resulting_security_ids: [],
      },
    ]);
    expect(errorsOf(ledger)).toEqual(['E2 t1', 'E2 t2']);
    expect(holdings(ledger, '2022-01-01')).toEqual({ ada: '5' });
  });
  it('dated before its certificate counts from the issuance (E3, D2)', () => {
    const ledger = ledgerOf(sold({ date: '2021-12-31' }));
    expect(errorsOf(ledger)).toContain('E3 t1');
    expect(ledger.effects.terminations[0]?.on_date).toBe('2022-01-01');
  });
  it('of a part without a balance leaves the rest in the same certificate (D6)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '1000'),
      issued('s2', 'grace', '400', { date: '2022-06-01' }),
      stockTransfer('t1', { date: '2022-06-01', security_id: 's1', quantity: '400', resulting_security_ids: ['s2'] }),
    ]);
    expect(errorsOf(ledger)).toEqual([]);
    expect(warningsOf(ledger)).toEqual(['D6 t1']);
    expect(holdings(ledger, '2022-06-01')).toEqual({ ada: '600', grace: '400' });
    expect(ledger.effects.terminations).toEqual([]);
    expect(ledger.effects.reductions).toMatchObject([{ security_id: 's1', quantity: '400', why: 'PARTIAL_TRANSFER' }]);
  });
  it('without a receiver is an error, because the shares would be lost (E8)', () => {
    expect(errorsOf(ledgerOf(sold({ resulting_security_ids: [] })))).toEqual(['E8 t1']);
  });
  it('cannot leave a balance of another kind of security, and stores none (E6)', () => {
    const rows = sold({ balance_security_id: 'o3' });
    rows[2] = granted('o3', 'ada', '600', { date: '2022-06-01' });
    const ledger = ledgerOf(rows);
    expect(errorsOf(ledger)).toEqual(['E6 t1']);
    expect(ledger.effects.terminations[0]?.balance_security_id).toBeNull();
  });
  it('cannot claim a result that came from another transfer', () => {
    const ledger = ledgerOf([
      ...sold(),
      issued('s4', 'linus', '400'),
      stockTransfer('t2', { date: '2022-06-01', security_id: 's4', quantity: '400', resulting_security_ids: ['s2'] }),
    ]);
    expect(errorsOf(ledger)).toEqual(['result_claimed_twice t2']);
  });
});

describe('cancelling and repurchasing shares', () => {
  it.each([
    ['cancelled', stockCancellation],
    ['repurchased', stockRepurchase],
  ] as const)('%s shares leave the table and the balance stays', (verb, make) => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '300'),
      issued('s2', 'ada', '80', { date: '2022-06-30' }),
      make('x1', { date: '2022-06-30', security_id: 's1', quantity: '220', balance_security_id: 's2' }),
    ]);
    expect(ledger.findings).toEqual([]);
    expect(holdings(ledger, '2022-06-30')).toEqual({ ada: '80' });
    expect(ledger.effects.terminations[0]?.verb).toBe(verb);
  });
  it('must add up with the balance (E8)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '300'),
      issued('s2', 'ada', '81', { date: '2022-06-30' }),
      stockCancellation('x1', { date: '2022-06-30', security_id: 's1', quantity: '220', balance_security_id: 's2' }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E8 x1']);
  });
  it('end the certificate when nothing is left, whether the balance id is empty or absent (D5)', () => {
    for (const balance of [{ balance_security_id: '' }, {}]) {
      const ledger = ledgerOf([
        issued('s1', 'ada', '300'),
        stockCancellation('x1', { date: '2022-06-30', security_id: 's1', quantity: '300', ...balance }),
      ]);
      expect(ledger.findings).toEqual([]);
      expect(ledger.effects.terminations).toHaveLength(1);
    }
  });
  it('reduce a certificate without a balance, and end it with the entry that takes the rest (D6)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '100'),
      stockCancellation('x2', { date: '2022-06-30', security_id: 's1', quantity: '60' }),
      stockRepurchase('x1', { date: '2022-06-30', security_id: 's1', quantity: '40' }),
    ]);
    expect(errorsOf(ledger)).toEqual([]);
    expect(holdings(ledger, '2022-06-30')).toEqual({});
    expect(ledger.effects.reductions).toHaveLength(1);
    expect(ledger.effects.terminations).toHaveLength(1);
  });
  it('cannot take from a certificate that has ended (E2), nor end it again (E4, D1)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '100'),
      stockCancellation('x1', { date: '2022-03-01', security_id: 's1', quantity: '100' }),
      stockRepurchase('x2', { date: '2022-04-01', security_id: 's1', quantity: '100' }),
      stockRepurchase('x3', { date: '2022-05-01', security_id: 's1', quantity: '10' }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E2 x3', 'E4 x2']);
    expect(ledger.effects.terminations).toHaveLength(1);
    expect(ledger.effects.terminations[0]?.transaction_id).toBe('x1');
  });
  it('on one day a repurchase comes before a cancellation, whatever their ids (D1)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '100'),
      stockCancellation('a', { date: '2022-03-01', security_id: 's1', quantity: '100' }),
      stockRepurchase('z', { date: '2022-03-01', security_id: 's1', quantity: '100' }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E4 a']);
    expect(ledger.effects.terminations[0]?.verb).toBe('repurchased');
  });
});

describe('accepting and retracting', () => {
  const retraction = stockRetraction('r1', { date: '2022-07-01', security_id: 's1' });
  it('a retracted certificate does not count from the day of its retraction on', () => {
    const ledger = ledgerOf([issued('s1', 'ada', '50'), retraction]);
    expect(ledger.findings).toEqual([]);
    expect(holdings(ledger, '2022-06-30')).toEqual({ ada: '50' });
    expect(holdings(ledger, '2022-07-01')).toEqual({});
  });
  it('a certificate that came from another is retracted as it is written, and its shares are missed', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '50'),
      issued('s2', 'ada', '50', { date: '2022-02-01' }),
      stockReissuance('x1', { date: '2022-02-01', security_id: 's1', resulting_security_ids: ['s2'] }),
      stockRetraction('r1', { date: '2022-07-01', security_id: 's2' }),
    ]);
    expect(ledger.findings.map(({ rule, severity, object_id }) => [rule, severity, object_id])).toEqual([
      ['retracts_successor', 'warning', 'r1'],
    ]);
    expect(holdings(ledger, '2022-07-01')).toEqual({});
  });
  it('an accepted certificate cannot be retracted (E10)', () => {
    const accepted = stockAcceptance('a1', { date: '2022-07-01', security_id: 's1' });
    expect(errorsOf(ledgerOf([issued('s1', 'ada', '50'), accepted, retraction]))).toEqual(['E10 r1']);
  });
  it('a retracted certificate cannot be accepted (E10)', () => {
    const accepted = stockAcceptance('a1', { date: '2022-07-02', security_id: 's1' });
    expect(errorsOf(ledgerOf([issued('s1', 'ada', '50'), accepted, retraction]))).toEqual(['E10 a1']);
  });
});

describe('reissuing and consolidating', () => {
  it('a reissue keeps holder, class and number', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '25'),
      issued('s2', 'ada', '13.5', { date: '2022-02-01' }),
      issued('s3', 'ada', '11.5', { date: '2022-02-01' }),
      stockReissuance('r1', { date: '2022-02-01', security_id: 's1', resulting_security_ids: ['s2', 's3'] }),
    ]);
    expect(errorsOf(ledger)).toEqual([]);
    expect(holdings(ledger, '2022-02-01')).toEqual({ ada: '25' });
  });
  it('a reissue to another holder, class or number is an error (E8, E9)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '25'),
      issued('s2', 'grace', '26', { date: '2022-02-01', stock_class_id: 'preferred' }),
      stockReissuance('r1', { date: '2022-02-01', security_id: 's1', resulting_security_ids: ['s2'] }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E8 r1', 'E9 r1', 'E9 r1']);
  });
  it('a consolidation of 100 and 50 is 150, not 300 (G6)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '100'),
      issued('s2', 'ada', '50'),
      issued('s3', 'ada', '150', { date: '2022-02-01' }),
      stockConsolidation('c1', { date: '2022-02-01', security_ids: ['s1', 's2'], resulting_security_id: 's3' }),
    ]);
    expect(ledger.findings).toEqual([]);
    expect(tableOf(ledger, '2022-02-01').total).toBe('150');
    expect(ledger.effects.terminations.map((row) => row.verb)).toEqual(['consolidated', 'consolidated']);
    expect(ledger.effects.resulting.map((row) => [row.from_security_id, row.result_security_id])).toEqual([
      ['s1', 's3'],
      ['s2', 's3'],
    ]);
  });
  it('a consolidation across holders or to another sum is an error (E8, E9)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '100'),
      issued('s2', 'grace', '50'),
      issued('s3', 'ada', '151', { date: '2022-02-01' }),
      stockConsolidation('c1', { date: '2022-02-01', security_ids: ['s1', 's2'], resulting_security_id: 's3' }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E8 c1', 'E9 c1']);
  });
});
