// The steps at the left: chosen, moved by keyboard or pointer, removed, and added by one click.
import { say } from '#src/words/say.ts';
import { useId, useRef, useState } from 'react';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import type { TypedStart } from '#src/domain/model/scenario/startState.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import { formatDay, plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { KIND_WORDS, laterTerms, newStep, STEP_KINDS, stepName, stepSummary } from './stepDrafts.ts';
import { StartFields } from './start/StartFields.tsx';
import { StepFields } from './StepFields.tsx';
import styles from './editor.module.css';

interface StepsProps {
  steps: readonly Step[];
  run: Run;
  faults: Readonly<Record<string, string>>;
  asOf: string | null;
  /** Where it was typed in. */
  start: TypedStart | null;
  /** 0: the start. */
  chosen: number;
  isReadOnly: boolean;
  onChoose: (step: number) => void;
  onStart: (start: TypedStart) => void;
  onSteps: (steps: readonly Step[]) => void;
}

export function Steps(props: StepsProps) {
  const { steps, run, faults, asOf, start, chosen, isReadOnly, onChoose, onStart, onSteps } = props;
  const startFaults = faultsOf(faults, 'start');
  const wrong = Object.keys(startFaults).length;
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState('');
  const move = (from: number, to: number) => {
    if (to < 0 || to >= steps.length || from === to) return;
    const next = steps.toSpliced(from, 1).toSpliced(to, 0, steps[from]!);
    onSteps(next);
    onChoose(to + 1);
    setTold(say`${stepName(steps[from])} is now step ${to + 1} of ${steps.length}.`);
    // The button that moved it keeps the focus at its new place.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${to} ${to < from ? 'up' : 'down'}"]`)?.focus(),
    );
  };
  const add = (kind: Step['kind']) => {
    const hasExit = steps.at(-1)?.kind === 'exit';
    const at = hasExit && kind !== 'exit' ? steps.length - 1 : steps.length;
    onSteps(steps.toSpliced(at, 0, newStep(kind, steps.slice(0, at), { ...run, tables: run.tables.slice(0, at + 1) })));
    onChoose(at + 1);
    setTold(say`${KIND_WORDS[kind].label} added as step ${at + 1}.`);
  };
  const remove = (index: number) => {
    onSteps(steps.toSpliced(index, 1));
    onChoose(Math.min(index, steps.length - 1));
    setTold(say`${stepName(steps[index])} removed.`);
    // The button is gone: the focus goes to the step that is chosen now.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLButtonElement>('button[aria-expanded="true"]')?.focus(),
    );
  };
  return (
    <section className={`card ${styles.steps}`} aria-label={say`Steps`}>
      <ol ref={list}>
        <li className={chosen === 0 ? styles.chosen : undefined}>
          <button type="button" className={styles.stepHead} aria-expanded={chosen === 0} onClick={() => onChoose(0)}>
            <b>{say`Start`}</b>
            <span>
              {wrong > 0
                ? plural(wrong, say`field to correct`, say`fields to correct`)
                : asOf === null
                  ? say`From figures that were typed in`
                  : say`The ledger on ${formatDay(asOf)}`}
            </span>
          </button>
          {chosen === 0 && start !== null && (
            <div className={styles.stepBody}>
              <fieldset className={styles.fields} disabled={isReadOnly} aria-label={say`Start`}>
                <StartFields start={start} faults={startFaults} onChange={onStart} />
              </fieldset>
            </div>
          )}
        </li>
        {steps.map((step, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a second way beside the buttons.
          <li
            // oxlint-disable-next-line react/no-array-index-key -- steps have no identity but their place.
            key={index}
            className={chosen === index + 1 ? styles.chosen : undefined}
            draggable={!isReadOnly && chosen !== index + 1}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, index);
              setDragged(null);
            }}
            onDragEnd={() => setDragged(null)}
          >
            <OneStep
              step={step}
              index={index}
              count={steps.length}
              others={laterTerms(steps, index)}
              run={run}
              faults={faultsOf(faults, `steps.${index}`)}
              isChosen={chosen === index + 1}
              isReadOnly={isReadOnly}
              onChoose={() => onChoose(index + 1)}
              onChange={(next) => onSteps(steps.with(index, next))}
              onMove={(by) => move(index, index + by)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <p className="vh" aria-live="polite">
        {told}
      </p>
      {!isReadOnly && (
        <div className={styles.addStep}>
          <span>{say`Add`}</span>
          {STEP_KINDS.filter((kind) => kind !== 'exit' || steps.at(-1)?.kind !== 'exit').map((kind) => (
            <button key={kind} type="button" className="btn sm" onClick={() => add(kind)}>
              {KIND_WORDS[kind].add}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function faultsOf(faults: Readonly<Record<string, string>>, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([field]) => field === prefix || field.startsWith(`${prefix}.`))
      .map(([field, fault]) => [field.slice(prefix.length + 1), fault]),
  );
}

interface OneStepProps {
  step: Step;
  index: number;
  count: number;
  others: ReturnType<typeof laterTerms>;
  run: Run;
  faults: Record<string, string>;
  isChosen: boolean;
  isReadOnly: boolean;
  onChoose: () => void;
  onChange: (step: Step) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function OneStep(props: OneStepProps) {
  const { step, index, count, others, run, faults, isChosen, isReadOnly, onChoose, onChange, onMove, onRemove } = props;
  const id = useId();
  const name = stepName(step);
  const wrong = Object.keys(faults).length;
  const before = run.tables[index];
  return (
    <>
      <button type="button" className={styles.stepHead} aria-expanded={isChosen} aria-controls={id} onClick={onChoose}>
        <b>
          {index + 1}. {name}
        </b>
        <span>
          {wrong > 0
            ? plural(wrong, say`field to correct`, say`fields to correct`)
            : stepSummary(step, run.tables[index + 1])}
        </span>
      </button>
      {isChosen && (
        <div id={id} className={styles.stepBody}>
          {faults[''] && (
            <p className="alert error" role="alert">
              {faults['']}
            </p>
          )}
          {before ? (
            <fieldset className={styles.fields} disabled={isReadOnly} aria-label={name}>
              <StepFields step={step} before={before} faults={faults} others={others} onChange={onChange} />
            </fieldset>
          ) : (
            <p className="mut">{say`Correct the step before this one first.`}</p>
          )}
          {!isReadOnly && (
            <div className={styles.stepActs}>
              <button
                type="button"
                className="btn sm"
                data-move={`${index} up`}
                aria-label={say`Move ${name} up`}
                aria-disabled={index === 0}
                onClick={() => onMove(-1)}
              >
                <Icon name="up" />
                {say`Up`}
              </button>
              <button
                type="button"
                className="btn sm"
                data-move={`${index} down`}
                aria-label={say`Move ${name} down`}
                aria-disabled={index === count - 1}
                onClick={() => onMove(1)}
              >
                <Icon name="down" />
                {say`Down`}
              </button>
              <button type="button" className="btn sm danger" aria-label={say`Remove ${name}`} onClick={onRemove}>
                {say`Remove`}
              </button>
            </div>
          )}
        </div>
      )}
    </>
  );
}
