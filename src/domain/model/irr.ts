// The internal rate of return of dated flows, by actual days over 365: the yearly rate at which they are worth nothing together.
//
// With x = (1 + rate)^(−1/365) a flow after n days is worth amount · xⁿ, a whole power, in fixed-point integers of 60 places. The
// root is found by halving, and the rate is x^(−365) − 1.
import { AppError } from '../errors.ts';
import { daysFromTo } from '../dates.ts';
import { fraction, minus, ONE, over, roundedTo, ZERO } from './fraction.ts';
import type { Fraction } from './fraction.ts';

export interface Flow {
  date: string;
  amount: Fraction;
}

const UNIT = 10n ** 60n;
/** Steps of a day's factor, from x = 1 outwards: to a loss of nearly everything in a year, and to a gain of many thousandfold. */
const STEP = UNIT / 10_000n;
const STEPS = 400n;

/**
 * Out: the rate to ten places, a half up: 1/10 is 10 per cent a year. Of several rates the one nearest to zero. Refuses (422):
 * no_rate.
 */
export function irrOf(flows: readonly Flow[]): Fraction {
  const first = flows.map(({ date }) => date).reduce((a, b) => (a < b ? a : b));
  const byDay = new Map<number, Fraction[]>();
  for (const { date, amount } of flows) {
    const day = daysFromTo(first, date);
    byDay.set(day, [...(byDay.get(day) ?? []), amount]);
  }
  const terms = [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([day, amounts]) => ({ day: BigInt(day), units: amounts.reduce((sum, { n, d }) => sum + (n * UNIT) / d, 0n) }));
  const signs = new Set(terms.filter(({ units }) => units !== 0n).map(({ units }) => units > 0n));
  if (signs.size < 2 || terms.length < 2)
    throw noRate('A rate needs money paid and money received, on different days.');
  const worth = (x: bigint) => terms.reduce((sum, { day, units }) => sum + (units * power(x, day)) / UNIT, 0n);
  if (worth(UNIT) === 0n) return ZERO;
  const bracket = bracketOf(worth);
  if (!bracket) throw noRate('No yearly rate makes these flows worth nothing together.');
  let [low, high] = bracket;
  const isUp = worth(low) < 0n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (worth(middle) < 0n === isUp) low = middle;
    else high = middle;
  }
  return roundedTo(minus(over(ONE, fraction(power(high, 365n), UNIT)), ONE), 10);
}

/** Two values of x, a step apart, between which the worth changes its sign: the first ones from 1 outwards. */
function bracketOf(worth: (x: bigint) => bigint): [bigint, bigint] | null {
  const atOne = worth(UNIT);
  let [below, above] = [atOne, atOne];
  for (let step = 1n; step <= STEPS; step += 1n) {
    const [low, high] = [UNIT - step * STEP, UNIT + step * STEP];
    const [atLow, atHigh] = [worth(low), worth(high)];
    if (atHigh > 0n !== above > 0n) return [high - STEP, high];
    if (atLow > 0n !== below > 0n) return [low, low + STEP];
    [below, above] = [atLow, atHigh];
  }
  return null;
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [UNIT, base];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) / UNIT;
    square = (square * square) / UNIT;
  }
  return result;
}

const noRate = (sentence: string) => new AppError('no_rate', sentence, { status: 422, fields: { flows: sentence } });
