// Moves the focus to the heading when the focused element is gone, such as a verb's button or a form that was sent.
import { useEffect, useRef } from 'react';

/**
 * Focuses the page's heading once the closing dialog has released the focus, which takes some frames on a slow page.
 * A dialog that is still open after a second is another one, and keeps the focus.
 */
export function focusHeading(frames = 60): void {
  requestAnimationFrame(() => {
    const isInDialog = document.querySelector('[role=dialog]') !== null;
    if (!isInDialog) document.querySelector<HTMLElement>('main h1')?.focus();
    else if (frames > 0) focusHeading(frames - 1);
  });
}

/** Call with the pressed button: if it disappears and the focus with it, the heading takes the focus. */
export function usePressed(): (button: HTMLElement) => void {
  const pressed = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!pressed.current || pressed.current.isConnected || document.activeElement !== document.body) return;
    pressed.current = null;
    focusHeading();
  });
  return (button) => {
    pressed.current = button;
  };
}
