// How much memory the process takes for what it is given to do.
import { setFlagsFromString } from 'node:v8';

/**
 * Garbage is collected when the heap has grown by a fifth, where V8 would let it double or more: what a large package takes
 * is then what it holds, for some seconds more of the processor. For the process that serves, before it serves.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=20');
}
