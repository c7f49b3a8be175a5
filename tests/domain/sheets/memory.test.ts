// What was answered about one file is remembered for the next with the same headings.
import { describe, expect, it } from 'vitest';
import type { Grid } from '#src/domain/sheets/grid.ts';
import { isNothing, rememberedOf, signatureOf } from '#src/domain/sheets/meanings/memory.ts';
import type { SheetMemory } from '#src/domain/sheets/meanings/memory.ts';
import type { SheetAnswers } from '#src/domain/sheets/reading.ts';
import { readRemembering } from '#src/domain/sheets/readRemembering.ts';
import { csvOf, gridOf, read } from '#tests/support/sheets/grids.ts';

const OPTIONS = { today: '2026-01-31', currency: 'USD', idOf: (key: string) => key };
const next = (grid: Grid, memory: SheetMemory) => readRemembering(grid, OPTIONS, memory);
const memoryOf = (grid: Grid, answers: SheetAnswers): SheetMemory => {
  const { tables, questions } = read(grid, answers).reading;
  return rememberedOf(tables, questions, answers);
};

const HEADINGS = ['Shareholder', 'Stock Units', 'Angels'];
const wide = (order: number[], name = 'x') => ({
  name,
  rows: [order.map((at) => HEADINGS[at]!), order.map((at) => ['Ada', 10, 5][at]!)],
});
const told: SheetAnswers = {
  tables: [{ id: 't1', role: 'snapshot', columns: [{ column: 'C', field: 'holding', share_class: 'Angel Shares' }] }],
};
const DATES = [
  ['Certificate #', 'Stakeholder', 'Share Class', 'Shares', 'Issue Date'],
  ['CS-1', 'Ada', 'Common', '100', '03/04/2024'],
];

describe('the next file with the same headings', () => {
  it('is read as the columns were said to mean, whatever their order', () => {
    const memory = memoryOf(gridOf(wide([0, 1, 2])), told);
    const later = gridOf(wide([2, 0, 1]));
    expect(signatureOf(read(later).reading.tables[0]!)).toBe(Object.keys(memory)[0]);
    const { reading, answers } = next(later, memory);
    expect(reading.tables[0]!.columns[0]).toEqual({
      column: 'A',
      heading: 'Angels',
      field: 'holding',
      share_class: 'Angel Shares',
    });
    expect(reading.recalled).toEqual(['t1']);
    // The answers alone give the same reading again.
    expect(read(later, answers).reading).toEqual(reading);
  });

  it('is read as its questions were answered, unless it shows the answer itself', () => {
    const answers = { answers: { 'date_order:t1:E': 'DMY' } };
    const memory = memoryOf(csvOf(DATES), answers);
    const ambiguous = csvOf([DATES[0]!, ['CS-2', 'Eve', 'Common', '5', '05/06/2025']]);
    const recalled = next(ambiguous, memory);
    expect(recalled.answers).toEqual({ ...answers, recalled: ['t1'] });
    expect(recalled.reading.status).toBe('ready');
    expect(recalled.reading.questions.map(({ code, answer }) => [code, answer])).toEqual([['date_order', 'DMY']]);
    const monthFirst = csvOf([
      ...ambiguous.tabs[0]!.rows.map(({ cells }) => cells.map(({ text }) => text)),
      ['CS-3', 'Eve', 'Common', '5', '06/25/2025'],
    ]);
    const shown = next(monthFirst, memory);
    expect(shown.answers).toEqual({});
    expect(shown.reading.recalled).toEqual([]);
    expect(shown.reading.questions).toEqual([]);
  });

  it('is read as all its questions were answered, also one that may stay open', () => {
    const safes = (name: string, discount: string) =>
      gridOf({
        name: 'SAFEs',
        rows: [
          ['SAFE', 'Investor', 'Amount', 'Valuation cap', 'Discount', 'Issue date'],
          [name, 'Kestrel', '150000', '8000000', discount, '2026-03-15'],
        ],
      });
    const answers = { 'percent_scale:t1:E': 'fraction', 'cap_basis:t1:D': 'POST_MONEY' };
    const memory = memoryOf(safes('SAFE-1', '0.2'), { answers });
    const { reading } = next(safes('SAFE-2', '0.15'), memory);
    expect(reading.questions.map(({ code, answer }) => [code, answer]).toSorted()).toEqual([
      ['cap_basis', 'POST_MONEY'],
      ['percent_scale', 'fraction'],
    ]);
  });

  it('is still read so after a file that needed no answer', () => {
    const asked = csvOf(DATES);
    const plain = csvOf([DATES[0]!, ['CS-2', 'Eve', 'Common', '5', '25/06/2025']]);
    const first = memoryOf(asked, { answers: { 'date_order:t1:E': 'DMY' } });
    const { tables, questions } = read(plain).reading;
    const second = rememberedOf(tables, questions, {}, first);
    expect(next(csvOf([DATES[0]!, ['CS-3', 'Eve', 'Common', '5', '03/07/2025']]), second).answers).toMatchObject({
      answers: { 'date_order:t1:E': 'DMY' },
    });
  });

  it('is no longer read as a meaning says that somebody took back', () => {
    const memory = memoryOf(gridOf(wide([0, 1, 2])), told);
    const { tables, questions } = read(gridOf(wide([0, 1, 2]))).reading;
    expect(Object.values(rememberedOf(tables, questions, { recalled: ['t1'] }, memory)).every(isNothing)).toBe(true);
    expect(rememberedOf(tables, questions, {}, memory)).toEqual(memory);
  });

  it('is read on its own where its headings differ', () => {
    const memory = memoryOf(gridOf(wide([0, 1, 2])), told);
    const other = gridOf({
      name: 'x',
      rows: [
        [...HEADINGS, 'Seed'],
        ['Ada', 10, 5, 7],
      ],
    });
    expect(next(other, memory)).toEqual({ reading: read(other).reading, answers: {} });
  });

  it('is not read as one of two tables with the same headings was that differ', () => {
    const grid = gridOf(wide([0, 1, 2], 'One'), wide([0, 1, 2], 'Two'));
    const column = { column: 'C', field: 'holding' as const, share_class: 'Angel Shares' };
    const memory = memoryOf(grid, {
      tables: [
        { id: 't1', role: 'ignore', columns: [column] },
        { id: 't2', role: 'snapshot', columns: [column] },
      ],
    });
    expect(Object.values(memory)).toEqual([
      { columns: { angels: { field: 'holding', share_class: 'Angel Shares' } }, answers: {} },
    ]);
  });

  it('is not read by a heading that a table has twice', () => {
    const grid = gridOf({
      name: 'x',
      rows: [
        ['Shareholder', 'Common Stock', 'Notes', 'Notes'],
        ['Ada', 10, 'a', 5],
      ],
    });
    const memory = memoryOf(grid, { tables: [{ id: 't1', columns: [{ column: 'D', field: 'holding' }] }] });
    expect(Object.values(memory).every(isNothing)).toBe(true);
  });
});

it('forgets what is no longer answered', () => {
  expect(Object.values(memoryOf(gridOf(wide([0, 1, 2])), {})).every(isNothing)).toBe(true);
});
