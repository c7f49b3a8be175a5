// The position of each box in a certificate's chain: steps of time from side to side, the certificate in the middle
// step, and within a step beside its neighbours. Pure arithmetic; CertificateChain draws it.
import type { ChainLink } from '#src/contract/securityPages.ts';

export interface Placed {
  id: string;
  /** 0 is the first step. */
  step: number;
  /** In box heights; a fraction if it is between two. */
  at: number;
}

/** Every security and end that a link names, and the certificate itself. */
export function placeChain(id: string, links: readonly Pick<ChainLink, 'from' | 'to'>[]): Placed[] {
  const steps = stepsOf(id, links);
  const byStep = Map.groupBy([...steps.keys()], (each) => steps.get(each)!);
  const at = new Map<string, number>();
  const place = (step: number, towards: 'from' | 'to') => {
    const ids = byStep.get(step) ?? [];
    const wished = ids.map((each, index) => ({ each, wish: wishOf(each, towards) ?? index }));
    let next = -Infinity;
    for (const { each, wish } of wished.toSorted((a, b) => a.wish - b.wish)) {
      const here = Math.max(wish, next);
      at.set(each, here);
      next = here + 1;
    }
  };
  /** Centred on its neighbours on the side that is already placed. */
  const wishOf = (each: string, towards: 'from' | 'to') => {
    const joined = links.filter((link) => link[towards] === each).map((link) => at.get(other(link, towards)));
    const known = joined.filter((one) => one !== undefined);
    return known.length === 0
      ? undefined
      : known.reduce((sum, one) => sum + one, 0) / known.length - spread(each, towards);
  };
  /** Several boxes that come from one are centred on it, not below it. */
  const spread = (each: string, towards: 'from' | 'to') => {
    const parents = new Set(links.filter((link) => link[towards] === each).map((link) => other(link, towards)));
    const beside = links.filter((link) => parents.has(other(link, towards))).map((link) => link[towards]);
    const unique = [...new Set(beside)];
    return (unique.length - 1) / 2 - unique.indexOf(each);
  };
  const [first, last] = [Math.min(...byStep.keys()), Math.max(...byStep.keys())];
  place(0, 'to');
  for (let step = 1; step <= last; step++) place(step, 'to');
  for (let step = -1; step >= first; step--) place(step, 'from');
  const top = Math.min(...at.values());
  return [...at].map(([each, here]) => ({ id: each, step: steps.get(each)! - first, at: here - top }));
}

const other = (link: Pick<ChainLink, 'from' | 'to'>, side: 'from' | 'to') => (side === 'to' ? link.from : link.to);

/** The certificate is step 0; a successor is at least one step after its source. */
function stepsOf(id: string, links: readonly Pick<ChainLink, 'from' | 'to'>[]): Map<string, number> {
  const steps = new Map([[id, 0]]);
  const most = links.length + 1;
  // Each round moves boxes that are too near by one step. Chains have no cycles; the round limit stops a broken one.
  for (let round = 0; round < most; round++) {
    let isSettled = true;
    for (const { from, to } of links) {
      const moved = moveOf(id, steps.get(from), steps.get(to), { from, to });
      if (moved) steps.set(moved.id, moved.step);
      if (moved || !steps.has(from)) isSettled = false;
    }
    if (isSettled) break;
  }
  return steps;
}

/** Which end of a link must move, and where to; null if both are right or neither is known. */
function moveOf(
  id: string,
  a: number | undefined,
  b: number | undefined,
  { from, to }: Pick<ChainLink, 'from' | 'to'>,
) {
  if (a === undefined) return b === undefined ? null : { id: from, step: b - 1 };
  if (b === undefined) return { id: to, step: a + 1 };
  if (b > a) return null;
  return b > 0 || (b === 0 && to !== id) ? { id: to, step: a + 1 } : { id: from, step: b - 1 };
}
