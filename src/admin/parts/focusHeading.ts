// Where the focus goes when what held it is gone: the button of a verb that is no longer lawful, the form that was sent.

import { useEffect, useRef } from 'react';

/** To the page's heading, once the dialog that is closing has let go of the focus: on a slow page that is some frames later. */
export function focusHeading(): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role=dialog]')) focusHeading();
    else document.querySelector<HTMLElement>('main h1')?.focus();
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
