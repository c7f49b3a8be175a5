// Changes a second factor of the signed-in person, and reads the list again.
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { forgetAnswer, useConsoleData } from '#src/admin/session/useRead.ts';

export const FACTORS = '/api/auth/factors';

/** `nothing` begins the sentence of a refusal; `done` is said after success, unless there is more to do. */
export function useFactorChange() {
  const dataProvider = useConsoleData();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { act, isBusy, problem, setProblem } = useAct();
  const change = async (
    nothing: string,
    done: string | null,
    work: (send: typeof dataProvider.send) => Promise<unknown>,
  ) => {
    const { isDone } = await act(nothing, async () => {
      await work(dataProvider.send);
      if (done === null) return;
      notify(done, { type: 'success' });
      await forgetAnswer(queryClient, FACTORS);
    });
    return isDone;
  };
  return { change, isBusy, problem, setProblem };
}
