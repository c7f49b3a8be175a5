// The button of a question that loses nothing has the focus, once a dialog behind it has given that up.
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Out: for that button. */
export function useSafeAnswer(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => button.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return button;
}
