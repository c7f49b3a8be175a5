// What each holder gets of an amount for each share, or of a total. Cents by the rules of a distribution: for each share a half up,
// once for each holder; a total by the largest remainder, ties by id.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { allocate } from '../figures/largestRemainder.ts';
import { decimalOf, figureReader } from './figures.ts';
import type { FigureReader, Written } from './figures.ts';
import { fraction, isBelow, minus, ONE, roundedTo, sumOf, times, whole, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

export interface WrittenDistribution {
  per_share?: Written | undefined;
  total?: Written | undefined;
  holdings: readonly { id: string; shares: Written }[];
  /** By id: the part of the gross amount that is withheld. */
  withholding?: Readonly<Record<string, Written>> | undefined;
}

export interface DistributionFigures {
  /** By id. */
  payments: { id: string; gross: string; tax: string; net: string }[];
  total: string;
  total_tax: string;
  total_net: string;
  /** What is paid less the amount for each share times all shares, or less the total: exact to twenty places. */
  rounding_difference: string;
}

/** Refuses (422): invalid_fields, too_many_fractions. */
export function distributionFigures(written: WrittenDistribution): DistributionFigures {
  const read = figureReader();
  const ids = new Set<string>();
  const holdings = written.holdings
    .map(({ id, shares: given }, index) => {
      const shares = read(given, `holdings.${index}.shares`);
      if (shares.n < 0n) throw invalid(`holdings.${index}.shares`, say`This must not be less than zero.`);
      if (ids.has(id)) throw invalid(`holdings.${index}.id`, say`Two lines have this id.`);
      ids.add(id);
      return { id, shares };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const all = sumOf(holdings.map(({ shares }) => shares));
  if (all.n === 0n) throw invalid('holdings', say`Nobody holds shares.`);
  const rates = new Map(
    Object.entries(written.withholding ?? {}).map(([id, rate]) => [
      id,
      rateOf(read(rate, `withholding.${id}`), id, ids),
    ]),
  );
  const { gross, declared } = grossOf(written, holdings, all, read);
  const payments = holdings.map(({ id }, index) => {
    const tax = roundedTo(times(gross[index]!, rates.get(id) ?? NOTHING), 2);
    return { id, gross: gross[index]!, tax, net: minus(gross[index]!, tax) };
  });
  const total = sumOf(gross);
  return {
    payments: payments.map(({ id, gross, tax, net }) => ({
      id,
      gross: money(gross),
      tax: money(tax),
      net: money(net),
    })),
    total: money(total),
    total_tax: money(sumOf(payments.map(({ tax }) => tax))),
    total_net: money(sumOf(payments.map(({ net }) => net))),
    rounding_difference: decimalOf(minus(total, declared), 20),
  };
}

interface Holding {
  id: string;
  shares: Fraction;
}

/** In the order of the holdings. `declared`: what they would be together without rounding. */
function grossOf(
  { per_share, total }: WrittenDistribution,
  holdings: readonly Holding[],
  all: Fraction,
  read: FigureReader,
): { gross: Fraction[]; declared: Fraction } {
  if ((per_share === undefined) === (total === undefined))
    throw invalid('per_share', say`Give the amount for each share, or the total, and not both.`);
  const field = per_share === undefined ? 'total' : 'per_share';
  const amount = read((per_share ?? total)!, field);
  if (amount.n <= 0n) throw invalid(field, say`This must be more than zero.`);
  if (field === 'per_share')
    return { gross: holdings.map(({ shares }) => roundedTo(times(amount, shares), 2)), declared: times(amount, all) };
  const cents = times(amount, whole(100n));
  if (cents.d !== 1n) throw invalid('total', say`A total amount has at most two decimals.`);
  const units = whole(unitsOf(holdings));
  const weights = holdings.map(({ id, shares }) => ({ id, weight: times(shares, units).n }));
  return { gross: allocate(cents.n, weights).map((each) => fraction(each, 100n)), declared: amount };
}

/** The least number of parts of a share in which every holding is whole. */
const unitsOf = (holdings: readonly Holding[]): bigint =>
  holdings.reduce((units, { shares }) => units * fraction(shares.d, units).n, 1n);

function rateOf(rate: Fraction, id: string, ids: ReadonlySet<string>): Fraction {
  const field = `withholding.${id}`;
  if (!ids.has(id)) throw invalid(field, say`No holding has this id.`);
  if (rate.n < 0n || isBelow(ONE, rate)) throw invalid(field, say`A rate is at least 0 and at most 1, such as 0.3.`);
  return rate;
}

/** Whole cents, with two decimals. */
function money(amount: Fraction): string {
  const [units, cents = ''] = decimalOf(amount, 2).split('.');
  return `${units}.${cents.padEnd(2, '0')}`;
}

const invalid = (field: string, sentence: string) =>
  new AppError('invalid_fields', sentence, { status: 422, fields: { [field]: sentence } });
