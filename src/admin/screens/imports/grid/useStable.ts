// Functions that stay the same from one drawing to the next, so that what was drawn with them need not be drawn again; each
// call reaches the newest one.
import { useLayoutEffect, useRef, useState } from 'react';

export function useStable<Actions extends object>(actions: Actions): Actions {
  const newest = useRef(actions);
  useLayoutEffect(() => {
    newest.current = actions;
  });
  const [stable] = useState(() => {
    const call =
      (name: keyof Actions) =>
      (...given: unknown[]) =>
        (newest.current[name] as (...given: unknown[]) => unknown)(...given);
    return Object.fromEntries(Object.keys(actions).map((name) => [name, call(name as keyof Actions)])) as Actions;
  });
  return stable;
}
