// The way of a package: chosen, checked by a dry run, applied. Nothing is written before the last step.
import { useState } from 'react';
import { formatFileSize } from '../format.ts';
import { Icon } from '../icons.tsx';
import { failureOf } from '../parts/states.tsx';
import { useConsoleData } from '../session/useRead.ts';
import { useCommand } from '../verbs/useCommand.ts';
import { ApplyCard } from './ImportApply.tsx';
import { Chooser } from './ImportChooser.tsx';
import { Counts, Findings } from './Findings.tsx';
import { importPath } from './importAnswer.ts';
import type { ImportAnswer } from './importAnswer.ts';

type Stage = 'choose' | 'checking' | 'checked' | 'applying' | 'applied';

export default function ImportPanel() {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const [file, setFile] = useState<File | null>(null);
  const [stage, setStage] = useState<Stage>('choose');
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [accepts, setAccepts] = useState(false);

  const send = async (chosen: File, isDryRun: boolean) => {
    setProblem(null);
    setStage(isDryRun ? 'checking' : 'applying');
    try {
      const form = new FormData();
      form.append('file', chosen, chosen.name);
      const path = importPath(isDryRun, !isDryRun && accepts);
      const result = await runCommand([path, chosen.name, chosen.size, chosen.lastModified], (options) =>
        dataProvider.send<ImportAnswer>('POST', path, form, options),
      );
      setAnswer(result);
      setStage(result.applied ? 'applied' : 'checked');
      if (!isDryRun && !result.applied) setProblem('Nothing was applied: errors are left.');
    } catch (error) {
      console.error('The import failed', error);
      setProblem(failureOf(isDryRun ? 'The package could not be checked.' : 'Nothing was applied.', error));
      setStage(isDryRun ? 'choose' : 'checked');
    }
  };
  const check = (chosen: File) => {
    setFile(chosen);
    setAccepts(false);
    setAnswer(null);
    void send(chosen, true);
  };
  const discard = () => {
    setFile(null);
    setAnswer(null);
    setProblem(null);
    setStage('choose');
  };

  return (
    <div className="import">
      <Steps stage={stage} file={file} />
      {problem && (
        <div className="alert error" role="alert">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      )}
      {(stage === 'choose' || stage === 'checking') && <Chooser isBusy={stage === 'checking'} onChoose={check} />}
      {stage === 'applied' && (
        <div className="alert success">
          <Icon name="check" />
          <div>
            <h2>{file?.name} is applied</h2>
            <p>Its holders, classes and certificates are in your books now.</p>
            <button type="button" className="btn" onClick={discard}>
              Import another
            </button>
          </div>
        </div>
      )}
      {answer && stage !== 'checking' && (
        <div className="cols imp">
          <div className="stack">
            <Findings findings={answer.findings} />
            {stage !== 'applied' && (
              <ApplyCard
                answer={answer}
                accepts={accepts}
                setAccepts={setAccepts}
                isBusy={stage === 'applying'}
                onApply={() => file && void send(file, false)}
                onDiscard={discard}
              />
            )}
          </div>
          <Counts counts={answer.counts} />
        </div>
      )}
    </div>
  );
}

const steps = ['Upload', 'Check', 'Apply'] as const;

function Steps({ stage, file }: { stage: Stage; file: File | null }) {
  const current = stage === 'choose' ? 0 : stage === 'checking' || stage === 'checked' ? 1 : 2;
  const notes = [
    file ? `${file.name}, ${formatFileSize(file.size)}` : 'An .ocf.zip package',
    stage === 'checking' ? 'Reading…' : 'Nothing is written',
    stage === 'applied' ? 'Done' : stage === 'applying' ? 'Writing…' : 'Nothing applied yet',
  ];
  return (
    <ol className="card steps three">
      {steps.map((step, index) => {
        const isDone = index < current || stage === 'applied';
        return (
          <li
            key={step}
            className={isDone ? 'done' : undefined}
            aria-current={index === current && !isDone ? 'step' : undefined}
          >
            <span className="n">{isDone ? <Icon name="check" small /> : index + 1}</span>
            <div>
              <b>{step}</b>
              <small>{notes[index]}</small>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
