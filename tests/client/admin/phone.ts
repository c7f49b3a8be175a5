// A window of a phone's size for the tests of a file, and of a desk's after each.
import { afterEach, beforeEach } from 'vitest';

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } };

export function useAPhone(): void {
  beforeEach(() => happyDOM.setViewport({ width: 390, height: 844 }));
  afterEach(() => happyDOM.setViewport({ width: 1024, height: 768 }));
}
