// Words that narrow a list while they are typed.
import { useEffect, useRef, useState } from 'react';

/** A pause in typing: the server is asked after it. */
const TYPED_FOR_MS = 250;

/**
 * In: the words of the address, which may change without typing (the back button, cleared filters), and what asks for others. Out:
 * the text of the box, and what sets it.
 */
export function useTypedFilter(asked: string, ask: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(asked);
  const [followed, setFollowed] = useState(asked);
  if (followed !== asked) {
    setFollowed(asked);
    setText(asked);
  }
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(() => latest.current(text), TYPED_FOR_MS);
    return () => clearTimeout(timer);
  }, [text, asked]);
  return [text, setText];
}
