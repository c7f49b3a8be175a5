import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** Waits until the check does not throw. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 50 });
