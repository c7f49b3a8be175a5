// Long work of the domain, done in turns with everything else that waits for this process.
import { setImmediate } from 'node:timers/promises';
import type { Slices } from '../../src/domain/slices.ts';

const TURN_MS = 20;

export async function inTurns<T>(work: Slices<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}
