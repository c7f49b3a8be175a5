// The first step of an import: a package is chosen, or dropped.
import { useState } from 'react';
import type { DragEvent } from 'react';
import { Icon } from '../../kit/icons.tsx';
import styles from './imports.module.css';

interface ChooserProps {
  isBusy: boolean;
  /** What is being done with the package, in words. */
  progress: string | null;
  onChoose: (file: File) => void;
}

export function Chooser({ isBusy, progress, onChoose }: ChooserProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !isBusy) onChoose(file);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way to the input inside.
    <label
      className={isOver ? `card ${styles.drop} ${styles.over}` : `card ${styles.drop}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" />
      <b>
        <span aria-live="polite">
          {isBusy ? (progress ?? 'Checking the package…') : 'Choose a package, or drop it here'}
        </span>
      </b>
      <span className="mut">
        An Open Cap Format export, .ocf.zip, at most 50 MB. It is checked first; nothing is written.
      </span>
      <input
        type="file"
        className="vh"
        accept=".zip,.ocf.zip,application/zip"
        disabled={isBusy}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChoose(file);
        }}
      />
      {isBusy && <progress className="progress" aria-label="Checking" />}
    </label>
  );
}
