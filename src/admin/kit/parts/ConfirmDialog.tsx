// Asks for confirmation before something is deleted or ended. If the server refuses, the dialog shows the reason.
import type { ReactNode } from 'react';
import { ConsoleDialog } from './ConsoleDialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  keepLabel: string;
  confirmLabel: string;
  /** The label while the request runs. */
  busyLabel?: string | undefined;
  /** A third button, between the two. */
  other?: ReactNode;
  isBusy: boolean;
  /** Why it was not done. */
  problem: string | null;
  onClose: () => void;
  onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, keepLabel, confirmLabel, busyLabel = confirmLabel, other } = props;
  const { isBusy, problem, onClose, onConfirm } = props;
  return (
    <ConsoleDialog
      title={title}
      onClose={onClose}
      isBusy={isBusy}
      actions={
        <>
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            {keepLabel}
          </button>
          {other}
          <button type="button" className="btn danger-fill" disabled={isBusy} onClick={onConfirm}>
            {isBusy ? busyLabel : confirmLabel}
          </button>
        </>
      }
    >
      {children}
      {problem && (
        <p className="alert error" role="alert">
          {problem}
        </p>
      )}
    </ConsoleDialog>
  );
}
