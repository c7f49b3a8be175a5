// The console's dialog: traps the focus, gives it back, closes on Escape unless something is under way.
import Dialog from '@mui/material/Dialog';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Themed } from './Themed.tsx';
import styles from './ConsoleDialog.module.css';

interface ConsoleDialogProps {
  title: string;
  onClose: () => void;
  /** The dialog stays open while a request runs, to show its answer. */
  isBusy?: boolean;
  /** For a table beside the form. */
  wide?: boolean;
  /** As wide as the screen, for a table with boxes. */
  full?: boolean;
  children: ReactNode;
  /** A form has its own buttons, inside the form. */
  actions?: ReactNode;
}

export function ConsoleDialog(props: ConsoleDialogProps) {
  const { title, onClose, isBusy = false, wide = false, full = false, children, actions } = props;
  const id = useId();
  return (
    <Themed>
      <Dialog
        open
        onClose={isBusy ? undefined : onClose}
        aria-labelledby={id}
        scroll="body"
        className={full ? `${styles.wideDialog} ${styles.fullDialog}` : wide ? styles.wideDialog : undefined}
      >
        <Content>
          <h2 id={id}>{title}</h2>
          {children}
          {actions && <div className="acts">{actions}</div>}
        </Content>
      </Dialog>
    </Themed>
  );
}

/** A dialog with one text box opens with the focus in it. */
function Content({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const boxes = ref.current?.querySelectorAll<HTMLElement>(WRITTEN_IN) ?? [];
    if (boxes.length === 1) boxes[0]!.focus();
  }, []);
  return (
    <div className={styles.dialog} ref={ref}>
      {children}
    </div>
  );
}

const WRITTEN_IN = `textarea, input:not(${['checkbox', 'radio', 'file', 'date', 'hidden'].map((type) => `[type=${type}]`).join()})`;
