// Long work of the domain, done in turns with everything else that waits for this process.
import { setImmediate } from 'node:timers/promises';
import type { Slices } from '../../src/domain/slices.ts';

const TURN_MS = 20;

/** How long may still be worked at something, waiting for others left out; and what is thrown when it is over. */
export interface WorkTime {
  leftMs: number;
  refusal: () => Error;
}

/** Whoever works in turns waits for the turns of the others: between two of them, everything else is answered. */
let lastTurn: Promise<unknown> = Promise.resolve();
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

export async function runYielding<T>(work: Slices<T>, time?: WorkTime): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    const worked = performance.now() - since;
    if (step.done || worked >= TURN_MS) {
      if (time) time.leftMs -= worked;
      if (step.done) return step.value;
      if (time && time.leftMs < 0) throw time.refusal();
      await nextTurn();
      since = performance.now();
    }
  }
}
