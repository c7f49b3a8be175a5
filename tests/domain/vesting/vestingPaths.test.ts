// Checks which conditions a grant meets and on which days, and the rules that hold for any terms.
import { growth, LINEAR } from '#tests/support/time/computed.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#src/domain/figures/decimal.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { tranchesOf, vestedAt, vestingStartOf } from '#src/domain/vesting/schedule.ts';
import { ALLOCATION_TYPES } from '#src/domain/keywords.ts';
import { condition, days, fact, grantOf, months, rowsOf, started, termsOf, vestedOn } from './vestingFactories.ts';

const START = { type: 'VESTING_START_DATE' };
const EVENT = { type: 'VESTING_EVENT' };
const on = (date: string) => ({ type: 'VESTING_SCHEDULE_ABSOLUTE', date });
const start = (...next: string[]) => condition('start', START, { quantity: '0', next });

describe('a grant without vesting conditions', () => {
  it('vests in full on its day, when it names neither terms nor a schedule', () => {
    const grant = grantOf('100', null, [], { issued_on: '2025-03-01' });
    expect(vestedOn(grant, '2025-02-28')).toBe('0');
    expect(rowsOf(grant)).toEqual([['2025-03-01', '100']]);
    expect(vestingStartOf(grant)).toBeNull();
  });

  it('has an unknown vested number when its terms do not exist, and zero before its day', () => {
    const grant = grantOf('100', null, [], { issued_on: '2025-03-01', terms_missing: true });
    expect(vestedOn(grant, '2025-03-01')).toBeNull();
    expect(vestedOn(grant, '2025-02-28')).toBe('0');
    expect(rowsOf(grant)).toEqual([]);
  });

  it('vests only accelerated shares while its terms have no start', () => {
    const terms = termsOf([start('all'), condition('all', months('start', 12, 1), { portion: [1, 1] })]);
    expect(vestedOn(grantOf('100', terms), '2099-01-01')).toBe('0');
    expect(rowsOf(grantOf('100', terms, [fact('ACCELERATION', '2025-01-01', { quantity: '7' })]))).toEqual([
      ['2025-01-01', '7'],
    ]);
  });

  it('follows the schedule of its issuance rather than any terms, and vests nothing before its day', () => {
    const vestings = [
      { date: '2026-01-01', amount: decimal('60') },
      { date: '2024-01-01', amount: decimal('40') },
    ];
    const terms = termsOf([start()]);
    const grant = grantOf('100', terms, started('2024-01-01'), { vestings, issued_on: '2025-01-01' });
    expect(rowsOf(grant)).toEqual([
      ['2025-01-01', '40'],
      ['2026-01-01', '60'],
    ]);
    expect(rowsOf({ ...grant, terms: null, terms_missing: true })).toHaveLength(2);
    expect(rowsOf(grant, '2025-06-01')).toEqual([['2025-01-01', '40']]);
  });
});

