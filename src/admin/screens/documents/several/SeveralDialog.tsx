// Files many documents at once: each file's name says what it is where that is certain, the rest is asked in a table, and nothing
// is filed before the button is pressed.
import { say } from '#src/words/say.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { Failed, Loading, sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { FileDrop } from './FileDrop.tsx';
import { FILES_MAX, inOrder, isToFile, openOf, rowOf } from './fileRows.ts';
import type { DroppedFile, FileRow } from './fileRows.ts';
import { FileTableRow } from './FileTableRow.tsx';
import { twinsOf } from './sameBytes.ts';
import { SelectedBar } from './SelectedBar.tsx';
import { useCompanyNames } from './useCompanyNames.ts';
import type { Company } from './useCompanyNames.ts';
import { useFiling } from './useFiling.ts';
import styles from './several.module.css';

interface SeveralDialogProps {
  /** Dropped on the list, which opened the dialog. */
  dropped: DroppedFile[];
  onClose: () => void;
}

/** One dialog from the first to the last, so that the focus stays in it. */
export default function SeveralDialog({ dropped, onClose }: SeveralDialogProps) {
  const { data: company, error, refetch } = useCompanyNames();
  const [held, setHeld] = useState<Held>(null);
  return (
    <ConsoleDialog
      title={say`Upload several documents`}
      onClose={onClose}
      isBusy={held === 'sending'}
      isChanged={held === 'waiting'}
      full
    >
      {company ? (
        <Files company={company} dropped={dropped} onClose={onClose} onHold={setHeld} />
      ) : (
        <>
          {error ? (
            <Failed what={say`The names to compare with`} error={error} retry={() => void refetch()} />
          ) : (
            <Loading>{say`Reading names and numbers to compare with…`}</Loading>
          )}
          <div className="acts">
            <button type="button" className="btn" onClick={onClose}>
              {say`Cancel`}
            </button>
          </div>
        </>
      )}
    </ConsoleDialog>
  );
}

/** Files that wait would be lost, and those that are sent are waited for. */
type Held = 'waiting' | 'sending' | null;

interface FilesProps extends SeveralDialogProps {
  company: Company;
  onHold: (held: Held) => void;
}

