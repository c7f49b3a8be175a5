// The series of their own into which what converts in a round goes, one for each price that was paid for a share.
import { formatDecimal, ONE, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { ownSeries } from '#src/domain/round/ownSeries.ts';
import type { OwnSeries } from '#src/domain/round/ownSeries.ts';
import { decimalOf } from '../figures.ts';
import { compare, times } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { exactly } from '#src/domain/figures/exactly.ts';
import { seriesBeside } from './roundClass.ts';
import type { ScenarioClass, ScenarioState } from './state.ts';
import type { RoundStep } from './steps.ts';

export interface RoundConversion {
  id: string;
  name: string;
  shareholder_id: string;
  /** With its interest. */
  amount: string;
  /** Null where no price is agreed. */
  price: string | null;
  shares: string;
  binding: string;
  /** Of the round, or of its own series. */
  share_class_id: string;
  /** What of the amount buys no whole share. */
  cash: string;
  formula: string[];
}

export type Converted = Omit<RoundConversion, 'share_class_id'>;

/** A class that the round adds for what converts at one price. */
export interface SeriesFigures {
  share_class_id: string;
  name: string;
  /** "Series A-2": 2. */
  number: number;
  price: string;
  shares: string;
  /** What all its shares are paid first at an exit. */
  preference: string;
}

interface SeriesAsked {
  step: RoundStep;
  stockClass: ScenarioClass;
  /** Of the round. */
  price: Decimal;
  conversions: readonly Converted[];
  classNames: readonly string[];
}
export type MadeSeries = OwnSeries & { made: ScenarioClass };

/** None where all convert into the class of the round, and none beside common stock, which has no preference. */
export function seriesOf(
  state: ScenarioState,
  { step, stockClass, price, conversions, classNames }: SeriesAsked,
): MadeSeries[] {
  if (step.converts_into === 'round_class' || stockClass.kind === 'COMMON') return [];
  const wanted = (name: string) => seriesBeside(stockClass, name, exactly(price));
  const found = (name: string, own: Decimal) =>
    state.classes.find((each) => each.name === name && isEmptySeries(state, each, wanted(name), own));
  return ownSeries({
    class_name: stockClass.name,
    round_price: price,
    prices: conversions.flatMap((each) => paidPerShare(each) ?? []),
    taken: [...state.classes.map(({ name }) => name), ...classNames],
    isEmptySeries: (name, own) => !classNames.includes(name) && found(name, own) !== undefined,
  }).map((each) => ({ ...each, made: found(each.name, each.price) ?? wanted(each.name) }));
}

/** Nothing of it is held or promised, and its terms are those of the series at this price. */
function isEmptySeries(
  { lots, rights }: ScenarioState,
  each: ScenarioClass,
  wanted: ScenarioClass,
  own: Decimal,
): boolean {
  const price = exactly(own);
  const isSame = (a: Fraction, b: Fraction) => compare(a, b) === 0;
  return (
    [...lots, ...rights].every(({ class_id }) => class_id !== each.id) &&
    each.kind === wanted.kind &&
    each.ratio.numerator === each.ratio.denominator &&
    each.converts_to === wanted.converts_to &&
    each.rank === wanted.rank &&
    each.participating === wanted.participating &&
    (each.total_cap === null) === (wanted.total_cap === null) &&
    isSame(each.preference_per_share, times(wanted.preference_per_share, price)) &&
    isSame(each.cap_per_share, times(wanted.cap_per_share, price))
  );
}

export const classOfLine = (line: Converted, series: readonly MadeSeries[], otherwise: string): string =>
  series.find(({ price }) => price === paidPerShare(line))?.made.id ?? otherwise;

/** A fixed part has no price that is agreed: what it has paid is divided by its shares. Null where it gets none. */
function paidPerShare({ price, amount, shares }: Converted): Decimal | null {
  const made = parseDecimal(shares)!;
  if (made === 0n) return null;
  return price === null ? (parseDecimal(amount)! * ONE) / made : parseDecimal(price);
}

/** `after`: with the series issued. */
export const seriesFigures = (
  after: ScenarioState,
  series: readonly MadeSeries[],
  issuedOf: (class_id: string) => Decimal,
): SeriesFigures[] =>
  series.map(({ name, number, price, made: { id } }) => ({
    share_class_id: id,
    name,
    number,
    price: formatDecimal(price),
    shares: formatDecimal(issuedOf(id)),
    preference: decimalOf(after.classes.find((each) => each.id === id)!.preference, 2),
  }));
