// The first step of an import: choose a package or a spreadsheet, or paste a table, and have it checked. What was found gets
// a page of its own, so a closed tab loses nothing.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { HttpError } from '#src/httpClient.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { showPath } from '#src/admin/paths.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { Chooser } from './ImportChooser.tsx';
import type { ImportAnswer } from '#src/contract/imports.ts';
import { ImportSteps } from './ImportSteps.tsx';
import { OpenSheets } from './OpenSheets.tsx';
import { PasteTable } from './PasteTable.tsx';
import { useImportRun } from './useImportRun.ts';
import { useReadSheet } from './useReadSheet.ts';
import styles from './imports.module.css';

export default function ImportPanel() {
  const data = useConsoleData();
  const navigate = useNavigate();
  const { run, progress } = useImportRun();
  const { readText, readFile, isReading, problem: notRead } = useReadSheet();
  const { act, isBusy: isChecking, problem: notChecked, setProblem } = useAct();
  // Everything that Sharebook exported of a company, and the server's sentence about it: the package in it is offered.
  const [whole, setWhole] = useState<{ file: File; sentence: string } | null>(null);
  const problem = notChecked ?? notRead;

  const checkPackage = (file: File, isInside = false) => {
    setWhole(null);
    const form = new FormData();
    form.append('file', file, file.name);
    const from = isInside ? '&from_export=true' : '';
    return act(
      say`The package could not be checked. Nothing was written.`,
      async () => {
        const { import_id } = await run(['check', isInside, file.name, file.size, file.lastModified], (options, name) =>
          data.send<ImportAnswer>('POST', `/api/ocf/import?dry_run=true${from}&progress=${name}`, form, options),
        );
        await navigate(showPath('imports', import_id));
      },
      (error) => {
        if (!(error instanceof HttpError) || error.body.code !== 'whole_export') return false;
        setWhole({ file, sentence: error.message });
        return true;
      },
    );
  };

  const choose = (file: File) => {
    if (/\.zip$/i.test(file.name)) return checkPackage(file);
    setProblem(null);
    setWhole(null);
    return readFile(file);
  };
  const isBusy = isChecking || isReading;

  return (
    <div className={styles.importPanel}>
      <ImportSteps
        stage="upload"
        notes={[say`A spreadsheet or a package`, say`Nothing is written`, say`Totals beside ours`, say`All or nothing`]}
      />
      {problem && (
        <div className="alert error" role="alert">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      )}
      {whole && (
        <output className={`alert info ${styles.whole}`}>
          <Icon name="info" />
          <span>{whole.sentence}</span>
          <button
            type="button"
            className="btn sm"
            disabled={isBusy}
            onClick={() => void checkPackage(whole.file, true)}
          >
            {say`Import company.ocf.zip`}
          </button>
        </output>
      )}
      <Chooser
        isBusy={isBusy}
        progress={isReading ? say`Reading the table…` : progress}
        onChoose={(file) => void choose(file)}
      />
      <PasteTable
        isBusy={isBusy}
        onPaste={(text) => {
          setProblem(null);
          void readText(text);
        }}
      />
      <OpenSheets />
    </div>
  );
}
