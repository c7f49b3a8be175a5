// Two closings of a round and a split of their class, done and undone in every order, and the price that is left.

/** What each closing pays for a share. */
export const FIRST = 8;
export const SECOND = 5;

/** Every order in which the three are done and undone, nothing undone before it was done. */
export function orders(): string[][] {
  const all: string[][] = [];
  const grow = (order: string[], left: string[]) => {
    if (left.length === 0) all.push(order);
    for (const next of left)
      if (!next.startsWith('undo ') || order.includes(next.slice(5)))
        grow(
          [...order, next],
          left.filter((each) => each !== next),
        );
  };
  grow(
    [],
    ['first', 'second', 'split'].flatMap((act) => [act, `undo ${act}`]),
  );
  return all;
}

/** The first closing that stands sets the price; a split that stands and came later halves it. */
export function expected(standing: readonly string[]): string | null {
  const sets = standing.findIndex((act) => act !== 'split');
  if (sets < 0) return null;
  const price = standing[sets] === 'first' ? FIRST : SECOND;
  return String(standing.slice(sets).includes('split') ? price / 2 : price);
}
