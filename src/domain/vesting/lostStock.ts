// Stock of an early exercise that was taken back before it had vested.
//
// The rule: exercised shares are the first of the schedule and the options that are left are the last, each on its own days. Of the
// stock, the unvested shares that would have vested last are taken back. So the stock vests on at its days until only those are
// left; nothing vests on the days of those; and the options vest on their own days, no earlier.
import { multiplyByRatio } from '../figures/decimal.ts';
import type { Decimal, Ratio } from '../figures/decimal.ts';
import { NEVER } from './path.ts';
import { tranchesOf, vestedAt } from './schedule.ts';
import type { Tranche, VestingInput } from './schedule.ts';

/**
 * The days on which `gone` shares, taken back at the end of a day, would have vested; without a day (NEVER) where the schedule waits
 * for an event. Unvested shares leave first, so that vested ones are among them only after those. Nothing where the terms do not exist.
 */
export function lostTranches(input: VestingInput, gone: Decimal, day: string): Tranche[] {
  const vested = vestedAt(input, day);
  if (vested === null) return [];
  const all = tranchesOf({ ...input, stopped_on: null, ended_on: null });
  const undated = all.reduce((rest, { quantity }) => rest - quantity, input.quantity);
  let left = smaller(gone, input.quantity - vested);
  const lost: Tranche[] = [];
  for (const { date, quantity } of [...all, { date: NEVER, quantity: undated }].reverse()) {
    const taken = smaller(quantity, left);
    left -= taken;
    if (taken > 0n) lost.unshift({ date, quantity: taken });
  }
  return lost;
}

/** In shares after a split. The sum is rounded and not each part, so that the parts are the whole. */
export function scaledTranches(tranches: readonly Tranche[], ratio: Ratio): Tranche[] {
  let [sum, before] = [0n, 0n];
  return tranches.map(({ date, quantity }) => {
    sum += quantity;
    const scaled = multiplyByRatio(sum, ratio, 0, 'DOWN');
    const own = scaled - before;
    before = scaled;
    return { date, quantity: own };
  });
}

/** `vested`: of a line by a day, as its schedule says, and `exercised` of it. Out: without what was lost of its stock. */
export function withoutLost(vested: Decimal, exercised: Decimal, lost: readonly Tranche[], day: string): Decimal {
  const stock = smaller(vested, exercised);
  const due = sumOf(lost.filter(({ date }) => date <= day));
  // An acceleration of the grant does not bring back what is gone.
  const kept = smaller(stock - due, exercised - sumOf(lost));
  return vested - stock + (kept > 0n ? kept : 0n);
}

export const sumOf = (tranches: readonly Tranche[]): Decimal =>
  tranches.reduce((sum, { quantity }) => sum + quantity, 0n);
const smaller = (one: Decimal, other: Decimal) => (one < other ? one : other);
