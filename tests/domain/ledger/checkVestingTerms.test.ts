import { growth, LINEAR } from '#tests/support/time/computed.ts';
import { describe, expect, it } from 'vitest';
import { checkVestingTerms } from '#src/domain/ledger/rules/checkVestingTerms.ts';

const condition = (id: string, next: string[], extra: Record<string, unknown> = {}) => ({
  id,
  trigger: { type: 'VESTING_START_DATE' },
  portion: { numerator: '1', denominator: '4' },
  next_condition_ids: next,
  ...extra,
});
const monthly = (to: string, occurrences: number) => ({
  trigger: {
    type: 'VESTING_SCHEDULE_RELATIVE',
    relative_to_condition_id: to,
    period: { type: 'MONTHS', length: 1, occurrences, day_of_month: 'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH' },
  },
  portion: { numerator: '1', denominator: '48' },
});
const found = (...vesting_conditions: unknown[]) =>
  checkVestingTerms({ object_type: 'VESTING_TERMS', id: 'terms', vesting_conditions }).map(
    ({ rule, severity, message }) => `${severity} ${rule}: ${message.replace('VESTING_TERMS terms: ', '')}`,
  );

describe('the conditions of vesting terms', () => {
  it('have no finding where months follow a cliff, where two paths branch, or where the portion is zero', () => {
    expect(
      found(
        condition('start', ['cliff']),
        condition('cliff', ['months']),
        condition('months', [], monthly('cliff', 24)),
      ),
    ).toEqual([]);
    const halves = { portion: { numerator: '1', denominator: '2' } };
    expect(
      found(condition('start', ['a', 'b'], halves), condition('a', [], halves), condition('b', [], halves)),
    ).toEqual([]);
    expect(found(condition('start', [], { portion: { numerator: '0', denominator: '4' } }))).toEqual([]);
  });
  it('are an error that names them where they lead back to one another', () => {
    expect(
      found(condition('start', ['a']), condition('a', ['b']), condition('b', ['a', 'end']), condition('end', [])),
    ).toEqual(['error vesting_circle: its conditions lead back to one another: a, b, a.']);
    expect(found(condition('a', ['a']))).toEqual([
      'error vesting_circle: its conditions lead back to one another: a, a.',
    ]);
  });
  it('are an error where they lead to, or count from, a condition that does not exist', () => {
    expect(found(condition('start', ['gone']), condition('m', [], monthly('lost', 1)))).toEqual([
      'error vesting_leads_nowhere: after condition start comes gone, which the schedule does not have.',
      'error vesting_leads_nowhere: condition m counts from lost, which the schedule does not have.',
    ]);
  });
  it('are an error where the portion is not a fraction, or the quantity is negative', () => {
    const part = (numerator: unknown, denominator: unknown) =>
      condition('start', [], { portion: { numerator, denominator } });
    expect(found(part('1', '0'))).toEqual([
      'error vesting_portion: condition start vests 1 of 0, which is not a valid portion.',
    ]);
    expect(found(part('-1', '4'))).toHaveLength(1);
    expect(found(part('1', undefined))).toHaveLength(1);
    expect(found(condition('start', [], { portion: undefined, quantity: '-5' }))).toEqual([
      'error vesting_portion: condition start vests -5 shares, a number below zero.',
    ]);
  });
  it.each(['-0.5', '0', '32', '9999999999999999999999999999', '29_OR_LAST_DAY', 'someday'])(
    'get a warning where they vest on day %s, which no month has',
    (day_of_month) => {
      const months = monthly('start', 4);
      const trigger = { ...months.trigger, period: { ...months.trigger.period, day_of_month } };
      expect(found(condition('start', ['m']), condition('m', [], { ...months, trigger }))).toEqual([
        `warning vesting_day: condition m vests on day ${day_of_month} of a month, which no month has. It vests on the day of the month on which vesting started.`,
      ]);
    },
  );
  const repeated = (length: unknown, occurrences: unknown) => {
    const months = monthly('start', 4);
    const period = { ...months.trigger.period, length, occurrences };
    return found(condition('start', ['m']), condition('m', [], { ...months, trigger: { ...months.trigger, period } }));
  };
  it.each<[unknown, unknown, string]>([
    [-1, 4, 'condition m vests every -1 months'],
    [1.5, 4, 'condition m vests every 1.5 months'],
    [1, 0, 'condition m vests 0 times'],
    [1, -3, 'condition m vests -3 times'],
    [1, 2.5, 'condition m vests 2.5 times'],
    [undefined, 4, 'condition m does not say how long its period is'],
    [1, { omitted: true }, 'condition m does not say how often it vests'],
  ])('are an error where they cannot repeat as written: every %j months, %j times', (length, occurrences, text) => {
    expect(repeated(length, occurrences)).toEqual([
      `error vesting_period: ${text}. It never vests, and neither do conditions that only it leads to.`,
    ]);
  });
  it('get a warning where they repeat with no time between, but not where they vest only once', () => {
    expect(repeated(0, 4)).toEqual([
      'warning vesting_at_once: condition m vests 4 times with 0 months between them: all of it vests on one day.',
    ]);
    expect(repeated(0, 1)).toEqual([]);
    expect(repeated(1, 4)).toEqual([]);
  });
  it('get a warning where a path vests more than the whole grant, not counting a remainder', () => {
    const half = { portion: { numerator: '1', denominator: '2' } };
    expect(
      found(
        condition('start', ['more'], half),
        condition('more', ['last'], half),
        condition('last', [], { portion: { numerator: '1', denominator: '1000' } }),
      ),
    ).toEqual(['warning vesting_over_whole: its portions add up to more than the whole grant.']);
    const rest = { portion: { numerator: '1', denominator: '1', remainder: true } };
    expect(found(condition('start', ['more'], half), condition('more', [], rest))).toEqual([]);
    expect(found(condition('start', ['m']), condition('m', [], monthly('start', 49)))).toHaveLength(1);
  });
  it('are checked in a time that grows with their number where they form a circle', () => {
    const circle = (length: number) => Array.from({ length }, (_, n) => condition(`c${n}`, [`c${(n + 1) % length}`]));
    expect(found(...circle(50_000))).toHaveLength(1);
    expect(
      growth((chain: ReturnType<typeof circle>) => found(...chain), circle, { length: 48_000, runs: 3 }),
    ).toBeLessThan(LINEAR);
  });
});
