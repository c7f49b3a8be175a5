// The scenario as it is edited: computed in the page at each change, and saved by itself shortly after.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../../../domain/errors.ts';
import { withFewerLots } from '../../../../domain/model/scenario/groups.ts';
import { runScenario } from '../../../../domain/model/scenario/runScenario.ts';
import type { Run } from '../../../../domain/model/scenario/runScenario.ts';
import { readTypedStart } from '../../../../domain/model/scenario/startState.ts';
import type { TypedStart } from '../../../../domain/model/scenario/startState.ts';
import type { ScenarioState } from '../../../../domain/model/scenario/state.ts';
import type { Step } from '../../../../domain/model/scenario/steps.ts';
import type { ScenarioRecord } from '../scenarioRecord.ts';
import { HttpError } from '../../../../httpClient.ts';
import { failureOf } from '../../../kit/parts/states.tsx';
import { useConsoleData } from '../../../session/useRead.ts';

interface Computed {
  run: Run;
  /** By field, each under `start` or `steps.<n>`; empty where everything is computed. */
  faults: Readonly<Record<string, string>>;
}

/** Everything as far as it can be computed: the steps before the first one at fault. */
function computed(start: ScenarioState, steps: readonly Step[], others: number): Computed {
  try {
    return { run: runScenario(withFewerLots(start, steps), steps, others), faults: {} };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const faults = error.fields ?? { steps: error.detail };
    const first = Number(/^steps\.(\d+)/.exec(Object.keys(faults)[0] ?? '')?.[1] ?? 0);
    return { run: runScenario(start, steps.slice(0, first), others), faults };
  }
}

/** With a start at fault no step is computed: the table counts its lines that can be read. */
function computedTyped(start: TypedStart, steps: readonly Step[]): Computed {
  const { state, faults } = readTypedStart(start);
  return Object.keys(faults).length > 0 ? { run: runScenario(state, []), faults } : computed(state, steps, 0);
}

export type SaveState =
  { is: 'saved' | 'waiting' | 'saving' | 'incomplete' } | { is: 'failed'; problem: string; isStale: boolean };

const WAIT_MS = 700;

interface Edited {
  name: string;
  /** Typed in; null where the ledger on a day is the start. */
  start: TypedStart | null;
  steps: readonly Step[];
}

/**
 * The ledger that the steps start from, or that they start from what is typed in; or what was computed when a draft was posted, which
 * no step changes any more.
 */
export type Model = { state: ScenarioState; others: number } | 'typed' | Run;

function resultOf(model: Model, start: TypedStart | null, steps: readonly Step[]): Computed {
  if (model === 'typed') return computedTyped(start!, steps);
  return 'state' in model ? computed(model.state, steps, model.others) : { run: model, faults: {} };
}

export function useScenario(record: ScenarioRecord, model: Model) {
  const data = useConsoleData();
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Edited>({ name: record.name, start: record.start, steps: record.steps });
  const text = JSON.stringify(edited);
  const [savedText, setSavedText] = useState(text);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ text: string; problem: string; isStale: boolean } | null>(null);
  const version = useRef(record.version);
  const { start, steps } = edited;
  const result = useMemo(() => resultOf(model, start, steps), [model, start, steps]);
  const isWhole = Object.keys(result.faults).length === 0 && edited.name.trim() !== '';

  const save = useCallback(
    async (next: Edited) => {
      const sent = JSON.stringify(next);
      setSaving(true);
      setFailure(null);
      try {
        const { name, start: typed, steps: own } = next;
        const body = { name: name.trim(), steps: own, ...(typed && { start: typed }), version: version.current };
        const answer = await data.send<ScenarioRecord>('PUT', `/api/scenarios/${record.id}`, body);
        version.current = answer.version;
        setSavedText(sent);
        void queryClient.invalidateQueries({ queryKey: ['scenarios'] });
      } catch (error) {
        console.error('The scenario was not saved', error);
        const isStale = error instanceof HttpError && error.status === 409;
        setFailure({ text: sent, problem: failureOf('Not saved.', error), isStale });
      } finally {
        setSaving(false);
      }
    },
    [data, queryClient, record.id],
  );

  const isDue = text !== savedText && isWhole && failure?.text !== text && !failure?.isStale;
  // One save at a time: the next one needs the version that this one makes.
  useEffect(() => {
    if (!isDue || isSaving) return undefined;
    const timer = setTimeout(() => void save(edited), WAIT_MS);
    return () => clearTimeout(timer);
  }, [edited, isDue, isSaving, save]);
  // What was typed just before leaving is saved too.
  const leaving = useRef<(() => void) | null>(null);
  useEffect(() => {
    leaving.current = isDue && !isSaving ? () => void save(edited) : null;
  });
  useEffect(() => () => leaving.current?.(), []);

  const state: SaveState = isSaving
    ? { is: 'saving' }
    : failure && (failure.isStale || failure.text === text)
      ? { is: 'failed', ...failure }
      : { is: text === savedText ? 'saved' : isWhole ? 'waiting' : 'incomplete' };
  return {
    ...edited,
    result,
    state,
    isSaved: state.is === 'saved',
    rename: (name: string) => setEdited((before) => ({ ...before, name })),
    setStart: (typed: TypedStart) => setEdited((before) => ({ ...before, start: typed })),
    setSteps: (next: readonly Step[]) => setEdited((before) => ({ ...before, steps: next })),
    retry: () => void save(edited),
  };
}
