// The bank's answer to a batch: a file, and what it changed.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect, useRef, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import type { BatchResults } from '#src/contract/paymentBatches.ts';
import { FormDialog } from '#src/admin/kit/form/FormDialog.tsx';
import { formatFileSize } from '#src/admin/kit/fileSize.ts';
import { formatMoney, plural, withDays } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import type { ShownBatch } from './BatchFile.tsx';
import styles from './batches.module.css';

interface ResultsProps {
  batch: ShownBatch;
  /** A part of the page instead of a dialog. */
  isInPage?: boolean;
  onClose: () => void;
}

/** The file is looked at as soon as it is chosen: what would move is shown, and counts once it is imported. */
export default function ResultsDialog({ batch, isInPage = false, onClose }: ResultsProps) {
  const notify = useNotify();
  const data = useConsoleData();
  const runCommand = useCommand();
  const refresh = useRefresh();
  const [file, setFile] = useState<File | null>(null);
  /** The form may be sent before the chosen file is drawn. */
  const chosen = useRef<File | null>(null);
  const [seen, setSeen] = useState<BatchResults | null>(null);
  const [done, setDone] = useState<BatchResults | null>(null);
  const path = `/api/payment-batches/${encodeURIComponent(batch.id)}/results`;
  const send = async (chosen: File, isDry: boolean) => {
    const body = new FormData();
    if (isDry) body.append('dry_run', 'true');
    body.append('file', chosen, chosen.name);
    return runCommand([batch.id, isDry, chosen.name, chosen.size, chosen.lastModified], (options) =>
      data.send<BatchResults>('POST', path, body, options),
    );
  };
  const moving = seen ? seen.completed + seen.failed : 0;
  const next = async () => {
    const now = chosen.current;
    if (!now) return;
    if (!seen) {
      setSeen(await send(now, true));
      return;
    }
    const answer = await send(now, false);
    if (isInPage) {
      notify(outcomeOf(answer), { type: 'success' });
      onClose();
    } else setDone(answer);
    refresh();
  };
  return (
    <FormDialog
      title={say`Results of ${batch.name}`}
      about={
        !seen && (
          <p>
            {say`A return file of NACHA, a pain.002 report, or a CSV with the columns payment_id, status (completed, failed or returned), reference and reason. You see what it would change before anything changes.`}
          </p>
        )
      }
      submit={done ? null : seen ? say`Import ${plural(moving, say`result`, say`results`)}` : say`Look at the file`}
      busy={seen ? say`Importing…` : say`Reading…`}
      isReady={file !== null && (seen === null || moving + seen.notices.length > 0)}
      nothing={say`Nothing was imported.`}
      isInPage={isInPage}
      onSubmit={next}
      onClose={onClose}
    >
      {done ? (
        <Outcome key="done" done={done} />
      ) : seen ? (
        <Outcome key="seen" done={seen} isAhead />
      ) : (
        <ChosenFile
          file={file}
          onChoose={(now) => {
            chosen.current = now;
            setFile(now);
          }}
        />
      )}
    </FormDialog>
  );
}

function ChosenFile({ file, onChoose }: { file: File | null; onChoose: (file: File | null) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.choosing}>
      <input
        ref={chooser}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label={say`Results`}
        onChange={({ target }) => {
          onChoose(target.files?.[0] ?? null);
          if (target.files?.length) target.form?.requestSubmit();
        }}
      />
      <button type="button" className="btn" onClick={() => chooser.current?.click()}>
        <Icon name="upload" />
        {say`Choose a file`}
      </button>
      <output className={styles.chosen}>
        {file && say`Selected: ${file.name}`}
        {file && <span className="mut"> · {formatFileSize(file.size)}</span>}
      </output>
    </div>
  );
}

const outcomeOf = ({ completed, failed, unchanged }: BatchResults) =>
  say`${plural(completed, say`payment`, say`payments`)} completed, ${failed} failed or returned, ${unchanged} unchanged.`;

const SHOWN = 20;

/** What was imported, or would be. */
function Outcome({ done, isAhead = false }: { done: BatchResults; isAhead?: boolean }) {
  const { completed, failed, unknown, notices, warnings, moves } = done;
  const said = useRef<HTMLDivElement>(null);
  // The pressed button is gone.
  useEffect(() => said.current?.focus(), []);
  return (
    <div ref={said} tabIndex={-1} className={styles.outcome}>
      <p>
        {isAhead && say`This would change: `}
        {outcomeOf(done)}
      </p>
      {warnings.map(({ code, message }) => (
        <p key={code} className="alert warning" role="note">
          {withDays(message)}
        </p>
      ))}
      {isAhead && moves.length > 0 && (
        <ul className={styles.lines} aria-label={say`What would change`}>
          {moves.slice(0, SHOWN).map(({ payment_id, shareholder, amount, currency, to, note }) => (
            <li key={payment_id}>
              {shareholder}, {formatMoney(amount, currency)}: {to}
              {note && `, ${note}`}
            </li>
          ))}
          {completed + failed > SHOWN && <li>{sayAround`And ${completed + failed - SHOWN} more`}</li>}
        </ul>
      )}
      {unknown.length > 0 && (
        <>
          <p>
            {sayAround`${plural(unknown.length, say`row`, say`rows`)} of the file ${unknown.length === 1 ? say`is` : say`are`} of no payment in this batch:`}
          </p>
          <ul className={styles.lines}>
            {unknown.slice(0, SHOWN).map((id) => (
              <li key={id}>{id}</li>
            ))}
            {unknown.length > SHOWN && <li>{sayAround`And ${unknown.length - SHOWN} more`}</li>}
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
