// A one-press edit, such as completing a task; the server decides whether it is allowed.
import { useNotify, useRefresh, useUpdate } from 'react-admin';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { failureOf } from '../parts/states.tsx';

export function useQuickEdit({ name, quickEdit }: Resource) {
  const [update] = useUpdate<AnyRecord>();
  const notify = useNotify();
  const refresh = useRefresh();
  return (record: AnyRecord) =>
    quickEdit &&
    update(
      name,
      { id: record.id, data: { ...record, ...quickEdit.sets }, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify(quickEdit.done, { type: 'success' });
          refresh();
        },
        onError: (error: Error) => {
          console.error(`${quickEdit.label} of ${name} failed`, error);
          notify(failureOf(quickEdit.failed, error), { type: 'error' });
        },
      },
    );
}
