// Asks before a record is deleted, in the words of its resource.
import { say } from '#src/words/say.ts';
import { useDelete, useNotify, useRedirect } from 'react-admin';
import type { Deletion, Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { useAct } from '../parts/useAct.ts';
import { askedTitleOf } from '../titleOf.ts';

/** As the resource declares it; by default a record is deleted for good. */
export function deletionOf(resource: Resource, record: AnyRecord): Deletion {
  const { singular } = resource;
  return (
    resource.deletion?.(record) ?? {
      label: say`Delete`,
      confirm: say`Delete ${singular}`,
      busy: say`Deleting…`,
      title: say`Delete ${askedTitleOf(resource, record)}?`,
      text: say`The ${singular} will be deleted permanently. Records that the ledger or a payment depends on cannot be deleted.`,
      done: say`The ${singular} was deleted`,
    }
  );
}

interface DeleteDialogProps {
  resource: Resource;
  record: AnyRecord;
  onClose: () => void;
}

export function DeleteDialog({ resource, record, onClose }: DeleteDialogProps) {
  const [remove] = useDelete<AnyRecord>();
  const { act, isBusy, problem } = useAct();
  const notify = useNotify();
  const redirect = useRedirect();
  const { label, confirm: confirmLabel = label, busy, title, text, done } = deletionOf(resource, record);
  const confirm = () =>
    act(say`Nothing was deleted.`, async () => {
      await remove(
        resource.name,
        { id: record.id, previousData: record },
        { mutationMode: 'pessimistic', returnPromise: true },
      );
      notify(done, { type: 'success' });
      redirect('list', resource.name);
    });
  return (
    <ConfirmDialog
      title={title}
      keepLabel={say`Keep it`}
      confirmLabel={confirmLabel}
      busyLabel={busy}
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
