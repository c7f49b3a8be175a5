// A long answer is made piece by piece, and is to the letter what JSON.stringify makes.
import { expect, it } from 'vitest';
import { drain } from '#src/domain/slices.ts';
import { jsonInSlices } from '#server/http/routing/longAnswer.ts';

const item = (n: number) => ({
  n,
  'a "name"': `é\n${n}`,
  none: null,
  left_out: undefined,
  at: new Date(0),
  of: [n, [n]],
});
const many = (count: number) => Array.from({ length: count }, (_, n) => item(n));

it.each([0, 1, 99, 100, 101, 1234])('an array of %i items', (count) => {
  expect(drain(jsonInSlices(many(count)))).toBe(JSON.stringify(many(count)));
});

it.each([
  ['of nothing', {}],
  ['with a long array', { as_of: '2026-01-01', rows: many(1234), total: '1', gone: undefined, none: null }],
  ['with holes in its array', { rows: [undefined, ...many(600), undefined, null] }],
  ['with an array of arrays', { rows: [many(700), many(1)] }],
])('a record %s', (_, record) => {
  expect(drain(jsonInSlices(record))).toBe(JSON.stringify(record));
});

it('gives turns to others, however long one array is', () => {
  const work = jsonInSlices({ rows: many(10_000) });
  let turns = 0;
  while (!work.next().done) turns += 1;
  expect(turns).toBeGreaterThanOrEqual(100);
});
