// The board of a day.
import { describe, expect, it } from 'vitest';
import { sitsOn, sitTogether } from '#src/domain/board.ts';

const term = (elected_on: string, ended_on: string | null = null) => ({ elected_on, ended_on });

describe('the board of a day', () => {
  it.each([
    ['2023-12-31', false],
    ['2024-01-01', true],
    ['2024-06-29', true],
    ['2024-06-30', false],
  ])('has a seat of 1 January to 30 June on %s: %s', (day, sits) => {
    expect(sitsOn(term('2024-01-01', '2024-06-30'), day)).toBe(sits);
  });
  it('has a seat without an end on any later day', () => {
    expect(sitsOn(term('2024-01-01'), '2124-01-01')).toBe(true);
  });
  it.each([
    ['one after the other', term('2023-01-01', '2024-01-01'), term('2024-01-01'), false],
    ['one day together', term('2023-01-01', '2024-01-02'), term('2024-01-01'), true],
    ['one within the other', term('2023-01-01'), term('2024-01-01', '2024-02-01'), true],
    ['far apart', term('2020-01-01', '2021-01-01'), term('2024-01-01', '2024-02-01'), false],
  ])('has two seats: %s', (_how, one, other, together) => {
    expect([sitTogether(one, other), sitTogether(other, one)]).toEqual([together, together]);
  });
});
