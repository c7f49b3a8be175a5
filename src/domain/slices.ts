// Long work in slices: a generator that yields between them, so that a server can answer other requests meanwhile.

export type Slices<T> = Generator<void, T>;

/** Items worked on between two pauses. */
export const SLICE = 2000;

/** Yields the items one by one and removes each from the list, so that its memory can be freed. */
export function* consume<T>(list: T[]): Generator<T> {
  list.reverse();
  for (let next = list.pop(); next !== undefined; next = list.pop()) yield next;
}

/** Runs the work to its end without pausing, where nobody waits for the thread. */
export function drain<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const SORTED_AT_ONCE = 2000;

/** Like `toSorted`, with pauses: equal items keep their order. */
export function* sortInSlices<T>(list: readonly T[], compare: (a: T, b: T) => number): Slices<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < list.length; at += SORTED_AT_ONCE) {
    runs.push(list.slice(at, at + SORTED_AT_ONCE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left, right] = [runs[at]!, runs[at + 1]];
      merged.push(right ? yield* merge(left, right, compare) : left);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(left: T[], right: T[], compare: (a: T, b: T) => number): Slices<T[]> {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const takesLeft = r === right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0);
    merged.push(takesLeft ? left[l++]! : right[r++]!);
    if (merged.length % SORTED_AT_ONCE === 0) yield;
  }
  return merged;
}
