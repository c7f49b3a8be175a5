// Shared by all forms here: allows one request at a time, clears the last error, shows and logs the next.
import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../httpClient.ts';

export interface Failure {
  text: string;
  fields: Record<string, string>;
  /** The refusal's code in the contract, if the server refused. */
  code?: string | undefined;
}

/** `leaving`: the browser is on its way to another page, so the form stays busy until it is gone. */
export type Outcome = 'leaving' | void;

export function useSubmit() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef(false);

  // Going back may restore this page as busy although nothing is running any more.
  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      running.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', onReturn);
    return () => window.removeEventListener('pageshow', onReturn);
  }, []);

  async function submit(operation: string, fallback: string, work: () => Promise<Outcome>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    let outcome: Outcome = undefined;
    try {
      outcome = await work();
    } catch (cause) {
      console.error(operation, cause);
      setFailure(failureOf(cause, fallback));
    } finally {
      if (outcome !== 'leaving') {
        running.current = false;
        setBusy(false);
      }
    }
  }

  function refuse(text: string, fields: Record<string, string> = {}): void {
    setFailure({ text, fields });
  }

  const clear = () => setFailure(null);

  return { busy, failure, submit, refuse, clear };
}

/** The server's sentence if it sent one, else the specification's fallback. */
function failureOf(cause: unknown, fallback: string): Failure {
  if (!(cause instanceof HttpError)) return { text: fallback, fields: {} };
  return { text: cause.body.detail ?? fallback, fields: cause.body.errors ?? {}, code: cause.body.code };
}