function Files({ company, dropped, onClose, onHold }: FilesProps) {
  // Names that are read again meanwhile do not change what is being answered.
  const [known] = useState(company);
  const { rows, change, add, problem, fail } = useRows(known, dropped);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { file, stop, progress } = useFiling(change);
  const isBusy = progress !== null;
  const choose = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const selectable = rows.filter(({ state }) => state !== 'filed');
  const selected = selectable.filter(({ id, key }) => chosen.has(id) && key === null);
  const isAll = selectable.length > 0 && selectable.every(({ id }) => chosen.has(id));
  const ready = rows.filter(isToFile);
  const open = rows.filter((row) => openOf(row).length > 0).length;
  const filed = rows.filter(({ state }) => state === 'filed').length;
  const unsent = rows.some(({ state, isLeftOut }) => state !== 'filed' && !isLeftOut);
  useEffect(() => onHold(isBusy ? 'sending' : unsent ? 'waiting' : null), [onHold, isBusy, unsent]);
  return (
    <>
      <p className="mut">
        {say`The name of each file suggests its type and who may read it. A file whose name matches no holder is for the company only. Nothing is filed until you press the button.`}
      </p>
      {problem && (
        <div className="alert error" role="alert">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      )}
      <FileDrop isSmall={rows.length > 0} isDisabled={isBusy} onFiles={add} onProblem={fail} />
      {selected.length > 0 && (
        <SelectedBar
          company={known}
          rows={selected}
          isBusy={isBusy}
          onChange={(set) => selected.forEach(({ id, fault }) => fault === null && change(id, set))}
        />
      )}
      {rows.length > 0 && (
        <ScrollBox label={say`Files`} className={`scroll ${styles.scroll}`}>
          <table className={`roomy ${styles.files}`}>
            <thead>
              <tr>
                <th className={styles.pick}>
                  <input
                    type="checkbox"
                    aria-label={say`Select all files`}
                    checked={isAll}
                    onChange={() => setChosen(new Set(isAll ? [] : selectable.map(({ id }) => id)))}
                  />
                </th>
                <th>{say`File`}</th>
                <th>{say`Type`}</th>
                <th>{say`Belongs to`}</th>
                <th>{say`Who may read it`}</th>
                <th>
                  <span className="vh">{say`State`}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <FileTableRow
                  key={row.id}
                  row={row}
                  company={known}
                  isChosen={chosen.has(row.id)}
                  isBusy={isBusy}
                  onChoose={choose}
                  onChange={change}
                />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {progress && (
        <progress className="progress" aria-label={say`Filing`} value={progress.done} max={progress.total} />
      )}
      <div className={`acts ${styles.foot}`}>
        <output className="mut">{summaryOf({ progress, open, filed, total: rows.length })}</output>
        {isBusy ? (
          <button type="button" className="btn" onClick={stop}>
            {say`Stop after this file`}
          </button>
        ) : (
          <button type="button" className="btn" onClick={onClose}>
            {filed > 0 && !unsent ? say`Close` : say`Cancel`}
          </button>
        )}
        <button
          type="button"
          className="btn primary"
          disabled={isBusy || ready.length === 0}
          onClick={() => void file(ready)}
        >
          {isBusy ? say`Filing…` : buttonOf(ready)}
        </button>
      </div>
    </>
  );
}

function summaryOf({
  progress,
  open,
  filed,
  total,
}: {
  progress: { done: number; total: number } | null;
  open: number;
  filed: number;
  total: number;
}): string {
  if (progress)
    return say`${progress.done} of ${plural(progress.total, say`document`, say`documents`)} filed. Leave this page open.`;
  return [
    ...(open > 0
      ? [say`${plural(open, say`file`, say`files`)} ${open === 1 ? say`has` : say`have`} something to answer.`]
      : []),
    ...(filed > 0 ? [say`${plural(filed, say`document`, say`documents`)} of ${total} filed.`] : []),
  ].join(' ');
}

/** "File 12 documents", "Retry 1 document". */
function buttonOf(ready: readonly FileRow[]): string {
  if (ready.length === 0) return say`File documents`;
  const isRetry = ready.every(({ state }) => state === 'refused');
  return `${isRetry ? say`Retry` : say`File`} ${plural(ready.length, say`document`, say`documents`)}`;
}

/** The rows and their answers. Added files are put in order once, so that no row moves while it is answered. */
function useRows(company: Company, dropped: readonly DroppedFile[]) {
  const [rows, setRows] = useState<FileRow[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const count = useRef(0);
  const latest = useRef<FileRow[]>([]);
  const change = useCallback((id: string, set: Partial<FileRow>) => {
    latest.current = latest.current.map((row) => (row.id === id ? { ...row, ...set } : row));
    setRows(latest.current);
  }, []);
  const add = useCallback(
    (files: readonly DroppedFile[]) => {
      const earlier = latest.current;
      const taken = files.slice(0, FILES_MAX - earlier.length);
      setProblem(
        taken.length < files.length
          ? say`At most ${FILES_MAX} files at once. ${plural(files.length - taken.length, say`file`, say`files`)} of these were not added.`
          : null,
      );
      const added = taken.map((each) => rowOf(each, `file-${(count.current += 1)}`, company.names));
      if (added.length === 0) return;
      latest.current = [...inOrder(added), ...earlier];
      setRows(latest.current);
      void twinsOf(added, earlier, company.filed).then((twins) =>
        twins.forEach((twin, id) => change(id, { twin, isLeftOut: true })),
      );
    },
    [change, company],
  );
  const start = useRef(dropped);
  useEffect(() => {
    const files = start.current;
    start.current = [];
    if (files.length > 0) add(files);
  }, [add]);
  const fail = (error: unknown) => {
    console.error('The dropped files could not be read', error);
    setProblem(say`The dropped files could not be read. ${sentenceOf(error)}`);
  };
  return { rows, change, add, problem, fail };
}
