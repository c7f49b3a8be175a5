// Runs long domain work in steps, so that other requests get turns.
import { setImmediate } from 'node:timers/promises';
import type { Slices } from '#src/domain/slices.ts';

/** A call that waits for the database a few times waits so long each time. */
const TURN_MS = 4;

/** Tasks that yield take turns; between two turns all other requests are answered. */
let lastTurn: Promise<unknown> = Promise.resolve();
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

export async function runYielding<T>(work: Slices<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}
