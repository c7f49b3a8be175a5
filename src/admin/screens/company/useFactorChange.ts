// Changes a second factor of the signed-in person, and reads the list again.
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { forgetAnswer, useConsoleData } from '#src/admin/session/useRead.ts';

export const FACTORS = '/api/auth/factors';

type Send = ReturnType<typeof useConsoleData>['send'];
type Work = (send: Send) => Promise<unknown>;

/** Does the work and reads the list again. `done` is said after success, unless there is more to do: then it is null. */
export function useFactorWork() {
  const { send } = useConsoleData();
  const queryClient = useQueryClient();
  const notify = useNotify();
  return async (done: string | null, work: Work) => {
    await work(send);
    if (done === null) return;
    notify(done, { type: 'success' });
    await forgetAnswer(queryClient, FACTORS);
  };
}

/** The same for a button. `nothing` begins the sentence of a refusal; it answers whether the work was done. */
export function useFactorChange() {
  const run = useFactorWork();
  const { act, isBusy, problem, setProblem } = useAct();
  const change = async (nothing: string, done: string | null, work: Work) =>
    (await act(nothing, () => run(done, work))).isDone;
  return { change, isBusy, problem, setProblem };
}
