// Gives each test of a file a window of a phone's size, and resets the window to a desktop's size afterwards.
import { afterEach, beforeEach } from 'vitest';

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } };

export function usePhoneViewport(): void {
  beforeEach(() => happyDOM.setViewport({ width: 390, height: 844 }));
  afterEach(() => happyDOM.setViewport({ width: 1024, height: 768 }));
}
