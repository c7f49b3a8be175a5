// Shareholders from a list: pasted, chosen or dropped. It is read first; the page that follows says who is new and who is known.
import { say } from '#src/words/say.ts';
import { useId, useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { formatFileSize } from '#src/admin/kit/fileSize.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { useReadSheet } from '../imports/useReadSheet.ts';
import styles from './shareholders.module.css';

export default function AddFromList({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { readText, readFile, isReading, problem } = useReadSheet();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !isReading) setFile(dropped);
  };
  const read = () => (file ? readFile(file) : readText(text));
  return (
    <ConsoleDialog
      title={say`Add shareholders from a list`}
      onClose={onClose}
      isBusy={isReading}
      isChanged={file !== null}
      wide
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way to the button inside. */}
      <form
        className={isOver ? styles.listOver : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onSubmit={(event) => {
          event.preventDefault();
          void read();
        }}
      >
        {problem && (
          <div className="alert error" role="alert">
            <Icon name="alert" />
            <p>{problem}</p>
          </div>
        )}
        <p className="mut">
          {say`One row for each person or entity, with headings such as Name, Email, Street, City, Country. Next you see who is new, who is known and what differs. Nothing is written until you apply it, and nobody is merged without your choice.`}
        </p>
        <div className={`field ${styles.list}`}>
          <label htmlFor={id}>{say`Paste the list with its headings`}</label>
          <textarea
            id={id}
            className="input"
            rows={8}
            disabled={isReading || file !== null}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <div className={styles.listFile}>
          <input
            ref={chooser}
            type="file"
            className="vh"
            tabIndex={-1}
            aria-label={say`List`}
            accept=".xlsx,.csv,.tsv,.txt"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              event.target.value = '';
            }}
          />
          <button type="button" className="btn" disabled={isReading} onClick={() => chooser.current?.click()}>
            <Icon name="upload" />
            {say`Choose a file`}
          </button>
          {file ? (
            <span>
              {file.name} <span className="mut">· {formatFileSize(file.size)}</span>
              <button
                type="button"
                className="icon-btn sm"
                aria-label={say`Remove ${file.name}`}
                disabled={isReading}
                onClick={() => setFile(null)}
              >
                <Icon name="close" small />
              </button>
            </span>
          ) : (
            <span className="mut">{say`or drop one here: .xlsx, .csv or .tsv`}</span>
          )}
          <DownloadButton
            path="/api/sheets/templates/stakeholders.xlsx"
            name="stakeholders.xlsx"
            what={say`The empty table`}
            label={say`Empty table to fill in`}
            small
          />
        </div>
        {isReading && <progress className="progress" aria-label={say`Reading`} />}
        <div className="acts">
          <button type="button" className="btn" disabled={isReading} onClick={onClose}>
            {say`Cancel`}
          </button>
          <button type="submit" className="btn primary" disabled={isReading || (!file && text.trim() === '')}>
            {isReading ? say`Reading the list…` : say`Read the list`}
          </button>
        </div>
      </form>
    </ConsoleDialog>
  );
}
