// Where the focus goes when what held it is gone: the button of a verb that is no longer lawful, the form that was sent.
import { useEffect, useRef } from 'react';

/**
 * To the page's heading, once the dialog that is closing has let go of the focus: on a slow page that is some frames later.
 * A dialog that stays for a second is another one, and keeps the focus.
 */
export function focusHeading(frames = 60): void {
  requestAnimationFrame(() => {
    const isInDialog = document.querySelector('[role=dialog]') !== null;
    if (!isInDialog) document.querySelector<HTMLElement>('main h1')?.focus();
    else if (frames > 0) focusHeading(frames - 1);
  });
}

/** To be told of the button that is pressed: when it is gone and the focus with it, the heading has it. */
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