describe('a path through the conditions', () => {
  it('vests the tranches before the grant together on the day of the grant', () => {
    const terms = termsOf([start('monthly'), condition('monthly', months('start', 1, 10), { portion: [1, 10] })]);
    const grant = grantOf('100', terms, started('2025-01-15'), { issued_on: '2025-04-20' });
    expect(vestedOn(grant, '2025-04-19')).toBe('0');
    expect(rowsOf(grant).slice(0, 2)).toEqual([
      ['2025-04-20', '30'],
      ['2025-05-15', '10'],
    ]);
    expect(vestingStartOf(grant)).toBe('2025-01-15');
  });

  it('stops at the end of the service', () => {
    const terms = termsOf([start('monthly'), condition('monthly', months('start', 1, 10), { portion: [1, 10] })]);
    const grant = grantOf('100', terms, started('2025-01-15'), { stopped_on: '2025-03-15' });
    expect(vestedOn(grant, '2099-01-01')).toBe('20');
    expect(rowsOf(grant)).toHaveLength(2);
  });

  it('stops with the last day of its term, but for what was exercised early', () => {
    const terms = termsOf([start('monthly'), condition('monthly', months('start', 1, 10), { portion: [1, 10] })]);
    const until = (exercised: string) =>
      grantOf('100', terms, started('2025-01-15'), { expires: { on: '2025-03-15', exercised: decimal(exercised) } });
    expect(vestedOn(until('0'), '2025-03-15')).toBe('20');
    expect(vestedOn(until('15'), '2099-01-01')).toBe('20');
    expect(rowsOf(until('0'))).toHaveLength(2);
    expect(vestedOn(until('35'), '2025-04-15')).toBe('30');
    expect(vestedOn(until('35'), '2099-01-01')).toBe('35');
    expect(rowsOf(until('35'))).toEqual([
      ['2025-02-15', '10'],
      ['2025-03-15', '10'],
      ['2025-04-15', '10'],
      ['2025-05-15', '5'],
    ]);
  });

  it('releases the installments before a cliff together', () => {
    const monthly = months('start', 1, 48, { cliff_installment: 12 });
    const terms = termsOf([start('m'), condition('m', monthly, { portion: [1, 48] })]);
    const rows = rowsOf(grantOf('480', terms, started('2024-02-29')));
    expect(rows[0]).toEqual(['2025-02-28', '120']);
    expect(rows[1]).toEqual(['2025-03-29', '10']);
    expect(rows).toHaveLength(37);
  });

  it('counts days exactly, so that 365 of them are not a leap year', () => {
    const terms = termsOf([start('d'), condition('d', days('start', 365, 2), { portion: [1, 2] })]);
    expect(rowsOf(grantOf('10', terms, started('2024-01-01')))).toEqual([
      ['2024-12-31', '5'],
      ['2025-12-31', '5'],
    ]);
  });

  it.each([
    ['05', '2025-02-05', '2025-03-05'],
    ['28', '2025-02-28', '2025-03-28'],
    ['29_OR_LAST_DAY_OF_MONTH', '2025-02-28', '2025-03-29'],
    ['30_OR_LAST_DAY_OF_MONTH', '2025-02-28', '2025-03-30'],
    ['31_OR_LAST_DAY_OF_MONTH', '2025-02-28', '2025-03-31'],
    ['VESTING_START_DAY_OR_LAST_DAY_OF_MONTH', '2025-02-15', '2025-03-15'],
  ])('vests on the day of the month that the terms name: %s', (day_of_month, first, second) => {
    const monthly = months('start', 1, 2, { day_of_month });
    const terms = termsOf([start('m'), condition('m', monthly, { portion: [1, 2] })]);
    expect(rowsOf(grantOf('2', terms, started('2025-01-15'))).map(([date]) => date)).toEqual([first, second]);
  });

  it('vests on dates and by events, in fixed quantities too', () => {
    const terms = termsOf([
      condition('date', on('2025-06-30'), { quantity: '30', next: ['sale'] }),
      condition('sale', EVENT, { portion: [1, 1, true] }),
    ]);
    expect(rowsOf(grantOf('100', terms))).toEqual([['2025-06-30', '30']]);
    expect(rowsOf(grantOf('100', terms, [fact('EVENT', '2026-02-01', { on: 'sale' })]))).toEqual([
      ['2025-06-30', '30'],
      ['2026-02-01', '70'],
    ]);
    // An event that comes before its condition can be met counts as soon as the condition can be met.
    expect(rowsOf(grantOf('100', terms, [fact('EVENT', '2025-02-01', { on: 'sale' })]))).toEqual([
      ['2025-06-30', '100'],
    ]);
  });

  it('ignores an event that names none of its conditions', () => {
    const terms = termsOf([condition('sale', EVENT, { portion: [1, 1] })]);
    expect(rowsOf(grantOf('100', terms, [fact('EVENT', '2025-02-01', { on: 'other' })]))).toEqual([]);
  });

  it.each([
    [['a', 'b'], '10'],
    [['b', 'a'], '20'],
  ])('takes the first of %s when both are met on one day', (next, vested) => {
    const terms = termsOf([
      start(...next),
      condition('a', on('2025-06-01'), { quantity: '10' }),
      condition('b', days('start', 151, 1), { quantity: '20' }),
    ]);
    expect(rowsOf(grantOf('100', terms, started('2025-01-01')))).toEqual([['2025-06-01', vested]]);
  });

  it('ends a monthly schedule at an event that vests half of the rest', () => {
    const terms = termsOf([
      start('m'),
      condition('m', months('start', 1, 10), { portion: [1, 10], next: ['sale'] }),
      condition('sale', EVENT, { portion: [1, 2, true] }),
    ]);
    const sold = [...started('2025-01-01'), fact('EVENT', '2025-04-01', { on: 'sale' })];
    expect(rowsOf(grantOf('100', terms, sold))).toEqual([
      ['2025-02-01', '10'],
      ['2025-03-01', '10'],
      ['2025-04-01', '45'],
    ]);
  });

  it('delays a condition that is due during a repetition until the repetition ends', () => {
    const terms = termsOf([
      start('m'),
      condition('m', months('start', 6, 2), { portion: [1, 4], next: ['bonus'] }),
      condition('bonus', days('start', 30, 1), { portion: [1, 2] }),
    ]);
    expect(rowsOf(grantOf('100', terms, started('2025-01-01')))).toEqual([
      ['2025-07-01', '25'],
      ['2026-01-01', '75'],
    ]);
  });

  it('reads a 36th of the remainder, 36 times, as the whole remainder', () => {
    const terms = termsOf([
      start('cliff'),
      condition('cliff', months('start', 12, 1), { portion: [1, 4], next: ['rest'] }),
      condition('rest', months('cliff', 1, 36), { portion: [1, 36, true] }),
    ]);
    const grant = grantOf('480', terms, started('2021-01-30'));
    expect(vestedOn(grant, '2022-01-30')).toBe('120');
    expect(vestedOn(grant, '2022-02-28')).toBe('130');
    expect(vestedOn(grant, '2025-01-30')).toBe('480');
  });

  it('keeps its rate after an acceleration and ends earlier', () => {
    const terms = termsOf([start('m'), condition('m', months('start', 1, 4), { portion: [1, 4] })]);
    const facts = [...started('2025-01-01'), fact('ACCELERATION', '2025-02-10', { quantity: '50' })];
    expect(rowsOf(grantOf('100', terms, facts))).toEqual([
      ['2025-02-01', '25'],
      ['2025-02-10', '50'],
      ['2025-03-01', '25'],
    ]);
  });

  it('is exact beyond 2^53 shares and in ten decimals', () => {
    const terms = termsOf([start('m'), condition('m', months('start', 1, 3), { portion: [1, 3] })], 'FRACTIONAL');
    const rows = rowsOf(grantOf('9007199254740993', terms, started('2025-01-01')));
    expect(rows.map(([, quantity]) => quantity)).toEqual(Array(3).fill('3002399751580331'));
    expect(rowsOf(grantOf('0.0000000001', terms, started('2025-01-01')))).toEqual([['2025-04-01', '0.0000000001']]);
  });
});

