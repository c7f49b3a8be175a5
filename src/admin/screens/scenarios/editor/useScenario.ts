// The scenario as it is edited: computed in the page at each change, and saved by itself shortly after.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../../../domain/errors.ts';
import { runScenario } from '../../../../domain/model/scenario/runScenario.ts';
import type { Run } from '../../../../domain/model/scenario/runScenario.ts';
import type { ScenarioState } from '../../../../domain/model/scenario/state.ts';
import type { Step } from '../../../../domain/model/scenario/steps.ts';
import type { ScenarioRecord } from '../scenarioRecord.ts';
import { HttpError } from '../../../../httpClient.ts';
import { failureOf } from '../../../kit/parts/states.tsx';
import { useConsoleData } from '../../../session/useRead.ts';

interface Computed {
  run: Run;
  /** By field, each under `steps.<n>`; empty where everything is computed. */
  faults: Readonly<Record<string, string>>;
}

/** Everything as far as it can be computed: the steps before the first one at fault. */
function computed(start: ScenarioState, steps: readonly Step[], others: number): Computed {
  try {
    return { run: runScenario(start, steps, others), faults: {} };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const faults = error.fields ?? { steps: error.detail };
    const first = Number(/^steps\.(\d+)/.exec(Object.keys(faults)[0] ?? '')?.[1] ?? 0);
    return { run: runScenario(start, steps.slice(0, first), others), faults };
  }
}

export type SaveState =
  | { is: 'saved' }
  | { is: 'waiting' }
  | { is: 'saving' }
  | { is: 'incomplete' }
  | { is: 'failed'; problem: string; isStale: boolean };

const WAIT_MS = 700;

interface Edited {
  name: string;
  steps: readonly Step[];
}

/** What the steps start from; or what was computed when a draft was posted, which no step changes any more. */
export type Model = { state: ScenarioState; others: number } | Run;

export function useScenario(record: ScenarioRecord, model: Model) {
  const data = useConsoleData();
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Edited>({ name: record.name, steps: record.steps });
  const [state, setState] = useState<SaveState>({ is: 'saved' });
  const saved = useRef({ text: JSON.stringify(edited), version: record.version });
  const result = useMemo(
    () => ('state' in model ? computed(model.state, edited.steps, model.others) : { run: model, faults: {} }),
    [model, edited.steps],
  );
  const isWhole = Object.keys(result.faults).length === 0 && edited.name.trim() !== '';

  const save = useCallback(
    async (next: Edited) => {
      setState({ is: 'saving' });
      try {
        const answer = await data.send<ScenarioRecord>('PUT', `/api/scenarios/${record.id}`, {
          name: next.name.trim(),
          steps: next.steps,
          version: saved.current.version,
        });
        saved.current = { text: JSON.stringify(next), version: answer.version };
        void queryClient.invalidateQueries({ queryKey: ['scenarios'] });
        setState({ is: 'saved' });
      } catch (error) {
        console.error('The scenario was not saved', error);
        const isStale = error instanceof HttpError && error.status === 409;
        setState({ is: 'failed', problem: failureOf('Not saved.', error), isStale });
      }
    },
    [data, queryClient, record.id],
  );

  const latest = useRef({ edited, isWhole, save });
  useEffect(() => {
    latest.current = { edited, isWhole, save };
  });
  useEffect(() => {
    if (JSON.stringify(edited) === saved.current.text) return undefined;
    if (!isWhole) {
      setState({ is: 'incomplete' });
      return undefined;
    }
    setState({ is: 'waiting' });
    const timer = setTimeout(() => void save(edited), WAIT_MS);
    return () => clearTimeout(timer);
  }, [edited, isWhole, save]);
  // What was typed just before leaving is saved too.
  useEffect(
    () => () => {
      const last = latest.current;
      if (last.isWhole && JSON.stringify(last.edited) !== saved.current.text) void last.save(last.edited);
    },
    [],
  );

  return {
    ...edited,
    result,
    state,
    isSaved: state.is === 'saved',
    rename: (name: string) => setEdited((before) => ({ ...before, name })),
    setSteps: (steps: readonly Step[]) => setEdited((before) => ({ ...before, steps })),
    retry: () => void save(edited),
  };
}
