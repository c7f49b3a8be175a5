// Whether a sideways-scrolling box has more content at its left or right, so that its edge can show it.
import { useCallback, useEffect, useRef, useState } from 'react';

/** `more`: `left`, `right`, both or nothing. */
export function useMoreBeside() {
  const box = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState('');
  const look = useCallback(() => {
    if (!box.current) return;
    const { scrollLeft, clientWidth, scrollWidth } = box.current;
    const isLeft = scrollLeft > 1;
    const isRight = scrollLeft + clientWidth < scrollWidth - 1;
    setMore([isLeft && 'left', isRight && 'right'].filter(Boolean).join(' '));
  }, []);
  useEffect(() => {
    if (!box.current) return undefined;
    const sized = new ResizeObserver(look);
    sized.observe(box.current);
    return () => sized.disconnect();
  }, [look]);
  return { box, more, look };
}
