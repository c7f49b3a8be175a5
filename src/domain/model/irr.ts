// The internal rate of return of dated flows, by actual days over 365: the yearly rate at which they are worth nothing together.
//
// With x = (1 + rate)^(−1/365) a flow after n days is worth amount · xⁿ, a whole power. A grid of x, looked at in machine numbers
// and, where those cannot tell a sign, in integers of 60 places, shows between which values the worth changes its sign. The root is
// then found by halving in those integers, and the rate is x^(−365) − 1.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { daysFromTo } from '../dates.ts';
import { fraction, minus, ONE, over, plus, roundedTo, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

export interface Flow {
  date: string;
  amount: Fraction;
}

const UNIT = 10n ** 60n;
/** Steps of a day's factor, from x = 1 outwards: to a loss of nearly everything in a year, and to a gain of many thousandfold. */
const STEP = UNIT / 10_000n;
const STEPS = 400;
/** Closer to zero than this part of all that is added up, machine numbers cannot tell a sign. */
const DOUBT = 1e-9;

interface Term {
  /** After the first flow. */
  day: number;
  units: bigint;
  amount: number;
}

/**
 * Out: the rate to ten places, a half up: 1/10 is 10 per cent a year. Refuses (422): no_rate, also where several rates would do:
 * then none of them is the rate.
 */
export function irrOf(flows: readonly Flow[]): Fraction {
  const terms = termsOf(flows);
  const signs = new Set(terms.map(({ units }) => units > 0n));
  if (signs.size < 2) throw noRate(say`A rate needs money paid and money received, on different days.`);
  const brackets = bracketsOf(terms);
  if (brackets.length === 0) throw noRate(say`No yearly rate brings the present value of these flows to zero.`);
  if (brackets.length > 1)
    throw noRate(say`Several yearly rates bring the present value of these flows to zero, so there is no single rate.`);
  let [low, high] = brackets[0]!;
  const isUp = worthAt(terms, low) < 0n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (worthAt(terms, middle) < 0n === isUp) low = middle;
    else high = middle;
  }
  return roundedTo(minus(over(ONE, fraction(power(high, 365), UNIT)), ONE), 10);
}

/** One for each day on which something is left, the first day first. */
function termsOf(flows: readonly Flow[]): Term[] {
  const first = flows.map(({ date }) => date).reduce((a, b) => (a < b ? a : b));
  const byDay = new Map<number, Fraction>();
  for (const { date, amount } of flows) {
    const day = daysFromTo(first, date);
    byDay.set(day, plus(byDay.get(day) ?? NOTHING, amount));
  }
  return [...byDay]
    .filter(([, { n }]) => n !== 0n)
    .sort(([a], [b]) => a - b)
    .map(([day, { n, d }]) => ({ day, units: (n * UNIT) / d, amount: Number(n) / Number(d) }));
}

/** Neighbours on the grid between which the worth changes its sign. */
function bracketsOf(terms: readonly Term[]): [bigint, bigint][] {
  const brackets: [bigint, bigint][] = [];
  let before: { x: bigint; sign: number } | null = null;
  for (let step = -STEPS; step <= STEPS; step += 1) {
    const x = UNIT + BigInt(step) * STEP;
    const sign = signAt(terms, 1 + step / 10_000, x);
    // A root on the grid belongs to the step below it.
    if (before && sign !== before.sign && before.sign !== 0) brackets.push([before.x, x]);
    before = { x, sign };
  }
  return brackets;
}

function signAt(terms: readonly Term[], near: number, x: bigint): number {
  const last = terms.at(-1)!.day;
  let [sum, size] = [0, 0];
  for (const { day, amount } of terms) {
    const part = amount * near ** (near > 1 ? day - last : day);
    sum += part;
    size += Math.abs(part);
  }
  if (Math.abs(sum) > DOUBT * size) return Math.sign(sum);
  const exact = worthAt(terms, x);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** At x above 1 it is what all of it is worth on the last day: the same sign, and no long numbers. */
function worthAt(terms: readonly Term[], x: bigint): bigint {
  const [factor, order] = x > UNIT ? [(UNIT * UNIT) / x, terms] : [x, terms.toReversed()];
  let worth = 0n;
  let day = order[0]!.day;
  for (const each of order) {
    worth = (worth * power(factor, Math.abs(each.day - day))) / UNIT + each.units;
    day = each.day;
  }
  return worth;
}

function power(base: bigint, exponent: number): bigint {
  let [result, square] = [UNIT, base];
  for (let left = exponent; left > 0; left >>= 1) {
    if (left & 1) result = (result * square) / UNIT;
    square = (square * square) / UNIT;
  }
  return result;
}

const noRate = (sentence: string) => new AppError('no_rate', sentence, { status: 422, fields: { flows: sentence } });
