// The entry that stands for a command in lists. A command may write several entries: a transfer also issues, a split also
// cancels, and an end of service also starts the vesting of what is kept.
import { HEADLINES } from '../core/transactionFacts.ts';
import { transactionTypeOf } from '../transactions/index.ts';

const placeOf = (object_type: string) => HEADLINES.indexOf(transactionTypeOf(object_type)?.headline ?? 'act');

/** `entries`: those of one command in the order they were written, at least one. Of several with the same headline, the first. */
export function leadingEntry<E extends { object_type: string }>(entries: readonly E[]): E {
  return entries.toSorted((one, other) => placeOf(one.object_type) - placeOf(other.object_type))[0]!;
}
