// The scenario as it is edited: computed in the page at each change, and saved by itself shortly after.
import { say } from '#src/words/say.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { AppError } from '#src/domain/errors.ts';
import { withFewerLots } from '#src/domain/model/scenario/groups.ts';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import { readTypedStart } from '#src/domain/model/scenario/startState.ts';
import type { TypedStart } from '#src/domain/model/scenario/startState.ts';
import type { ScenarioState } from '#src/domain/model/scenario/state.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import type { ScenarioRecord } from '../scenarioRecord.ts';
import { keepScenarioDraft, noteLeftSave, openingOf, readScenarioDraft, savedOf } from './scenarioDraft.ts';
import type { Edited } from './scenarioDraft.ts';
import { HttpError } from '#src/httpClient.ts';
import { failureOf } from '#src/admin/kit/parts/states.tsx';
import { useConsoleData } from '#src/admin/session/useRead.ts';

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

/**
 * The ledger that the steps start from, or that they start from what is typed in; or what was computed when a draft was posted, which
 * no step changes any more.
 */
export type Model = { state: ScenarioState; others: number } | 'typed' | Run;

function resultOf(model: Model, start: TypedStart | null, steps: readonly Step[]): Computed {
  if (model === 'typed') return computedTyped(start!, steps);
  return 'state' in model ? computed(model.state, steps, model.others) : { run: model, faults: {} };
}

export function useScenario(record: ScenarioRecord, model: Model, isReadOnly: boolean) {
  const data = useConsoleData();
  const queryClient = useQueryClient();
  const { id } = record;
  const [opening] = useState(() => openingOf(record, isReadOnly));
  const [edited, setEdited] = useState<Edited>(opening.edited);
  const text = useMemo(() => JSON.stringify(edited), [edited]);
  const [savedText, setSavedText] = useState(() => JSON.stringify(savedOf(record)));
  const [sending, setSending] = useState<Edited | null>(null);
  const [failure, setFailure] = useState<{ text: string; problem: string; isStale: boolean } | null>(
    opening.isStale ? { text, problem: '', isStale: true } : null,
  );
  const version = useRef(opening.version);
  const { start, steps } = edited;
  const result = useMemo(() => resultOf(model, start, steps), [model, start, steps]);
  const isWhole = Object.keys(result.faults).length === 0 && edited.name.trim() !== '';
  const isSaving = sending !== null;

  const save = useCallback(
    async (next: Edited) => {
      const sent = JSON.stringify(next);
      setSending(next);
      setFailure(null);
      try {
        const { name, start: typed, steps: own } = next;
        const body = { name: name.trim(), steps: own, ...(typed && { start: typed }), version: version.current };
        const answer = await data.send<ScenarioRecord>('PUT', `/api/scenarios/${id}`, body);
        version.current = answer.version;
        setSavedText(sent);
        // The page may have been left meanwhile, perhaps with a later change.
        const kept = readScenarioDraft(id);
        if (kept)
          keepScenarioDraft(
            id,
            JSON.stringify(kept.edited) === sent ? null : { ...kept, version: answer.version, sent: null },
          );
        void queryClient.invalidateQueries({ queryKey: ['scenarios'] });
      } catch (error) {
        console.error('The scenario was not saved', error);
        const isStale = error instanceof HttpError && error.status === 409;
        setFailure({ text: sent, problem: failureOf(say`Not saved.`, error), isStale });
      } finally {
        setSending(null);
      }
    },
    [data, queryClient, id],
  );

  const isChanged = !isReadOnly && text !== savedText;
  const isDue = isChanged && isWhole && failure?.text !== text && !failure?.isStale;
  // One save at a time: the next one needs the version that this one makes.
  const lastSave = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    if (!isDue || isSaving) return undefined;
    const timer = setTimeout(() => (lastSave.current = save(edited)), WAIT_MS);
    return () => clearTimeout(timer);
  }, [edited, isDue, isSaving, save]);
  useEffect(() => {
    if (isReadOnly) return;
    keepScenarioDraft(id, isChanged ? { edited, version: version.current, sent: sending } : null);
  }, [id, edited, isChanged, isReadOnly, sending]);
  // What was typed just before leaving is saved too, after the save that is under way.
  const leaving = useRef<Edited | null>(null);
  useEffect(() => {
    leaving.current = isDue ? edited : null;
  });
  useEffect(
    () => () => {
      const last = leaving.current;
      // What is kept is of another version when the page opens the present one in place of this one.
      const isWanted = last !== null && readScenarioDraft(id)?.version === version.current;
      noteLeftSave(
        id,
        lastSave.current.then(() => (isWanted ? save(last) : undefined)),
      );
    },
    [id, save],
  );
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent) => readScenarioDraft(id) !== null && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [id, isChanged]);

  const setSteps = useCallback((next: readonly Step[]) => setEdited((before) => ({ ...before, steps: next })), []);
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
    setSteps,
    retry: () => void (lastSave.current = save(edited)),
  };
}
