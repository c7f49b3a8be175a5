// Files chosen in the form that issues a security, and attached once it is issued.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useRef } from 'react';
import { documentTypes, documents } from '#src/resources/documents.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { formatFileSize } from '#src/admin/kit/fileSize.ts';
import { plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import styles from './documents.module.css';

export interface Attached {
  files: File[];
  type: (typeof documentTypes)[number];
  /** The holder sees them too. */
  isShown: boolean;
}

export const noFiles: Attached = { files: [], type: 'agreement', isShown: false };

interface FilesToAttachProps {
  /** The record they are attached to: "certificate". */
  to: string;
  value: Attached;
  onChange: (value: Attached) => void;
}

/** Kept outside the form: a draft cannot hold a file. */
export function FilesToAttach({ to, value, onChange }: FilesToAttachProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const { files, type, isShown } = value;
  return (
    <div className="field">
      <p className="help">{sayAround`Attached to the ${to} as soon as it is issued, up to 25 MB each.`}</p>
      <input
        ref={chooser}
        type="file"
        multiple
        className="vh"
        tabIndex={-1}
        aria-label={say`Files to attach`}
        onChange={(event) => {
          onChange({ ...value, files: [...files, ...(event.target.files ?? [])] });
          event.target.value = '';
        }}
      />
      <button type="button" className="btn" onClick={() => chooser.current?.click()}>
        <Icon name="upload" />
        {say`Choose files`}
      </button>
      {files.length > 0 && (
        <>
          <ul className={styles.files}>
            {files.map((file, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two files may be alike, and only the last is ever added.
              <li key={`${file.name} ${index}`}>
                <span>
                  {file.name} <span className="mut">· {formatFileSize(file.size)}</span>
                </span>
                <button
                  type="button"
                  className="icon-btn sm"
                  aria-label={say`Remove ${file.name}`}
                  onClick={() => onChange({ ...value, files: files.filter((each) => each !== file) })}
                >
                  <Icon name="close" small />
                </button>
              </li>
            ))}
          </ul>
          <label className="box-choice" htmlFor="attached-type">
            {say`Kind`}
            <select
              id="attached-type"
              className="input"
              value={type}
              onChange={(event) => onChange({ ...value, type: event.target.value as Attached['type'] })}
            >
              {documentTypes.map((each) => (
                <option key={each} value={each}>
                  {wordOf(documents.fields.type, each)}
                </option>
              ))}
            </select>
          </label>
          <label className="box-choice">
            <input type="checkbox" checked={isShown} onChange={() => onChange({ ...value, isShown: !isShown })} />
            {say`The holder sees them too`}
          </label>
        </>
      )}
    </div>
  );
}

/** Attaches one by one after the issue, which stands even if some fail. Returns what failed and why, or null. */
export function useAttach() {
  const dataProvider = useConsoleData();
  return async (
    security_id: string,
    shareholder_id: string,
    { files, type, isShown }: Attached,
  ): Promise<string | null> => {
    const failures: string[] = [];
    for (const file of files) {
      const data = {
        file,
        document_type: type,
        security_id,
        ...(isShown ? { shareholder_id } : {}),
      };
      try {
        await dataProvider.create('documents', { data });
      } catch (error) {
        console.error('Attaching a file failed', error);
        failures.push(say`${file.name} was not attached: ${sentenceOf(error)}`);
      }
    }
    if (failures.length === 0) return null;
    return failures.length === 1
      ? failures[0]!
      : say`${plural(failures.length, say`file`, say`files`)} were not attached: ${failures[0]}`;
  };
}
