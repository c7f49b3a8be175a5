// Leaving with everything: the company as an Open Cap Format package, or with all that the format has no place for.
import { useNotify } from 'react-admin';
import { useState } from 'react';
import { Icon } from '../icons.tsx';
import { failureOf } from '../parts/states.tsx';
import { saveFile } from '../parts/saveFile.ts';
import { useConsoleData } from '../session/useRead.ts';

const exports = {
  package: { label: 'Export package', path: '/api/ocf/export', file: 'company.ocf.zip' },
  everything: { label: 'Export everything', path: '/api/organization/export', file: 'company.zip' },
} as const;

export function ExportButton({ what }: { what: keyof typeof exports }) {
  const { label, path, file } = exports[what];
  const data = useConsoleData();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const fetchPackage = async () => {
    setBusy(true);
    try {
      saveFile(await data.download(path), file);
    } catch (error) {
      console.error('The export failed', error);
      notify(failureOf('The company could not be exported.', error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="btn" disabled={isBusy} onClick={() => void fetchPackage()}>
      <Icon name="download" />
      {isBusy ? 'Exporting…' : label}
    </button>
  );
}
