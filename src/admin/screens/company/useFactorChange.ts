// Changes a second factor of the signed-in person, and reads the list again.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { failureOf } from '#src/admin/kit/parts/states.tsx';
import { forgetAnswer, useConsoleData } from '#src/admin/session/useRead.ts';

export const FACTORS = '/api/auth/factors';

/** `nothing` begins the sentence of a refusal; `done` is said after success, unless there is more to do. */
export function useFactorChange() {
  const dataProvider = useConsoleData();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (
    nothing: string,
    done: string | null,
    act: (send: typeof dataProvider.send) => Promise<unknown>,
  ) => {
    setBusy(true);
    setProblem(null);
    try {
      await act(dataProvider.send);
      if (done === null) return true;
      notify(done, { type: 'success' });
      await forgetAnswer(queryClient, FACTORS);
      return true;
    } catch (cause) {
      console.error(nothing, cause);
      setProblem(failureOf(nothing, cause));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { change, isBusy, problem, setProblem };
}
