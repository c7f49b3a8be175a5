// The button of a file that the server makes.
import { say } from '#src/words/say.ts';
import { Icon } from '../icons.tsx';
import { useDownload } from './useDownload.ts';

interface DownloadButtonProps {
  path: string;
  /** The file's name. */
  name: string;
  /** For the message when it fails: "The certificate". */
  what: string;
  small?: boolean;
  label?: string;
}

export function DownloadButton({ path, name, what, small = false, label = say`Download PDF` }: DownloadButtonProps) {
  const { download, isBusy } = useDownload();
  return (
    <button
      type="button"
      className={small ? 'btn sm' : 'btn'}
      disabled={isBusy}
      onClick={() => void download(path, name, say`${what} could not be made.`)}
    >
      <Icon name="download" />
      {isBusy ? say`Making it…` : label}
    </button>
  );
}