describe('terms that make no sense', () => {
  it.each<[string, OcfObject[]]>([
    ['a circle', [start('a'), condition('a', days('start', 1, 1), { portion: [1, 4], next: ['start', 'a'] })]],
    ['a circle without a start', [condition('a', on('2025-01-01'), { portion: [1, 2], next: ['a'] })]],
    ['a next condition that is not there', [start('nowhere')]],
    ['a period relative to itself', [start('a'), condition('a', days('a', 1, 1), { portion: [1, 1] })]],
    ['a period relative to a missing condition', [start('a'), condition('a', days('none', 1, 1), { portion: [1, 1] })]],
    ['no conditions', []],
    ['malformed conditions', [{ id: 'x' }, {}, { id: 'y', trigger: 7, next_condition_ids: 'z' } as OcfObject]],
    ['a portion with a denominator of zero', [start('a'), condition('a', days('start', 1, 1), { portion: [1, 0] })]],
    ['centuries of months', [start('a'), condition('a', months('start', 9e9, 9e9), { portion: [1, 9] })]],
  ])('vest no more than the grant and never hang: %s', (_, conditions) => {
    const grant = grantOf('100', termsOf(conditions), started('2024-12-31'));
    expect(tranchesOf(grant).reduce((sum, { quantity }) => sum + quantity, 0n)).toBeLessThanOrEqual(decimal('100'));
    expect(vestedAt(grant, '9999-12-31')).not.toBeNull();
  });

  it('are computed in a time that grows with the conditions, also of very long fractions', () => {
    const chainOf = (length: number) => {
      const chain = Array.from({ length }, (_, index) =>
        condition(`c${index}`, days(`c${index - 1}`, 1, 1), {
          portion: [`0.${index + 1}`, `9876543210.${1_000_003 + index * 7}`],
          next: [`c${index + 1}`],
        }),
      );
      chain[0] = start('c1');
      return grantOf('1000000', termsOf(chain, 'FRONT_LOADED'), started('2025-01-01'));
    };
    expect(vestedAt(chainOf(5000), '2099-01-01')).not.toBeNull();
    const vested = (grant: ReturnType<typeof chainOf>) => vestedAt(grant, '2099-01-01');
    expect(growth(vested, chainOf, { length: 4800, runs: 3 })).toBeLessThan(LINEAR);
  });
});

