// A list whose lines leave it when their button is pressed: the next line's button takes the focus, so that a keyboard goes on.
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { focusHeading } from '#src/admin/kit/parts/focusHeading.ts';

export interface NextButton {
  list: RefObject<HTMLUListElement | null>;
  /** Call with the pressed button's place in the list. */
  onPressed: (index: number) => void;
}

export function useNextButton(): NextButton {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<number | null>(null);
  useEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const next = buttons[Math.min(pressed.current, buttons.length - 1)];
    pressed.current = null;
    if (next) next.focus();
    else focusHeading();
  });
  return {
    list,
    onPressed: (index) => {
      pressed.current = index;
    },
  };
}
