// What a command did, by that of its entries which says most of it: a transfer also issues, a split also cancels, and an end
// of service also starts the vesting of what is kept.
import { HEADLINES } from '../core/transactionFacts.ts';
import { transactionTypeOf } from '../transactions/index.ts';

const placeOf = (object_type: string) => HEADLINES.indexOf(transactionTypeOf(object_type)?.headline ?? 'act');

/** In: the entries of one command in the order of their writing, at least one. Out: the one that leads; of several the first. */
export function leadingEntry<E extends { object_type: string }>(entries: readonly E[]): E {
  return entries.toSorted((one, other) => placeOf(one.object_type) - placeOf(other.object_type))[0]!;
}
