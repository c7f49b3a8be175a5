// The first step of an import: choose a package and have it checked. The findings get a page of their own, so a closed
// tab loses nothing.
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../kit/icons.tsx';
import { failureOf } from '../../kit/parts/states.tsx';
import { showPath } from '../../kit/paths.ts';
import { useConsoleData } from '../../session/useRead.ts';
import { Chooser } from './ImportChooser.tsx';
import type { ImportAnswer } from '../../../contract/imports.ts';
import { ImportSteps } from './ImportSteps.tsx';
import { useImportRun } from './useImportRun.ts';
import styles from './imports.module.css';

export default function ImportPanel() {
  const data = useConsoleData();
  const navigate = useNavigate();
  const { run, isRunning, progress } = useImportRun();
  const [problem, setProblem] = useState<string | null>(null);

  const check = async (file: File) => {
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

  return (
    <div className={styles.importPanel}>
      <ImportSteps
        stage="upload"
        notes={['An .ocf.zip package', 'Nothing is written', 'Your totals beside ours', 'All or nothing']}
      />
      {problem && (
        <div className="alert error" role="alert">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      )}
      <Chooser isBusy={isRunning} progress={progress} onChoose={(file) => void check(file)} />
    </div>
  );
}
