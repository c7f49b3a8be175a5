// Says that the session is about to end, and lets the person stay by one press. Beside the console, so that nothing in it is disturbed.
import { readerFormats } from '#src/words/figures.ts';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { readMe } from '#src/auth/authApi.ts';
import { say } from '#src/words/say.ts';
import { reasonAlone, useAct } from '../kit/parts/useAct.ts';
import styles from './SessionEnding.module.css';

export interface Ending {
  in_seconds: number;
  /** Whether using the session puts its end off: not when its longest time is over. */
  may_stay: boolean;
}

/** The time on the reader's own clock. */
const clock = new Intl.DateTimeFormat(readerFormats(), { timeStyle: 'short' });

let root: Root | undefined;
/** Each time it is said anew. */
let times = 0;

/** In: nothing of an end once the session was used again, or has ended. */
export function showEnding({ in_seconds, may_stay = false }: Partial<Ending>): void {
  const ending = in_seconds === undefined ? null : { in_seconds, may_stay };
  if (!ending && !root) return;
  if (!root) {
    const place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
  }
  root.render(ending && <SessionEnding key={(times += 1)} {...ending} />);
}

export function SessionEnding({ in_seconds, may_stay }: Ending) {
  const [at] = useState(() => clock.format(Date.now() + in_seconds * 1000));
  const { act, isBusy, problem } = useAct({ words: reasonAlone });
  const [isGone, setGone] = useState(false);
  const stay = async () => setGone((await act('The session was not kept', readMe)).isDone);
  if (isGone) return null;
  return (
    <div className={styles.ending} role="alert">
      <p>
        <b>{say`You will be signed out at ${at}.`}</b>{' '}
        {may_stay
          ? say`Nothing was done here for a while. What you are typing is kept.`
          : say`You signed in long ago, so you are asked again who you are. What you are typing is kept.`}
      </p>
      {problem && <p>{problem}</p>}
      <button
        type="button"
        className="btn primary"
        disabled={isBusy}
        onClick={() => (may_stay ? void stay() : setGone(true))}
      >
        {may_stay ? say`Stay signed in` : say`Understood`}
      </button>
    </div>
  );
}
