// The table and the registers as files. The server makes them, exact to the last digit.
import { lazy, useState } from 'react';
import { useNotify } from 'react-admin';
import { Icon } from '#src/admin/kit/icons.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { saveFile } from '#src/admin/kit/parts/saveFile.ts';
import { sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { useMe } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { capTablePath } from './capTableRules.ts';
import type { Asked } from './capTableRules.ts';

const CapTableRegisters = lazy(() => import('./CapTableRegisters.tsx'));

export interface PaperFile {
  path: string;
  name: string;
}

interface CapTableFilesProps {
  asked: Asked;
  /** The rows shown on screen: the table of a CSV, and the first sheet of a workbook. */
  rows: 'holder' | 'class';
  isReady: boolean;
}

export function CapTableFiles({ asked, rows, isReady }: CapTableFilesProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isBusy, setBusy] = useState(false);
  const data = useConsoleData();
  const { active } = useMe();
  const notify = useNotify();
  const fetchFile = async ({ path, name }: PaperFile) => {
    setBusy(true);
    try {
      saveFile(await data.download(path), active ? `${active}-${name}` : name);
    } catch (error) {
      console.error(`Fetching ${path} failed`, error);
      notify(`${name} could not be made. ${sentenceOf(error)}`, { type: 'error', autoHideDuration: null });
    } finally {
      setBusy(false);
    }
  };
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
