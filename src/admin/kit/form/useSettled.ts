// What is typed or drawn, once it stands still: for asking the server what it would come to.
import { useEffect, useState } from 'react';

const SETTLED_AFTER_MS = 350;

/** Out: the last value that stood still for a moment. An object counts as another one when it is not the same. */
export function useSettled<T>(value: T, afterMs: number = SETTLED_AFTER_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
