// The price of a class, or its par value, as it would be had what was taken back never been posted. The record keeps each price that
// it had, but not why; so the history is gone through, and a price that no round and no split explains was entered by somebody.
import type { Decimal, Ratio } from '../figures/decimal.ts';
import { ONE_TO_ONE } from '../figures/decimal.ts';
import { priceAfter, productOf } from '../split/splitPlan.ts';
import type { Origin } from '../split/splitPlan.ts';

/** Entries count by number: `seq`, until they were taken back by another one. */
interface Counted {
  seq: bigint;
  taken_back: bigint | null;
}
export interface PriceHistory {
  /** Each price that differs from the one before, oldest first. `after`: the number of the last entry then. */
  recorded: readonly {
    price: Decimal | null;
    after: bigint;
    /** A round wrote it, whose entries follow. */
    of_round: boolean;
  }[];
  /** `last`: the last entry that was recorded with it. */
  splits: readonly (Counted & { ratio: Ratio; last: bigint })[];
  /** What a round pays. The first that stands sets the price of a class that has none and no stock. */
  rounds: readonly (Counted & { price: Decimal })[];
  stock: readonly Counted[];
}

/** What somebody entered last. */
interface Entered {
  origin: Origin | null;
  after: bigint;
}

export function standingPrice(history: PriceHistory): Decimal | null {
  let entered: Entered = { origin: null, after: -1n };
  let before: Decimal | null = null;
  for (const { price, after, of_round } of history.recorded) {
    const split = history.splits.find(({ last }) => last === after);
    const earlier = entered;
    if (!of_round && price !== priceAt(history, entered, after)) entered = { origin: itself(price), after };
    // A split divides the price that stands on record, also one that stayed although its round was taken back.
    if (split && before !== null && price === priceAfter(before, null, split.ratio) && entered !== earlier)
      entered = { origin: itself(before), after: split.seq - 1n };
    before = price;
  }
  return priceAt(history, entered, null);
}

const itself = (price: Decimal | null): Origin | null => (price === null ? null : { price, ratio: ONE_TO_ONE });

/** From what stood once this entry was written; null: from what stands. */
function priceAt({ splits, rounds, stock }: PriceHistory, { origin, after }: Entered, at: bigint | null) {
  const stood = ({ seq, taken_back }: Counted) =>
    at === null ? taken_back === null : seq <= at && (taken_back === null || taken_back > at);
  const later = [
    ...splits.map(({ ratio, ...each }) => ({ ...each, ratio, price: null })),
    ...rounds.map(({ price, ...each }) => ({ ...each, price, ratio: null })),
  ]
    .filter((each) => each.seq > after && stood(each))
    .toSorted((a, b) => (a.seq < b.seq ? -1 : 1));
  const firstStock = stock
    .filter(stood)
    .reduce<bigint | null>((first, { seq }) => (first === null || seq < first ? seq : first), null);
  let found = origin;
  for (const { seq, ratio, price } of later)
    if (ratio !== null) found = found && { ...found, ratio: productOf(found.ratio, ratio) };
    else if (found === null && (firstStock === null || firstStock >= seq)) found = itself(price);
  return found && priceAfter(found.price, found, ONE_TO_ONE);
}
