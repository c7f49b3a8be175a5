// Takes back the latest entry about a record, on its page. If the record itself is undone, its list is what is left.
import { use } from 'react';
import { useRedirect } from 'react-admin';
import type { ListedEntry } from '#src/contract/securityPages.ts';
import { HttpError } from '#src/httpClient.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { pathOf } from '#src/dataProvider.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { declarationOf } from '../form/declarationOf.ts';
import { focusHeading } from '../parts/focusHeading.ts';
import { undoVerb } from './undo.ts';
import { VerbDialog } from './VerbDialog.tsx';

interface UndoDialogProps {
  /** Of the record on whose page it is. */
  resource: Resource;
  id: string;
  entry: ListedEntry;
  onClose: () => void;
}

export default function UndoDialog({ resource, id, entry, onClose }: UndoDialogProps) {
  const ledger = use(declarationOf(undoVerb.resource));
  const data = useConsoleData();
  const redirect = useRedirect();
  const leaveIfGone = async () => {
    try {
      await data.read(pathOf(resource.name, `/${encodeURIComponent(id)}`));
      focusHeading();
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 404) throw error;
      redirect('list', resource.name);
    }
  };
  return (
    <VerbDialog
      resource={ledger}
      record={{ ...entry }}
      verb={undoVerb}
      onClose={onClose}
      onDone={() => void leaveIfGone()}
    />
  );
}