describe('random terms', () => {
  const names = ['start', 'a', 'b', 'c', 'd'];
  const anyDay = fc
    .integer({ min: 0, max: 3000 })
    .map((days) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10));
  const anyName = fc.constantFrom(...names);
  const anyPeriod = fc.record({
    length: fc.integer({ min: 0, max: 14 }),
    type: fc.constantFrom('MONTHS', 'DAYS'),
    occurrences: fc.integer({ min: 1, max: 60 }),
    day_of_month: fc.constantFrom(
      '01',
      '15',
      '28',
      '31_OR_LAST_DAY_OF_MONTH',
      'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH',
    ),
    cliff_installment: fc.integer({ min: 0, max: 13 }),
  });
  const anyTrigger = fc.oneof(
    fc.constant(EVENT),
    anyDay.map(on),
    fc
      .record({ period: anyPeriod, relative_to_condition_id: anyName })
      .map((rest) => ({ type: 'VESTING_SCHEDULE_RELATIVE', ...rest })),
  );
  const anyAmount = fc.oneof(
    fc.record({ quantity: fc.integer({ min: 0, max: 400 }).map(String) }),
    fc.record({
      portion: fc.record({
        numerator: fc.integer({ min: 0, max: 5 }).map(String),
        denominator: fc.integer({ min: 1, max: 60 }).map(String),
        remainder: fc.boolean(),
      }),
    }),
  );
  const anyNext = fc.uniqueArray(anyName, { maxLength: 3 });
  const anyTerms = fc
    .record({
      allocation_type: fc.constantFrom(...ALLOCATION_TYPES),
      conditions: fc.array(fc.record({ trigger: anyTrigger, amount: anyAmount, next: anyNext }), {
        minLength: 1,
        maxLength: 4,
      }),
      next: anyNext,
    })
    .map(({ allocation_type, conditions, next }) =>
      termsOf(
        [
          start(...next),
          ...conditions.map((each, index) => ({
            id: names[index + 1]!,
            trigger: each.trigger,
            ...each.amount,
            next_condition_ids: each.next,
          })),
        ],
        allocation_type,
      ),
    );
  const anyFact = fc.oneof(
    fc.record({ date: anyDay, on: anyName }).map(({ date, on: name }) => fact('EVENT', date, { on: name })),
    fc
      .record({ date: anyDay, quantity: fc.integer({ min: 1, max: 90 }) })
      .map(({ date, quantity }) => fact('ACCELERATION', date, { quantity: String(quantity) })),
  );
  const anyGrant = fc
    .record({
      quantity: fc.integer({ min: 1, max: 5000 }),
      terms: anyTerms,
      facts: fc.array(anyFact, { maxLength: 5 }),
      started_on: anyDay,
      issued_on: anyDay,
    })
    .map(({ quantity, terms, facts, started_on, issued_on }) =>
      grantOf(String(quantity), terms, [...started(started_on), ...facts], { issued_on }),
    );

  it('never reduce the vested number, never exceed the grant, and give tranches that sum to it', () => {
    fc.assert(
      fc.property(anyGrant, fc.array(anyDay, { minLength: 4, maxLength: 12 }), (grant, dates) => {
        let before = 0n;
        for (const date of [...dates, '2100-01-01'].sort()) {
          const vested = vestedAt(grant, date)!;
          expect(vested).toBeGreaterThanOrEqual(before);
          expect(vested).toBeLessThanOrEqual(grant.quantity);
          const shown = tranchesOf(grant, date).reduce((sum, { quantity }) => sum + quantity, 0n);
          expect(shown).toBe(vested);
          before = vested;
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('give the same vested number for a day with and without later facts', () => {
    fc.assert(
      fc.property(anyGrant, anyDay, (grant, date) => {
        const known = { ...grant, facts: grant.facts.filter(({ effective_date }) => effective_date <= date) };
        expect(vestedAt(known, date)).toBe(vestedAt(grant, date));
      }),
      { numRuns: 1500 },
    );
  });

  it('vest the whole grant where their portions sum to one or a remainder follows', () => {
    const anySchedule = fc.record({
      quantity: fc.integer({ min: 1, max: 100_000 }),
      parts: fc.integer({ min: 2, max: 60 }),
      cliff: fc.integer({ min: 1, max: 59 }),
      remainder: fc.boolean(),
      allocation_type: fc.constantFrom(...ALLOCATION_TYPES),
    });
    fc.assert(
      fc.property(anySchedule, ({ quantity, parts, cliff, remainder, allocation_type }) => {
        const first = Math.min(cliff, parts - 1);
        const terms = termsOf(
          [
            start('cliff'),
            condition('cliff', months('start', first, 1), { portion: [first, parts], next: ['rest'] }),
            condition('rest', months('cliff', 1, parts - first), {
              portion: remainder ? [1, parts - first, true] : [1, parts],
            }),
          ],
          allocation_type,
        );
        const grant = grantOf(String(quantity), terms, started('2020-01-31'));
        const rows = tranchesOf(grant);
        expect(rows.reduce((sum, row) => sum + row.quantity, 0n)).toBe(grant.quantity);
        // The remainder is only another way to write the same schedule.
        const plain = condition('rest', months('cliff', 1, parts - first), { portion: [1, parts] });
        const [beginning, atCliff] = terms['vesting_conditions'] as OcfObject[];
        expect(rows).toEqual(tranchesOf({ ...grant, terms: termsOf([beginning!, atCliff!, plain], allocation_type) }));
      }),
      { numRuns: 500 },
    );
  });
});
