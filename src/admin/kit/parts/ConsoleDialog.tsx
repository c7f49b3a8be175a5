// The console's dialog: traps the focus, gives it back, closes on Escape unless something is under way. Once something was
// changed in it, a click or tap beside it does nothing, and Escape keeps it for the next time or, where it cannot be kept, asks first.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import Dialog from '@mui/material/Dialog';
import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Themed } from './Themed.tsx';
import { useChanges } from './useChanges.ts';
import { useSafeAnswer } from './useSafeAnswer.ts';
import styles from './ConsoleDialog.module.css';

interface ConsoleDialogProps {
  title: string;
  onClose: () => void;
  /** The dialog stays open while a request runs, to show its answer. */
  isBusy?: boolean;
  /** Holds something to lose that no control shows: a file that was dropped, answers that were restored. */
  isChanged?: boolean;
  /** Keeps what was changed and closes; answers whether it could. Without it, what was changed is lost. */
  putAway?: () => boolean;
  /** For a table beside the form. */
  wide?: boolean;
  /** As wide as the screen, for a table with boxes. */
  full?: boolean;
  children: ReactNode;
  /** A form has its own buttons, inside the form. */
  actions?: ReactNode;
}

export function ConsoleDialog(props: ConsoleDialogProps) {
  const { title, onClose, isBusy = false, isChanged = false, wide = false, full = false, children, actions } = props;
  const { putAway } = props;
  const id = useId();
  const { watched, note, hasChanged } = useChanges();
  const [isAsking, setAsking] = useState(false);
  const leave = (_: unknown, reason: 'escapeKeyDown' | 'backdropClick') => {
    if (isBusy) return;
    if (!isChanged && !hasChanged()) onClose();
    else if (reason === 'escapeKeyDown' && !putAway?.()) setAsking(true);
  };
  return (
    <Themed>
      <Dialog
        open
        onClose={leave}
        aria-labelledby={id}
        scroll="body"
        className={full ? `${styles.wideDialog} ${styles.fullDialog}` : wide ? styles.wideDialog : undefined}
      >
        <Content watched={watched} onOpen={note}>
          <h2 id={id}>{title}</h2>
          {children}
          {actions && <div className="acts">{actions}</div>}
        </Content>
      </Dialog>
      {isAsking && <Discard from={title} onKeep={() => setAsking(false)} onDiscard={onClose} />}
    </Themed>
  );
}

function Discard({ from, onKeep, onDiscard }: { from: string; onKeep: () => void; onDiscard: () => void }) {
  const keep = useSafeAnswer();
  return (
    <ConsoleDialog
      title={say`Discard your changes?`}
      onClose={onKeep}
      actions={
        <>
          <button type="button" className="btn" ref={keep} onClick={onKeep}>
            {say`Keep editing`}
          </button>
          <button type="button" className="btn danger-fill" onClick={onDiscard}>
            {say`Discard`}
          </button>
        </>
      }
    >
      <p>{sayAround`What you entered in “${from.replace(/\?$/, '')}” is not saved.`}</p>
    </ConsoleDialog>
  );
}

interface ContentProps {
  watched: ReturnType<typeof useChanges>['watched'];
  onOpen: () => void;
  children: ReactNode;
}

/** A dialog with one text box opens with the focus in it. */
function Content({ watched, onOpen, children }: ContentProps) {
  const { ref } = watched;
  useEffect(() => {
    onOpen();
    const boxes = ref.current?.querySelectorAll<HTMLElement>(WRITTEN_IN) ?? [];
    if (boxes.length === 1) boxes[0]!.focus();
  }, [ref, onOpen]);
  return (
    <div className={styles.dialog} {...watched}>
      {children}
    </div>
  );
}

const WRITTEN_IN = `textarea, input:not(${['checkbox', 'radio', 'file', 'date', 'hidden'].map((type) => `[type=${type}]`).join()}, [data-day])`;
