// Files that go with a message. Each is uploaded as soon as it is chosen, so that one that cannot be sent is named before the message
// is sent.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect, useRef, useState } from 'react';
import { formatFileSize } from '#src/admin/kit/fileSize.ts';
import { FieldMessage } from '#src/admin/kit/form/FieldShell.tsx';
import { Icon } from '#src/admin/kit/icons.tsx';
import { sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import type { MessageFile } from '#src/contract/messages.ts';
import { newKey } from '#src/httpClient.ts';
import { FILES_MAX } from './chosenFiles.ts';
import type { ChosenFile } from './chosenFiles.ts';
import styles from './messages.module.css';

interface MessageFilesProps {
  value: readonly ChosenFile[];
  onChange: (change: (before: readonly ChosenFile[]) => ChosenFile[]) => void;
  /** The message is being sent. */
  isBusy?: boolean;
  /** Why it cannot be sent yet. */
  error?: string | null;
}

export default function MessageFiles({ value, onChange, isBusy = false, error = null }: MessageFilesProps) {
  const data = useConsoleData();
  const chooser = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string[]>([]);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  // What a reload interrupted is not uploaded.
  const opening = useRef(value);
  useEffect(() => {
    if (opening.current.some(({ id }) => id === null))
      change.current((before) => before.filter(({ id }) => id !== null));
  }, []);

  const upload = async (file: File, key: string) => {
    const body = new FormData();
    body.append('file', file, file.name);
    try {
      const { id, name, file_size } = await data.send<MessageFile>('POST', '/api/messaging/files', body, {
        idempotencyKey: newKey(),
      });
      change.current((before) => before.map((each) => (each.key === key ? { key, id, name, file_size } : each)));
    } catch (reason) {
      console.error('Uploading a file failed', reason);
      change.current((before) => before.filter((each) => each.key !== key));
      setRefused((before) => [...before, say`${file.name} was not attached. ${sentenceOf(reason)}`]);
    }
  };
  const choose = async (files: readonly File[]) => {
    const room = FILES_MAX - value.length;
    const taken = files.slice(0, room).map((file) => ({ file, key: newKey() }));
    setRefused(
      files.length > room ? [say`At most ${FILES_MAX} files go with a message. The others were left out.`] : [],
    );
    onChange((before) => [
      ...before,
      ...taken.map(({ file, key }) => ({ key, id: null, name: file.name, file_size: file.size })),
    ]);
    // One after the other: the connection is one.
    for (const { file, key } of taken) await upload(file, key);
  };

  return (
    <div className={error ? 'field bad' : 'field'}>
      {refused.map((sentence) => (
        <p key={sentence} className="alert error" role="alert">
          <Icon name="alert" />
          <span>{sentence}</span>
        </p>
      ))}
      {value.length > 0 && (
        <ul className={styles.files} aria-label={say`Attached files`}>
          {value.map(({ key, id, name, file_size }) => (
            <li key={key}>
              <Icon name="documents" small />
              <span className={styles.fileName}>
                {name} <span className="mut">· {id === null ? say`Uploading…` : formatFileSize(file_size)}</span>
              </span>
              <button
                type="button"
                className="icon-btn sm"
                aria-label={say`Remove ${name}`}
                disabled={isBusy}
                onClick={() => onChange((before) => before.filter((each) => each.key !== key))}
              >
                <Icon name="close" small />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        className="vh"
        tabIndex={-1}
        aria-label={say`Files to attach`}
        onChange={(event) => {
          void choose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div className={styles.attach}>
        <button
          type="button"
          className="btn sm"
          disabled={isBusy || value.length >= FILES_MAX}
          onClick={() => chooser.current?.click()}
        >
          <Icon name="upload" />
          {say`Attach files`}
        </button>
        <span className="mut">{sayAround`Up to ${FILES_MAX}, 25 MB each`}</span>
      </div>
      <FieldMessage name="file_ids" error={error} />
    </div>
  );
}
