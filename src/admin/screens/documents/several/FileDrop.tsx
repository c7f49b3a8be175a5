// Where files and folders are dropped or chosen.
import { say } from '#src/words/say.ts';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { Icon } from '#src/admin/kit/icons.tsx';
import { chosenFiles, droppedFiles } from './droppedFiles.ts';
import type { DroppedFile } from './fileRows.ts';
import styles from './several.module.css';

interface FileDropProps {
  isSmall: boolean;
  isDisabled: boolean;
  onFiles: (files: DroppedFile[]) => void;
  onProblem: (error: unknown) => void;
}

export function FileDrop({ isSmall, isDisabled, onFiles, onProblem }: FileDropProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) droppedFiles(event.dataTransfer).then(onFiles, onProblem);
  };
  const take = (input: HTMLInputElement) => {
    const chosen = chosenFiles(input.files ?? []);
    // The same files may be chosen again.
    input.value = '';
    onFiles(chosen);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way to the buttons inside.
    <div
      className={[styles.drop, isSmall && styles.small, isOver && styles.over].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {!isSmall && (
        <>
          <Icon name="upload" />
          <b>{say`Drop files or a folder here`}</b>
          <span className="mut">{say`PDF, pictures, Word, Excel, CSV and text files, up to 25 MB each.`}</span>
        </>
      )}
      <span className="row-acts">
        <button type="button" className="btn" disabled={isDisabled} onClick={() => files.current?.click()}>
          {isSmall ? say`Add files` : say`Choose files`}
        </button>
        <button type="button" className="btn" disabled={isDisabled} onClick={() => folder.current?.click()}>
          {isSmall ? say`Add a folder` : say`Choose a folder`}
        </button>
      </span>
      <input
        ref={files}
        type="file"
        multiple
        className="vh"
        tabIndex={-1}
        aria-label={say`Files to upload`}
        onChange={(event) => take(event.target)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        {...{ webkitdirectory: '' }}
        className="vh"
        tabIndex={-1}
        aria-label={say`Folder to upload`}
        onChange={(event) => take(event.target)}
      />
    </div>
  );
}
