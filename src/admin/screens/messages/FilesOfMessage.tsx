// The files that came with a message.
import { say } from '#src/words/say.ts';
import { formatFileSize } from '#src/admin/kit/fileSize.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useDownload } from '#src/admin/kit/parts/useDownload.ts';
import type { MessageFile } from '#src/contract/messages.ts';
import styles from './messages.module.css';

export function FilesOfMessage({ files }: { files: readonly MessageFile[] }) {
  const { download, isBusy } = useDownload();
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={say`Files`}>
      {files.map(({ id, name, file_size }) => (
        <li key={id}>
          <Icon name="documents" small />
          <span className={styles.fileName}>
            <button
              type="button"
              className="link"
              aria-label={say`Download ${name}`}
              disabled={isBusy}
              onClick={() =>
                void download(
                  `/api/messaging/files/${encodeURIComponent(id)}/download`,
                  name,
                  say`${name} was not downloaded.`,
                )
              }
            >
              {name}
            </button>{' '}
            <span className="mut">· {formatFileSize(file_size)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
