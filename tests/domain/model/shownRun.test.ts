// A run of a company with many holders, as a page shows it.
import { describe, expect, it } from 'vitest';
import { decimal } from '#src/domain/figures/decimal.ts';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import { shownRun } from '#src/domain/model/scenario/shownRun.ts';
import { typedState } from '#src/domain/model/scenario/startState.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';

const holders = Array.from({ length: 30 }, (_, index) => ({ id: `h${index}`, name: `Holder ${index}` }));
const start = typedState({
  holders,
  classes: [
    { id: 'c', name: 'Common', kind: 'COMMON' },
    { id: 'p', name: 'Series A', kind: 'PREFERRED', preference: 1000 },
  ],
  holdings: holders.map(({ id }, index) => ({
    holder: id,
    class: index % 5 === 0 ? 'p' : 'c',
    shares: 1000 + 7 * index,
  })),
  options: [{ id: 'h3', shares: 50, strike: 1 }],
});
const steps: Step[] = [
  { kind: 'convertible', name: 'Angel', instrument: { id: 'S', type: 'post_cap', amount: 10, cap: 100_000 } },
  {
    kind: 'round',
    name: 'Seed',
    class_name: 'Seed',
    pre_money: 50_000,
    method: 'percent_ownership',
    investors: [
      { name: 'Fund', amount: 9000 },
      { shareholder_id: 'h0', name: 'Holder 0', amount: 10 },
    ],
    pool: { increase: 100 },
    converts: 'all',
  },
  { kind: 'exit', proceeds: 70_000 },
];
const run = runScenario(start, steps);
const shown = shownRun(run, 5);

describe('the largest holders of a run', () => {
  it('keep their rows, beside those whom a round or a convertible names; the others are one row', () => {
    const last = shown.tables.at(-1)!;
    expect(last.rows.map(({ name }) => name)).toEqual([
      'Fund',
      'Holder 29',
      'Holder 28',
      'Holder 27',
      'Holder 26',
      'Holder 25',
      'Holder 0',
      'Angel',
      '24 other holders',
      'Unallocated pool',
    ]);
    const [before] = shown.tables;
    expect(before!.rows.map(({ name, holders: count }) => [name, count]).at(-1)).toEqual(['24 other holders', 24]);
  });

  it('change no total, no percentage and no class', () => {
    for (const [index, { rows, total }] of shown.tables.entries()) {
      const whole = run.tables[index]!;
      const sum = (all: typeof rows, of: (row: (typeof rows)[number]) => string) =>
        all.reduce((so_far, row) => so_far + decimal(of(row)), 0n);
      expect(sum(rows, (row) => row.total)).toBe(decimal(total));
      expect(sum(rows, (row) => row.percent)).toBe(decimal('100'));
      for (const id of ['c', 'p']) {
        const held = (all: typeof rows) =>
          sum(all, ({ holdings }) => holdings.find(({ share_class_id }) => share_class_id === id)?.quantity ?? '0');
        expect(held(rows)).toBe(held(whole.rows));
      }
      for (const row of rows.filter(({ shareholder_id }) => shareholder_id !== null))
        expect(whole.rows).toContainEqual(row);
    }
  });

  it('are paid what they are paid, at each point of an exit', () => {
    const [exit, whole] = [shown.waterfalls[0]!, run.waterfalls[0]!];
    expect(Object.keys(exit.by_holder).sort()).toEqual(
      ['h0', 'h25', 'h26', 'h27', 'h28', 'h29', 'new:Angel', 'new:Fund'].sort(),
    );
    for (const [id, paid] of Object.entries(exit.by_holder)) expect(whole.by_holder[id]).toBe(paid);
    expect(exit.payout).toEqual(whole.payout);
    for (const [index, { by_holder }] of exit.curve.entries()) {
      expect(Object.keys(by_holder)).toContain('h29');
      for (const [id, paid] of Object.entries(by_holder))
        expect([exit.by_holder[id] === undefined, whole.curve[index]!.by_holder[id]]).toEqual([false, paid]);
    }
  });

  it('are all of them where there are few, and are the same when they are taken again', () => {
    expect(shownRun(run, 200)).toBe(run);
    expect(shownRun(shown, 5)).toEqual(shown);
  });
});
