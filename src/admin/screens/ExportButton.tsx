// Leaving with everything: the company as an Open Cap Format package.
import { useNotify } from 'react-admin';
import { useState } from 'react';
import { Icon } from '../icons.tsx';
import { failureOf } from '../parts/states.tsx';
import { saveFile } from '../parts/saveFile.ts';
import { useConsoleData } from '../session/useRead.ts';

export function ExportButton() {
  const data = useConsoleData();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const fetchPackage = async () => {
    setBusy(true);
    try {
      saveFile(await data.download('/api/ocf/export'), 'company.ocf.zip');
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
      {isBusy ? 'Exporting…' : 'Export package'}
    </button>
  );
}
