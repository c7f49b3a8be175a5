// The upload dialog, as the specification words it: a type, a file, Cancel and Upload.
import { Form, useNotify } from 'react-admin';
import { useRef, useState } from 'react';
import { documentTypes } from '../../resources/documents.ts';
import { choice, reference } from '../../resources/kit/fields.ts';
import { HttpError } from '../../httpClient.ts';
import FieldInput from '../form/FieldInput.tsx';
import { formatFileSize } from '../format.ts';
import { Icon } from '../icons.tsx';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { failureOf } from '../parts/states.tsx';
import { useConsoleData } from '../session/useRead.ts';
import { useCommand } from '../verbs/useCommand.ts';

const fields = {
  document_type: choice(documentTypes, { required: true, default: 'other', label: 'Document Type' }),
  shareholder_id: reference('shareholders', {
    label: 'Visible to',
    help: 'A shareholder named here sees the document too. Leave empty to keep it within the company.',
  }),
};

/** Too large, of a kind that is not taken, not sound: it is the file that has to be another. */
const REFUSALS = new Set([413, 415, 422]);

interface UploadDialogProps {
  onClose: () => void;
  /** What it belongs to: a security, unless another field says so. */
  attachTo?: { id: string; name: string; field?: 'valuation_id' };
}

export default function UploadDialog({ onClose, attachTo }: UploadDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Sending a refused file again would only be refused again.
  const [refused, setRefused] = useState<File | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [isPending, setPending] = useState(false);
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
    setPending(true);
    try {
      // Files that look alike are the same attempt; only then does Retry carry the key of the first one.
      const owner = attachTo ? { [attachTo.field ?? 'security_id']: attachTo.id } : {};
      await runCommand([values, owner, file.name, file.size, file.lastModified], (meta) =>
        dataProvider.create('documents', { data: { ...values, ...owner, file }, meta }),
      );
      notify(attachTo ? `${file.name} attached` : `${file.name} uploaded`, { type: 'success' });
      onClose();
    } catch (error) {
      console.error('The upload failed', error);
      const isRefused = error instanceof HttpError && REFUSALS.has(error.status);
      const sentence = failureOf(`${file.name} was not uploaded.`, error);
      setRefused(isRefused ? file : null);
      setProblem(isRefused ? `${sentence} Choose another file.` : sentence);
    } finally {
      setPending(false);
    }
  };

  return (
    <ConsoleDialog
      title={attachTo ? `Attach to ${attachTo.name}` : 'Upload Document'}
      onClose={onClose}
      isBusy={isPending}
    >
      <Form
        record={{}}
        defaultValues={{ document_type: attachTo ? 'agreement' : 'other' }}
        onSubmit={upload}
        noValidate
        disableInvalidFormNotification
      >
        {problem && (
          <div className="alert error" role="alert">
            <Icon name="alert" />
            <p>{problem}</p>
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
              aria-label="File"
              onChange={(event) => choose(event.target.files?.[0] ?? null)}
            />
            <button type="button" className="btn" disabled={isPending} onClick={() => chooser.current?.click()}>
              Choose File
            </button>
            <output className="selected">
              {file && `Selected: ${file.name}`}
              {file && <span className="mut"> · {formatFileSize(file.size)}</span>}
            </output>
          </div>
          <FieldInput name="shareholder_id" field={fields.shareholder_id} />
        </div>
        {isPending && <progress className="progress" aria-label="Uploading" />}
        <div className="acts">
          <button type="button" className="btn" disabled={isPending} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={!file || file === refused || isPending}>
            {isPending ? 'Uploading…' : problem && file !== refused ? 'Retry' : 'Upload'}
          </button>
        </div>
      </Form>
    </ConsoleDialog>
  );
}
