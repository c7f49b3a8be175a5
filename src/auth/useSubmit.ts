// Shared by all forms of the account pages: one request at a time; clears the last error, shows and logs the next.
import { useState } from 'react';
import { HttpError } from '../httpClient.ts';
import { type Outcome, useOneAtATime } from './useOneAtATime.ts';

export interface Failure {
  text: string;
  fields: Record<string, string>;
  /** The refusal's code in the contract, if the server refused. */
  code?: string | undefined;
}

export function useSubmit() {
  const { isBusy, run } = useOneAtATime();
  const [failure, setFailure] = useState<Failure | null>(null);

  async function submit(operation: string, fallback: string, work: () => Promise<Outcome>): Promise<void> {
    await run(async () => {
      setFailure(null);
      try {
        return await work();
      } catch (cause) {
        console.error(operation, cause);
        setFailure(failureOf(cause, fallback));
        return undefined;
      }
    });
  }

  function refuse(text: string, fields: Record<string, string> = {}): void {
    setFailure({ text, fields });
  }

  const clear = () => setFailure(null);

  return { busy: isBusy, failure, submit, refuse, clear };
}

/** The server's sentence if it sent one, else the specification's fallback. */
function failureOf(cause: unknown, fallback: string): Failure {
  if (!(cause instanceof HttpError)) return { text: fallback, fields: {} };
  return { text: cause.body.detail ?? fallback, fields: cause.body.errors ?? {}, code: cause.body.code };
}
