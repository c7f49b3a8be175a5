// The table as files. The server makes them, exact to the last digit.
import { say } from '#src/words/say.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useDownload } from '#src/admin/kit/parts/useDownload.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { capTablePath } from './capTableRules.ts';
import type { Asked, PaperFile } from './capTableRules.ts';

interface CapTableFilesProps {
  asked: Asked;
  /** The rows shown on screen: the table of a CSV, and the first sheet of a workbook. */
  rows: 'holder' | 'class';
  isReady: boolean;
}

export function CapTableFiles({ asked, rows, isReady }: CapTableFilesProps) {
  const { active } = useMe();
  const { download, isBusy } = useDownload();
  const fetchFile = ({ path, name }: PaperFile) =>
    download(path, active ? `${active}-${name}` : name, say`${name} could not be made.`);
  const table = (format: 'csv' | 'xlsx') => ({
    path: capTablePath(asked, `/api/cap-table/export.${format}`, rows),
    name: `cap-table-${asked.as_of}-${asked.basis.replace('_', '-')}${rows === 'class' ? '-by-class' : ''}.${format}`,
  });
  return (
    <>
      {(['csv', 'xlsx'] as const).map((format) => (
        <button
          key={format}
          type="button"
          className="btn"
          disabled={!isReady || isBusy}
          onClick={() => void fetchFile(table(format))}
        >
          <Icon name="download" />
          {format.toUpperCase()}
        </button>
      ))}
    </>
  );
}
