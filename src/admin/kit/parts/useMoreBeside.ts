// Whether a box scrolls, and has more content at its left or right, so that its edge can show it.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

type Box = RefObject<HTMLDivElement | null>;

/** `more`: `left`, `right`, both or nothing. A box that does not scroll is no stop for the keyboard. */
export function useMoreBeside(boxRef: Box, measured?: (box: HTMLDivElement) => void) {
  const [more, setMore] = useState('');
  const [scrolls, setScrolls] = useState(false);
  const measure = useRef(measured);
  useEffect(() => {
    measure.current = measured;
  });
  const look = useCallback(() => {
    const seen = boxRef.current;
    if (!seen) return;
    const { scrollLeft, clientWidth, scrollWidth, clientHeight, scrollHeight } = seen;
    const isCut = getComputedStyle(seen).overflowX !== 'visible';
    const isLeft = isCut && scrollLeft > 1;
    const isRight = isCut && scrollLeft + clientWidth < scrollWidth - 1;
    setMore([isLeft && 'left', isRight && 'right'].filter(Boolean).join(' '));
    setScrolls(isCut && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1));
    measure.current?.(seen);
  }, [boxRef]);
  useEffect(() => {
    if (!boxRef.current) return undefined;
    const sized = new ResizeObserver(look);
    sized.observe(boxRef.current);
    // What is in it may grow while the box keeps its size.
    for (const inside of boxRef.current.children) sized.observe(inside);
    return () => sized.disconnect();
  }, [boxRef, look]);
  return { more, look, stop: scrolls ? { tabIndex: 0 } : {} };
}
