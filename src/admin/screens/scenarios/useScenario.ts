// The steps that are being edited: run on this page at each change, and saved by themselves.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { AppError } from '../../../domain/errors.ts';
import { runScenario } from '../../../domain/model/scenario/runScenario.ts';
import type { Run } from '../../../domain/model/scenario/runScenario.ts';
import { readState, typedState } from '../../../domain/model/scenario/startState.ts';
import type { TypedStart, WrittenState } from '../../../domain/model/scenario/startState.ts';
import type { Step } from '../../../domain/model/scenario/steps.ts';
import type { ScenarioPage } from '../../../contract/recordPages.ts';
import { sentenceOf } from '../../kit/parts/states.tsx';
import { useConsoleData } from '../../session/useRead.ts';

const PAUSE_MS = 700;

export type Saving = { state: 'saved' } | { state: 'saving' } | { state: 'failed'; message: string };

export interface RunHere {
  /** As far as the steps have an answer. */
  run: Run;
  /** By field, such as "steps.0.pre_money". */
  faults: Readonly<Record<string, string>>;
}

/** The tables up to the first step that has no answer, and what is wrong with it. */
export function useRunHere(start: WrittenState | TypedStart, steps: readonly Step[]): RunHere {
  const state = useMemo(() => ('lots' in start ? readState(start) : typedState(start)), [start]);
  const others = 'lots' in start ? start.others : 0;
  return useMemo(() => {
    try {
      return { run: runScenario(state, steps, others), faults: {} };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const faults = error.fields ?? {};
      const first = Math.min(...Object.keys(faults).map((field) => Number(field.split('.')[1])));
      return { run: runScenario(state, steps.slice(0, first), others), faults };
    }
  }, [state, steps, others]);
}

/** Saves a pause after the last change; a change during a save is saved after it. */
export function useSavedSteps(record: ScenarioPage): {
  steps: readonly Step[];
  change: (steps: readonly Step[]) => void;
  saving: Saving;
} {
  const data = useConsoleData();
  const [steps, setSteps] = useState<readonly Step[]>(record.steps);
  const [saved, setSaved] = useState<readonly Step[]>(record.steps);
  const [failure, setFailure] = useState<{ steps: readonly Step[]; message: string } | null>(null);
  const version = useRef(record.version);
  const busy = useRef<Promise<void>>(Promise.resolve());
  const save = useCallback(
    (next: readonly Step[]) => {
      busy.current = busy.current.then(async () => {
        try {
          const body = { steps: next, version: version.current };
          const answer = await data.send<ScenarioPage>('PUT', `/api/scenarios/${record.id}`, body);
          version.current = answer.version;
          setSaved(next);
        } catch (error) {
          console.error('The scenario was not saved', error);
          setFailure({ steps: next, message: sentenceOf(error) });
        }
      });
    },
    [data, record.id],
  );
  // What was typed last is not lost by leaving the page.
  const unsaved = useRef<readonly Step[] | null>(null);
  useEffect(() => {
    if (steps === saved || failure?.steps === steps) return undefined;
    unsaved.current = steps;
    const timer = setTimeout(() => {
      unsaved.current = null;
      save(steps);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [steps, saved, failure, save]);
  useEffect(
    () => () => {
      if (unsaved.current) save(unsaved.current);
    },
    [save],
  );
  const saving: Saving =
    steps === saved
      ? { state: 'saved' }
      : failure?.steps === steps
        ? { state: 'failed', message: failure.message }
        : { state: 'saving' };
  return { steps, change: setSteps, saving };
}
