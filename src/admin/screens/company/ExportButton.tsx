// Exports the company as an Open Cap Format package, or with everything that the format cannot hold.
import { useNotify } from 'react-admin';
import { useState } from 'react';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { today } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { failureOf } from '#src/admin/kit/parts/states.tsx';
import { saveFile } from '#src/admin/kit/parts/saveFile.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';

const exports = {
  package: { label: 'Export package', path: '/api/ocf/export', ending: 'ocf.zip' },
  everything: { label: 'Export everything', path: '/api/organization/export', ending: 'zip' },
} as const;

export function ExportButton({ what }: { what: keyof typeof exports }) {
  const { label, path, ending } = exports[what];
  const { user } = useMe();
  const data = useConsoleData();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const fetchPackage = async () => {
    setBusy(true);
    try {
      saveFile(await data.download(path), fileNameOf(user.client_name, 'company', today(), ending));
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
