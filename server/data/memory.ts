// Limits the memory that the process uses.
import { setFlagsFromString } from 'node:v8';

/**
 * Collects garbage when the heap has grown by a seventh, where V8 would let it double or more: a large package then
 * takes little more memory than its data, at the cost of some seconds of CPU. Call in the serving process, before it
 * serves.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=15');
}

/**
 * Disables the tighter limit for work that allocates much and keeps little, so that collecting does not slow it down.
 */
export async function withLargerHeap<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString('--heap-growing-percent=40');
  try {
    return await work();
  } finally {
    keepHeapSmall();
  }
}
