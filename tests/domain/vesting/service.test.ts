import { describe, expect, it } from 'vitest';
import { serviceEndedOn } from '#src/domain/vesting/service.ts';

const left = (effective_date: string) => ({ effective_date, new_status: 'TERMINATION_VOLUNTARY_OTHER' });
const status = (effective_date: string, new_status: string) => ({ effective_date, new_status });

describe('the end of service', () => {
  it.each<[string, ReturnType<typeof status>[], string | null]>([
    ['is null without an entry', [], null],
    ['is the day of leaving', [left('2023-05-01')], '2023-05-01'],
    ['is moved by a later entry, in any order', [left('2023-06-01'), left('2023-05-01')], '2023-06-01'],
    ['is undone by coming back', [left('2023-05-01'), status('2023-07-01', 'ACTIVE')], null],
    ['is undone on the same day', [status('2023-05-01', 'ACTIVE'), left('2023-05-01')], null],
    [
      'is the second leaving after a return',
      [status('2023-07-01', 'ACTIVE'), left('2023-05-01'), left('2024-01-01')],
      '2024-01-01',
    ],
    ['is not undone by a leave', [left('2023-05-01'), status('2023-07-01', 'LEAVE_OF_ABSENCE')], '2023-05-01'],
    ['is not a leaving before the grant', [left('2021-12-31')], null],
  ])('%s', (_, changes, day) => {
    expect(serviceEndedOn(changes, '2022-01-01')).toBe(day);
  });
});
