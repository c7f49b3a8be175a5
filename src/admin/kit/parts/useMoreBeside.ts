// Whether a box scrolls, and has more content at its left or right, so that its edge can show it.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

interface Beside {
  /** Of a box that somebody else looks at too. */
  ref?: RefObject<HTMLDivElement | null> | undefined;
  measured?: (box: HTMLDivElement) => void;
}

/** `more`: `left`, `right`, both or nothing. A box that does not scroll is no stop for the keyboard. */
export function useMoreBeside({ ref, measured }: Beside = {}) {
  const own = useRef<HTMLDivElement>(null);
  const box = ref ?? own;
  const [more, setMore] = useState('');
  const [scrolls, setScrolls] = useState(false);
  const measure = useRef(measured);
  useEffect(() => {
    measure.current = measured;
  });
  const look = useCallback(() => {
    if (!box.current) return;
    const { scrollLeft, clientWidth, scrollWidth, clientHeight, scrollHeight } = box.current;
    const isCut = getComputedStyle(box.current).overflowX !== 'visible';
    const isLeft = isCut && scrollLeft > 1;
    const isRight = isCut && scrollLeft + clientWidth < scrollWidth - 1;
    setMore([isLeft && 'left', isRight && 'right'].filter(Boolean).join(' '));
    setScrolls(isCut && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1));
    measure.current?.(box.current);
  }, [box]);
  useEffect(() => {
    if (!box.current) return undefined;
    const sized = new ResizeObserver(look);
    sized.observe(box.current);
    // What is in it may grow while the box keeps its size.
    for (const inside of box.current.children) sized.observe(inside);
    return () => sized.disconnect();
  }, [box, look]);
  return { box, more, look, stop: scrolls ? { tabIndex: 0 } : {} };
}
