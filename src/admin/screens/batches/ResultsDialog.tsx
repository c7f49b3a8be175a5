// The bank's answer to a batch: a file, and what it changed.
import { useRef, useState } from 'react';
import { useRefresh } from 'react-admin';
import type { BatchResults } from '../../../contract/paymentBatches.ts';
import { formatFileSize, plural } from '../../kit/format.ts';
import { Icon } from '../../kit/icons.tsx';
import { ConsoleDialog } from '../../kit/parts/ConsoleDialog.tsx';
import { failureOf } from '../../kit/parts/states.tsx';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useConsoleData } from '../../session/useRead.ts';
import type { ShownBatch } from './BatchFile.tsx';
import styles from './batches.module.css';

export default function ResultsDialog({ batch, onClose }: { batch: ShownBatch; onClose: () => void }) {
  const data = useConsoleData();
  const runCommand = useCommand();
  const refresh = useRefresh();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<BatchResults | null>(null);
  const bringIn = async () => {
    if (!file) return;
    setBusy(true);
    setProblem(null);
    const body = new FormData();
    body.append('file', file, file.name);
    try {
      const path = `/api/payment-batches/${encodeURIComponent(batch.id)}/results`;
      setDone(
        await runCommand([batch.id, file.name, file.size, file.lastModified], (options) =>
          data.send<BatchResults>('POST', path, body, options),
        ),
      );
      refresh();
    } catch (error) {
      console.error('The results were not brought in', error);
      setProblem(failureOf('Nothing was brought in.', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConsoleDialog
      title={`Results of ${batch.name}`}
      onClose={onClose}
      isBusy={isBusy}
      actions={
        done ? (
          <button type="button" className="btn primary" onClick={onClose}>
            Close
          </button>
        ) : (
          <>
            <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
              Cancel
            </button>
            <button type="button" className="btn primary" disabled={!file || isBusy} onClick={() => void bringIn()}>
              {isBusy ? 'Bringing in…' : 'Bring in results'}
            </button>
          </>
        )
      }
    >
      {problem && (
        <div className="alert error" role="alert">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      )}
      {done ? (
        <Outcome done={done} />
      ) : (
        <>
          <p className="mut">
            A return file of NACHA, a pain.002 report, or a CSV with the columns payment_id, status (completed, failed
            or returned), reference and reason. The same file twice changes nothing.
          </p>
          <div className="field">
            <input
              ref={chooser}
              type="file"
              className="vh"
              tabIndex={-1}
              aria-label="Results"
              onChange={(event) => {
                setFile(event.target.files?.[0] ?? null);
                setProblem(null);
              }}
            />
            <button type="button" className="btn" disabled={isBusy} onClick={() => chooser.current?.click()}>
              <Icon name="upload" />
              Choose a file
            </button>
            <output className={styles.chosen}>
              {file && `Selected: ${file.name}`}
              {file && <span className="mut"> · {formatFileSize(file.size)}</span>}
            </output>
          </div>
          {isBusy && <progress className="progress" aria-label="Bringing in" />}
        </>
      )}
    </ConsoleDialog>
  );
}

const SHOWN = 20;

function Outcome({ done }: { done: BatchResults }) {
  const { completed, failed, unchanged, unknown, notices } = done;
  return (
    <div aria-live="polite">
      <p>
        {plural(completed, 'payment')} completed, {failed} failed or returned, {unchanged} unchanged.
      </p>
      {unknown.length > 0 && (
        <>
          <p>
            {plural(unknown.length, 'row')} of the file {unknown.length === 1 ? 'is' : 'are'} of no payment in this
            batch:
          </p>
          <ul className={styles.lines}>
            {unknown.slice(0, SHOWN).map((id) => (
              <li key={id}>{id}</li>
            ))}
            {unknown.length > SHOWN && <li>And {unknown.length - SHOWN} more</li>}
          </ul>
        </>
      )}
      {notices.length > 0 && (
        <ul className={styles.lines}>
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
