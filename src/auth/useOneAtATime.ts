// One request at a time: while it runs the caller is busy, and another press does nothing.
import { useEffect, useRef, useState } from 'react';

/** `leaving`: the browser is on its way to another page, so the caller stays busy until it is gone. */
export type Outcome = 'leaving' | void;

/**
 * `run` takes what is to be done and answers once it is over; while something runs, it answers at once and does nothing. It throws
 * what the work throws. `isBusy`: whether something runs.
 */
export function useOneAtATime() {
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const mark = (isRunning: boolean) => {
    running.current = isRunning;
    setBusy(isRunning);
  };

  // Going back may restore this page as busy although nothing is running any more.
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && mark(false);
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, []);

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    mark(true);
    let outcome: unknown;
    try {
      outcome = await work();
    } finally {
      if (outcome !== 'leaving') mark(false);
    }
  };

  return { isBusy, run };
}
