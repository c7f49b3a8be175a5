// The first step of an import: a package or a spreadsheet is chosen, or dropped.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import type { DragEvent } from 'react';
import { Icon } from '#src/admin/kit/icons.tsx';
import styles from './imports.module.css';

interface ChooserProps {
  isBusy: boolean;
  /** What is being done with the file, in words. */
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
          {isBusy ? (progress ?? say`Checking the file…`) : say`Choose a file, or drop it here`}
        </span>
      </b>
      <span className="mut">
        {say`A spreadsheet or another product’s export (.xlsx, .csv, .tsv, at most 20 MB), or an Open Cap Format package (.ocf.zip, at most 50 MB).`}
      </span>
      <span className="mut">{say`It is checked first; nothing is written.`}</span>
      <input
        type="file"
        className="vh"
        accept=".xlsx,.csv,.tsv,.txt,.zip,.ocf.zip,application/zip"
        disabled={isBusy}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file, corrected, may be chosen again.
          event.target.value = '';
          if (file) onChoose(file);
        }}
      />
      {isBusy && <progress className="progress" aria-label={say`Checking`} />}
    </label>
  );
}
