// The first step of an import: choose a package or a spreadsheet, or paste a table, and have it checked. What was found gets
// a page of its own, so a closed tab loses nothing.
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../kit/icons.tsx';
import { failureOf } from '../../kit/parts/states.tsx';
import { sheetPath, showPath } from '../../kit/paths.ts';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useConsoleData } from '../../session/useRead.ts';
import { Chooser } from './ImportChooser.tsx';
import type { ImportAnswer } from '../../../contract/imports.ts';
import type { SheetReading } from '../../../contract/sheets.ts';
import { ImportSteps } from './ImportSteps.tsx';
import { OpenSheets } from './OpenSheets.tsx';
import { PasteTable } from './PasteTable.tsx';
import { useImportRun } from './useImportRun.ts';
import styles from './imports.module.css';

export default function ImportPanel() {
  const data = useConsoleData();
  const navigate = useNavigate();
  const { run, isRunning, progress } = useImportRun();
  const [problem, setProblem] = useState<string | null>(null);

  const runCommand = useCommand();
  const [isReading, setReading] = useState(false);

  const readSheet = async (request: unknown, body: FormData | { text: string }) => {
    setProblem(null);
    setReading(true);
    try {
      const { id } = await runCommand(request, (options) =>
        data.send<SheetReading>('POST', '/api/sheets', body, options),
      );
      await navigate(sheetPath(id));
    } catch (error) {
      console.error('The table could not be read', error);
      setProblem(failureOf('Nothing of the table was kept.', error));
    } finally {
      setReading(false);
    }
  };

  const checkPackage = async (file: File) => {
    setProblem(null);
    try {
      const form = new FormData();
      form.append('file', file, file.name);
      const { import_id } = await run(['check', file.name, file.size, file.lastModified], (options, name) =>
        data.send<ImportAnswer>('POST', `/api/ocf/import?dry_run=true&progress=${name}`, form, options),
      );
      await navigate(showPath('imports', import_id));
    } catch (error) {
      console.error('The package could not be checked', error);
      setProblem(failureOf('The package could not be checked. Nothing was written.', error));
    }
  };

  const choose = (file: File) => {
    if (/\.zip$/i.test(file.name)) return checkPackage(file);
    const form = new FormData();
    form.append('file', file, file.name);
    return readSheet(['read', file.name, file.size, file.lastModified], form);
  };
  const isBusy = isRunning || isReading;

  return (
    <div className={styles.importPanel}>
      <ImportSteps
        stage="upload"
        notes={['A spreadsheet or a package', 'Nothing is written', 'Totals beside ours', 'All or nothing']}
      />
      {problem && (
        <div className="alert error" role="alert">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      )}
      <Chooser
        isBusy={isBusy}
        progress={isReading ? 'Reading the table…' : progress}
        onChoose={(file) => void choose(file)}
      />
      <PasteTable isBusy={isBusy} onPaste={(text) => void readSheet(['read', text], { text })} />
      <OpenSheets />
    </div>
  );
}
