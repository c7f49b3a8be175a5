// What is typed, once typing pauses: for asking the server what it would come to.
import { useEffect, useState } from 'react';

const SETTLED_AFTER_MS = 350;

/** Out: the last text that stood still for a moment. */
export function useSettled(text: string | null): string | null {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
