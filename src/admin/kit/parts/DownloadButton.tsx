// Fetches a file that the server makes, and saves it.
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { Icon } from '../icons.tsx';
import { saveFile } from './saveFile.ts';
import { failureOf } from './states.tsx';

interface DownloadButtonProps {
  path: string;
  /** The file's name. */
  name: string;
  /** For the message when it fails: "The certificate". */
  what: string;
  small?: boolean;
  label?: string;
}

export function DownloadButton({ path, name, what, small = false, label = 'Download PDF' }: DownloadButtonProps) {
  const data = useConsoleData();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const fetchFile = async () => {
    setBusy(true);
    try {
      saveFile(await data.download(path), name);
    } catch (error) {
      console.error(`${what} could not be made`, error);
      notify(failureOf(`${what} could not be made.`, error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className={small ? 'btn sm' : 'btn'} disabled={isBusy} onClick={() => void fetchFile()}>
      <Icon name="download" />
      {isBusy ? 'Making it…' : label}
    </button>
  );
}
