// A scenario: its steps at the left, and at the right the table after the chosen step with before, after and change. The engine
// runs on this page, so each figure answers as it is typed.
import { useState } from 'react';
import type { ScenarioPage } from '../../../contract/recordPages.ts';
import type { Run } from '../../../domain/model/scenario/runScenario.ts';
import type { TypedStart, WrittenState } from '../../../domain/model/scenario/startState.ts';
import { scenarios } from '../../../resources/scenarios.ts';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { formatDay } from '../../kit/format.ts';
import { Failed, Loading } from '../../kit/parts/states.tsx';
import { RecordHead, RecordScreen } from '../../kit/show/ResourceShow.tsx';
import { useMay } from '../../session/useMe.ts';
import { useRead } from '../../session/useRead.ts';
import { AfterStep } from './AfterStep.tsx';
import { Overtaken, ScenarioActions } from './ScenarioActions.tsx';
import { ScenarioDrafts } from './ScenarioDrafts.tsx';
import { StepList } from './StepList.tsx';
import { useRunHere, useSavedSteps } from './useScenario.ts';
import type { Saving } from './useScenario.ts';
import styles from './scenarios.module.css';

/** Holders with a row of their own; the others are one line. */
const SHOWN = 200;

export default function ScenarioShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<ScenarioPage> resource={resource}>
      {(record) => <Scenario key={record.id} resource={resource} record={record} />}
    </RecordScreen>
  );
}

function Scenario({ resource, record }: { resource: Resource; record: ScenarioPage }) {
  const path = record.start === null ? `/api/scenarios/${record.id}/start?holders=${SHOWN}` : null;
  const { data, error, isPending, refetch } = useRead<WrittenState>(path);
  const about =
    record.as_of === null
      ? 'Starts from figures that were typed in'
      : `Starts from the ledger on ${formatDay(record.as_of)}`;
  const start = record.start ?? data;
  return (
    <>
      <RecordHead resource={resource} record={record} about={about} extra={<ScenarioActions record={record} />} />
      {error && <Failed what="The start of the scenario" error={error} retry={() => void refetch()} />}
      {path !== null && isPending && !error && <Loading />}
      {start && <Editor record={record} start={start} />}
    </>
  );
}

function Editor({ record, start }: { record: ScenarioPage; start: WrittenState | TypedStart }) {
  const may = useMay();
  const { steps, change, saving } = useSavedSteps(record);
  const here = useRunHere(start, steps);
  // What was posted is in the ledger by now: the run is the one from before.
  const { run, faults } = record.posted_run ? { run: record.posted_run as Run, faults: {} } : here;
  const [chosen, setChosen] = useState(record.steps.length);
  const shown = Math.min(chosen, run.tables.length - 1);
  const mayEdit = may('update', scenarios) && record.posted_run === null;
  return (
    <div className={styles.editor}>
      <section className={styles.steps} aria-label="Steps">
        <StepList
          steps={steps}
          run={run}
          faults={faults}
          chosen={chosen}
          choose={setChosen}
          change={mayEdit ? change : null}
        />
        {mayEdit && <Saved saving={saving} />}
        {record.posted_run !== null && (
          <p className="small mut">
            {record.posted_at === null ? 'Some of its drafts were posted.' : 'It happened: its drafts were posted.'}{' '}
            Duplicate it to go on from here.
          </p>
        )}
      </section>
      <div className="stack">
        <Overtaken record={record} mayEdit={mayEdit} />
        <AfterStep run={run} step={shown} isBehind={chosen > shown} steps={steps} />
        {record.as_of !== null && may('update', scenarios) && saving.state === 'saved' && (
          <ScenarioDrafts record={record} />
        )}
      </div>
    </div>
  );
}

function Saved({ saving }: { saving: Saving }) {
  if (saving.state === 'saved') return <output className="small mut">Saved</output>;
  if (saving.state === 'saving') return <output className="small mut">Saving…</output>;
  return (
    <p className="small err" role="alert">
      Not saved. {saving.message}
    </p>
  );
}
