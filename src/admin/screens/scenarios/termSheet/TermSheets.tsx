// The summaries of a scenario's rounds: the page of one, and all of them at the end of what is printed of the scenario.
import { say } from '#src/words/say.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Icon } from '#src/admin/kit/icons.tsx';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import { TermSheet } from './TermSheet.tsx';
import { useIsPrinting } from './useIsPrinting.ts';
import styles from './termSheet.module.css';

interface TermSheetsProps {
  run: Run;
  steps: readonly Step[];
  name: string;
  asOf: string | null;
}

/** `step`: the number of a step. Null where it is no round that is computed. */
export function TermSheetPage({ step: number, back, ...all }: TermSheetsProps & { step: number; back: string }) {
  const sheet = sheetOf(all, number);
  return (
    <>
      <div className={styles.onScreen}>
        <PageHead title={say`Term sheet`} back={{ to: back, label: all.name.trim() || say`Scenario` }}>
          {sheet && (
            <button type="button" className="btn" onClick={() => window.print()}>
              <Icon name="print" />
              {say`Print`}
            </button>
          )}
        </PageHead>
      </div>
      {sheet ?? <div className="card">{say`This step is not a round, or has fields to correct first.`}</div>}
    </>
  );
}

/** Only there while the page is printed: a slider redraws without them. */
export function PrintedTermSheets(props: TermSheetsProps) {
  if (!useIsPrinting()) return null;
  return <div className={styles.printed}>{props.steps.map((_, index) => sheetOf(props, index + 1))}</div>;
}

function sheetOf({ run, steps, name, asOf }: TermSheetsProps, number: number) {
  const [before, after, step] = [run.tables[number - 1], run.tables[number], steps[number - 1]];
  if (!before || !after?.round || step?.kind !== 'round') return null;
  return <TermSheet key={number} before={before} after={after} step={step} name={name} asOf={asOf} />;
}
