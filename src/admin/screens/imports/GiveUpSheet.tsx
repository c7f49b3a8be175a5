// Gives up a spreadsheet that is not applied: its file and answers are deleted.
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { SheetSummary } from '../../../contract/sheets.ts';
import { ConfirmDialog } from '../../kit/parts/ConfirmDialog.tsx';
import { failureOf } from '../../kit/parts/states.tsx';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useConsoleData } from '../../session/useRead.ts';
import { keepSheetDraft } from './sheetDraft.ts';
import { sheetAddress } from './useSheet.ts';

interface GiveUpSheetProps {
  sheet: Pick<SheetSummary, 'id' | 'file_name'>;
  small?: boolean;
  onDone: () => void;
}

export function GiveUpSheet({ sheet: { id, file_name }, small = false, onDone }: GiveUpSheetProps) {
  const data = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const giveUp = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await runCommand(['give up', id], (options) => data.send('DELETE', sheetAddress(id), undefined, options));
      keepSheetDraft(id, null);
      notify(`${file_name} was given up`, { type: 'success' });
      setAsked(false);
      onDone();
    } catch (error) {
      console.error('The spreadsheet was not given up', error);
      setProblem(failureOf('Nothing was deleted.', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className={small ? 'btn sm' : 'btn'}
        aria-label={small ? `Give up ${file_name}` : undefined}
        onClick={() => setAsked(true)}
      >
        Give up
      </button>
      {isAsked && (
        <ConfirmDialog
          title={`Give up ${file_name}?`}
          keepLabel="Keep it"
          confirmLabel="Give it up"
          busyLabel="Giving it up…"
          isBusy={isBusy}
          problem={problem}
          onClose={() => setAsked(false)}
          onConfirm={() => void giveUp()}
        >
          The file and your answers are deleted. Your records stay as they are, because nothing of it was written.
        </ConfirmDialog>
      )}
    </>
  );
}
