// Discards a spreadsheet that is not applied: its file and answers are deleted.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { SheetSummary } from '#src/contract/sheets.ts';
import { ConfirmDialog } from '#src/admin/kit/parts/ConfirmDialog.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { keepSheetDraft } from './sheetDraft.ts';
import { sheetAddress } from './useSheet.ts';

interface DiscardSheetProps {
  sheet: Pick<SheetSummary, 'id' | 'file_name'>;
  small?: boolean;
  onDone: () => void;
}

export function DiscardSheet({ sheet: { id, file_name }, small = false, onDone }: DiscardSheetProps) {
  const data = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy, problem } = useAct();
  const discard = () =>
    act(say`Nothing was deleted.`, async () => {
      await runCommand(['discard', id], (options) => data.send('DELETE', sheetAddress(id), undefined, options));
      keepSheetDraft(id, null);
      notify(say`${file_name} was discarded`, { type: 'success' });
      setAsked(false);
      onDone();
    });
  return (
    <>
      <button
        type="button"
        className={small ? 'btn sm' : 'btn'}
        aria-label={small ? say`Discard ${file_name}` : undefined}
        onClick={() => setAsked(true)}
      >
        {say`Discard`}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={say`Discard ${file_name}?`}
          keepLabel={say`Keep it`}
          confirmLabel={say`Discard it`}
          busyLabel={say`Discarding it…`}
          isBusy={isBusy}
          problem={problem}
          onClose={() => setAsked(false)}
          onConfirm={() => void discard()}
        >
          {say`The file and your answers are deleted. Your records stay as they are, because nothing of it was written.`}
        </ConfirmDialog>
      )}
    </>
  );
}
