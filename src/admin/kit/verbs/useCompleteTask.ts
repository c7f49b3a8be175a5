// One press completes a task; the server decides whether it may.
import { useNotify, useRefresh, useUpdate } from 'react-admin';
import type { AnyRecord } from '../fieldKinds.tsx';
import { failureOf } from '../parts/states.tsx';

export function useCompleteTask() {
  const [update] = useUpdate<AnyRecord>();
  const notify = useNotify();
  const refresh = useRefresh();
  return (record: AnyRecord) =>
    update(
      'tasks',
      { id: record.id, data: { ...record, status: 'completed' }, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify('Task completed', { type: 'success' });
          refresh();
        },
        onError: (error: Error) => {
          console.error('Completing a task failed', error);
          notify(failureOf('The task was not completed.', error), { type: 'error' });
        },
      },
    );
}
