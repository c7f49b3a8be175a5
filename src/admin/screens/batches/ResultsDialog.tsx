// The bank's answer to a batch: a file, and what it changed.
import { useEffect, useRef, useState } from 'react';
import { useRefresh } from 'react-admin';
import type { BatchResults } from '../../../contract/paymentBatches.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { formatFileSize, plural } from '../../kit/format.ts';
import { Icon } from '../../kit/icons.tsx';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useConsoleData } from '../../session/useRead.ts';
import type { ShownBatch } from './BatchFile.tsx';
import styles from './batches.module.css';

export default function ResultsDialog({ batch, onClose }: { batch: ShownBatch; onClose: () => void }) {
  const data = useConsoleData();
  const runCommand = useCommand();
  const refresh = useRefresh();
  const [file, setFile] = useState<File | null>(null);
  const [done, setDone] = useState<BatchResults | null>(null);
  const bringIn = async () => {
    if (!file) return;
    const body = new FormData();
    body.append('file', file, file.name);
    const path = `/api/payment-batches/${encodeURIComponent(batch.id)}/results`;
    setDone(
      await runCommand([batch.id, file.name, file.size, file.lastModified], (options) =>
        data.send<BatchResults>('POST', path, body, options),
      ),
    );
    refresh();
  };
  return (
    <FormDialog
      title={`Results of ${batch.name}`}
      about={
        !done && (
          <p>
            A return file of NACHA, a pain.002 report, or a CSV with the columns payment_id, status (completed, failed
            or returned), reference and reason. The same file twice changes nothing.
          </p>
        )
      }
      submit={done ? null : 'Bring in results'}
      busy="Bringing in…"
      isReady={file !== null}
      nothing="Nothing was brought in."
      onSubmit={bringIn}
      onClose={onClose}
    >
      {done ? <Outcome done={done} /> : <ChosenFile file={file} onChoose={setFile} />}
    </FormDialog>
  );
}

function ChosenFile({ file, onChoose }: { file: File | null; onChoose: (file: File | null) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={chooser}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label="Results"
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
      <button type="button" className="btn" onClick={() => chooser.current?.click()}>
        <Icon name="upload" />
        Choose a file
      </button>
      <output className={styles.chosen}>
        {file && `Selected: ${file.name}`}
        {file && <span className="mut"> · {formatFileSize(file.size)}</span>}
      </output>
    </div>
  );
}

const SHOWN = 20;

function Outcome({ done }: { done: BatchResults }) {
  const { completed, failed, unchanged, unknown, notices } = done;
  const said = useRef<HTMLDivElement>(null);
  // The pressed button is gone.
  useEffect(() => said.current?.focus(), []);
  return (
    <div ref={said} tabIndex={-1} className={styles.outcome}>
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
