// How much memory the process takes for what it is given to do.
import { setFlagsFromString } from 'node:v8';

/**
 * Garbage is collected when the heap has grown by a seventh, where V8 would let it double or more: what a large package takes
 * is then what it holds, for some seconds more of the processor. For the process that serves, before it serves.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=15');
}

/** While what is held grows less: work that makes much and keeps none of it is not held up by collecting. */
export async function withLargerHeap<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString('--heap-growing-percent=40');
  try {
    return await work();
  } finally {
    keepHeapSmall();
  }
}
