// A panel at the right with entries of the ledger.
import { say } from '#src/words/say.ts';
import Drawer from '@mui/material/Drawer';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Themed } from '#src/admin/kit/parts/Themed.tsx';
import styles from './SidePanel.module.css';

interface SidePanelProps {
  title: string;
  about: string;
  onClose: () => void;
  children: ReactNode;
}

export function SidePanel({ title, about, onClose, children }: SidePanelProps) {
  const id = useId();
  return (
    <Themed>
      <Drawer
        anchor="right"
        open
        onClose={onClose}
        transitionDuration={0}
        slotProps={{
          paper: { className: styles.sidePanel, role: 'dialog', 'aria-modal': true, 'aria-labelledby': id },
        }}
      >
        <header>
          <div>
            <h2 id={id}>{title}</h2>
            <p>{about}</p>
          </div>
          <button type="button" className="icon-btn" aria-label={say`Close`} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </Drawer>
    </Themed>
  );
}

/** `figure`: what the entries come to; `sum`: how many they are. */
export function PanelList({
  figure,
  sum,
  children,
}: {
  figure?: string | undefined;
  sum: string;
  children: ReactNode;
}) {
  return (
    <>
      <p className={styles.sum}>
        {figure !== undefined && <b className="tn">{figure}</b>}
        <span>{sum}</span>
      </p>
      <ol className={styles.entries}>{children}</ol>
    </>
  );
}

interface PanelEntryProps {
  /** Beneath it: day, number. What is empty is left out. */
  told: readonly (string | number | null | undefined)[];
  change?: ReactNode;
  children: ReactNode;
}

export function PanelEntry({ told, change, children }: PanelEntryProps) {
  return (
    <li>
      <span className={styles.what}>
        {children}
        <span className="dim">{told.filter(Boolean).join(' · ')}</span>
      </span>
      {change !== undefined && <span className={`${styles.change} tn`}>{change}</span>}
    </li>
  );
}
