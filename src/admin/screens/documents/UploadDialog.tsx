// The upload dialog, as the specification words it: a type, a file, Cancel and Upload.
import { say } from '#src/words/say.ts';
import { Form, useNotify } from 'react-admin';
import { useRef, useState } from 'react';
import { documentTypes } from '#src/resources/documents.ts';
import { choice } from '#src/resources/kit/fields.ts';
import { HttpError } from '#src/httpClient.ts';
import FieldInput from '#src/admin/kit/form/FieldInput.tsx';
import { FormGuard } from '#src/admin/kit/form/LeaveGuard.tsx';
import { formatFileSize } from '#src/admin/kit/fileSize.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { failureOf } from '#src/admin/kit/parts/states.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { Readers, audience, readersOf, withoutReaders } from './audience.tsx';
import styles from './documents.module.css';

const fields = {
  document_type: choice(documentTypes, { required: true, default: 'other', label: say`Document Type` }),
  audience,
};

/** Statuses for a file that is too large, of a kind not accepted, or damaged: another file is needed. */
const REFUSALS = new Set([413, 415, 422]);
const isRefused = (error: unknown) => error instanceof HttpError && REFUSALS.has(error.status);

interface UploadDialogProps {
  onClose: () => void;
  /** The record to attach to: a security, unless `field` names another. */
  attachTo?: { id: string; name: string; field?: 'valuation_id' };
}

export default function UploadDialog({ onClose, attachTo }: UploadDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const {
    act,
    isBusy: isPending,
    problem,
    setProblem,
  } = useAct({
    words: (failed, error) => failureOf(failed, error) + (isRefused(error) ? say` Choose another file.` : ''),
  });
  const [unaddressed, setUnaddressed] = useState<string | null>(null);
  // Sending a refused file again would only be refused again.
  const [refused, setRefused] = useState<File | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();

  const choose = (chosen: File | null) => {
    setFile(chosen);
    setProblem(null);
  };
  const upload = async (values: Record<string, unknown>) => {
    if (!file) return;
    setProblem(null);
    const [nobody = null] = Object.values(withoutReaders(values));
    setUnaddressed(nobody);
    if (nobody) return;
    const sent = { document_type: values.document_type, ...readersOf(values) };
    // Files with the same name, size and date count as the same attempt, so Retry sends the first one's key.
    const owner = attachTo ? { [attachTo.field ?? 'security_id']: attachTo.id } : {};
    await act(
      say`${file.name} was not uploaded.`,
      async () => {
        await runCommand([sent, owner, file.name, file.size, file.lastModified], (meta) =>
          dataProvider.create('documents', { data: { ...sent, ...owner, file }, meta }),
        );
        notify(attachTo ? say`${file.name} attached` : say`${file.name} uploaded`, { type: 'success' });
        onClose();
      },
      (error) => setRefused(isRefused(error) ? file : null),
    );
  };

  return (
    <ConsoleDialog
      title={attachTo ? say`Attach to ${attachTo.name}` : say`Upload Document`}
      onClose={onClose}
      isBusy={isPending}
    >
      <Form
        record={{}}
        defaultValues={{ document_type: attachTo ? 'agreement' : 'other', audience: 'company' }}
        onSubmit={upload}
        noValidate
        disableInvalidFormNotification
      >
        {(problem ?? unaddressed) && (
          <div className="alert error" role="alert">
            <Icon name="alert" />
            <p>{problem ?? unaddressed}</p>
          </div>
        )}
        <div className="form">
          <FieldInput name="document_type" field={fields.document_type} />
          <div className="field">
            <input
              ref={chooser}
              type="file"
              className="vh"
              tabIndex={-1}
              aria-label={say`File`}
              onChange={(event) => choose(event.target.files?.[0] ?? null)}
            />
            <button type="button" className="btn" disabled={isPending} onClick={() => chooser.current?.click()}>
              {say`Choose File`}
            </button>
            <output className={styles.selected}>
              {file && say`Selected: ${file.name}`}
              {file && <span className="mut"> · {formatFileSize(file.size)}</span>}
            </output>
          </div>
          <FieldInput name="audience" field={fields.audience} />
          <Readers />
        </div>
        {isPending && <progress className="progress" aria-label={say`Uploading`} />}
        <div className="acts">
          <button type="button" className="btn" disabled={isPending} onClick={onClose}>
            {say`Cancel`}
          </button>
          <button type="submit" className="btn primary" disabled={!file || file === refused || isPending}>
            {isPending ? say`Uploading…` : problem && file !== refused ? say`Retry` : say`Upload`}
          </button>
        </div>
        <FormGuard />
      </Form>
    </ConsoleDialog>
  );
}
