// The table and the registers as files. The server makes them, exact to the last digit.
import { lazy, useState } from 'react';
import { Icon } from '#src/admin/kit/icons.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { useDownload } from '#src/admin/kit/parts/useDownload.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { capTablePath } from './capTableRules.ts';
import type { Asked, PaperFile } from './capTableRules.ts';

const CapTableRegisters = lazy(() => import('./CapTableRegisters.tsx'));

interface CapTableFilesProps {
  asked: Asked;
  /** The rows shown on screen: the table of a CSV, and the first sheet of a workbook. */
  rows: 'holder' | 'class';
  isReady: boolean;
}

export function CapTableFiles({ asked, rows, isReady }: CapTableFilesProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { active } = useMe();
  const { download, isBusy } = useDownload();
  const fetchFile = ({ path, name }: PaperFile) =>
    download(path, active ? `${active}-${name}` : name, `${name} could not be made.`);
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
      <button
        type="button"
        className="btn"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={!isReady || isBusy}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="documents" />
        Registers
      </button>
      {anchor && (
        <LazyPart what="The list of registers" onClose={() => setAnchor(null)}>
          <CapTableRegisters
            anchor={anchor}
            asked={asked}
            choose={(file) => void fetchFile({ ...file, path: capTablePath(asked, file.path) })}
            onClose={() => setAnchor(null)}
          />
        </LazyPart>
      )}
    </>
  );
}
