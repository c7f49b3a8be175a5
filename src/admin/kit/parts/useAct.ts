// A press that writes: busy while it runs, and a second press does nothing; a failure is logged and said in words.
// The account pages have useSubmit: other words, and a share of this would be more bytes than /login may have.
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { HttpError } from '#src/httpClient.ts';
import { failureOf, sentenceOf } from './states.tsx';

export interface Acted {
  isDone: boolean;
  /** What the server says of single fields. */
  fields?: Record<string, string> | undefined;
}

interface ActOptions {
  /** What is said of a failure. By default what it leaves undone, where that is certain, and why. */
  words?: (failed: string, error: unknown) => string;
  /** Says it elsewhere; by default it is `problem`. */
  tell?: (sentence: string) => void;
}

export type Acting = ReturnType<typeof useAct>;

/**
 * `act` takes the sentence of a failure ("Nothing was saved."), the work, and `meet`, which answers true for an error that it has
 * dealt with: that one is neither logged nor said. It answers whether the work was done. It throws only what is a fault of this
 * code, such as a TypeError, once it is said like any other: nothing hides it.
 * `problem`: the sentence of the last attempt, null where it succeeded.
 */
export function useAct(options: ActOptions = {}) {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { words = failureOf, tell = setProblem } = options;
  const act = async (
    failed: string,
    work: () => Promise<unknown>,
    meet?: (error: unknown) => boolean | void | Promise<boolean | void>,
  ): Promise<Acted> => {
    if (isRunning.current) return { isDone: false };
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    let outcome: unknown;
    try {
      outcome = await work();
      return { isDone: true };
    } catch (error) {
      if (await meet?.(error)) return { isDone: false };
      console.error(failed, error);
      tell(words(failed, error));
      if (isFault(error)) throw error;
      return { isDone: false, fields: error instanceof HttpError ? error.body.errors : undefined };
    } finally {
      // On the way to another page, it stays busy until this one is gone.
      if (outcome !== 'leaving') {
        isRunning.current = false;
        setBusy(false);
      }
    }
  };
  return { act, isBusy, problem, setProblem };
}

/** The same, for a button with no place for a sentence: a notification says it. */
export function useNotifiedAct(options: ActOptions = {}): Pick<Acting, 'act' | 'isBusy'> {
  const notify = useNotify();
  return useAct({ tell: (sentence) => notify(sentence, { type: 'error' }), ...options });
}

/** The reason alone: for a form whose button says what was not done. */
export const reasonAlone = (_failed: string, error: unknown): string => sentenceOf(error);

/** No answer of the server and no sentence that was thrown to be read: the code itself is wrong. */
const isFault = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
