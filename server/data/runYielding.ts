// Runs long domain work in steps, so that other requests get turns.
import { setImmediate } from 'node:timers/promises';
import type { Slices } from '#src/domain/slices.ts';

const TURN_MS = 20;

/** The working time left, without time spent waiting for others, and the error when it is used up. */
export interface WorkTime {
  leftMs: number;
  refusal: () => Error;
}

/** Tasks that yield take turns; between two turns all other requests are answered. */
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
