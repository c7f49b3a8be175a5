// A scenario: its steps at the left, and at the right the table after the chosen one, the round, the exit, and who is diluted by
// what. The page computes everything by itself, with the same code as the server.
import { say } from '#src/words/say.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { StartAnswer, VersionAnswer } from '#src/contract/scenarios/scenarios.ts';
import { readState } from '#src/domain/model/scenario/startState.ts';
import { scenarios } from '#src/resources/scenarios.ts';
import { HttpError } from '#src/httpClient.ts';
import { classColours } from '../shared/classColours.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Absent, Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { listPath, showPath } from '#src/admin/paths.ts';
import {} from '../shared/screenPaths.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { OfLedger, useNamedHolders } from './editor/holderSearch.ts';
import { stepName } from './editor/stepDrafts.ts';
import { Steps } from './editor/Steps.tsx';
import { keepScenarioDraft, leftSave, readScenarioDraft } from './editor/scenarioDraft.ts';
import { useScenario } from './editor/useScenario.ts';
import type { Model } from './editor/useScenario.ts';
import { ExitPanel } from './exit/ExitPanel.tsx';
import { DilutionCard } from './dilution/DilutionCard.tsx';
import { PostedChip } from './PostedChip.tsx';
import { RoundCard } from './RoundCard.tsx';
import { ScenarioActions } from './ScenarioActions.tsx';
import { ScenarioNotes } from './ScenarioNotes.tsx';
import { SaveLine } from './SaveLine.tsx';
import type { ScenarioRecord } from './scenarioRecord.ts';
import { ScenarioTable } from './ScenarioTable.tsx';
import { withSheet } from './termSheet/sheetPath.ts';
import { PrintedTermSheets, TermSheetPage } from './termSheet/TermSheets.tsx';
import { asOfVersion } from './versionPath.ts';
import { VersionNote } from './VersionNote.tsx';
import styles from './scenarios.module.css';

const back = { to: listPath('scenarios'), label: scenarios.label };
/** The largest holders have a row; the others are one. */
const HOLDERS = 200;

export default function ScenarioShow() {
  const may = useMay();
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const version = parameters.get('version');
  if (!may('read', scenarios)) return <Denied what={say`scenarios`} />;
  return <Scenario key={`${id} ${version ?? ''}`} id={id} version={version} />;
}

/** `version`: an earlier one, to be read. */
function Scenario({ id, version }: { id: string; version: string | null }) {
  const address = `/api/scenarios/${encodeURIComponent(id)}`;
  const [awaited, setAwaited] = useState(() => leftSave(id));
  useEffect(() => void awaited?.finally(() => setAwaited(null)), [awaited]);
  const { data: record, error, isFetching, refetch } = useRead<ScenarioRecord>(awaited ? null : address);
  // The version a page opened with is the one it edits; what is saved meanwhile is its own.
  const [opened, setOpened] = useState<ScenarioRecord | null>(null);
  const [openings, setOpenings] = useState(1);
  // An answer that was kept from an earlier visit may be of an earlier version: the one that is being read counts.
  if (!opened && !awaited && record && !isFetching) setOpened(record);
  const earlier = useRead<VersionAnswer>(
    version === null ? null : `${address}/versions/${encodeURIComponent(version)}`,
  );
  const shown = useMemo(() => asOfVersion(opened, version, earlier.data), [opened, version, earlier.data]);
  const isTyped = shown !== null && shown.start !== null;
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const onWanted = useCallback(
    (holder: string) => setWanted((before) => (before.includes(holder) ? before : [...before, holder])),
    [],
  );
  const ledger = useRead<StartAnswer>(
    shown && !isTyped && shown.posted_run === null ? `${address}/start?${startQuery(version, wanted)}` : null,
  );
  // While another holder is read, the page shows what it has.
  const [latest, setLatest] = useState<StartAnswer | null>(null);
  if (ledger.data && ledger.data !== latest) setLatest(ledger.data);
  const ledgerStart = ledger.data ?? latest;
  const start = useMemo(
    (): Model | null =>
      isTyped ? 'typed' : ledgerStart ? { state: readState(ledgerStart), others: ledgerStart.others } : null,
    [isTyped, ledgerStart],
  );
  const problem = error ?? earlier.error;
  if (!shown && problem instanceof HttpError && problem.status === 404) return <Absent />;
  const failed = shown ? ledger.error : problem;
  const model: Model | null = shown?.posted_run ?? start;
  if (!shown || !model)
    return (
      <>
        <PageHead title={shown?.name ?? say`Scenario`} back={back} />
        <div className="card">
          {failed ? (
            <Failed
              what={say`The scenario`}
              error={failed}
              retry={() => void (shown ? ledger.refetch() : error ? refetch() : earlier.refetch())}
            />
          ) : (
            <Loading>{say`Reading the ledger…`}</Loading>
          )}
        </div>
      </>
    );
  return (
    <Editor
      key={openings}
      record={shown}
      model={model}
      notes={isTyped || shown.posted_run ? [] : (ledgerStart?.notes ?? [])}
      onWanted={onWanted}
      note={version !== null && earlier.data && <VersionNote record={opened!} earlier={earlier.data} />}
      onReopen={async (whose) => {
        const [read] = await Promise.all([refetch(), isTyped ? null : ledger.refetch()]);
        if (!read.data) return;
        const kept = whose === 'ours' ? readScenarioDraft(id) : null;
        keepScenarioDraft(id, kept && { ...kept, version: read.data.version });
        setOpened(read.data);
        setOpenings(openings + 1);
      }}
    />
  );
}

/** `wanted`: who has a row though others hold more. */
const startQuery = (version: string | null, wanted: readonly string[]): string =>
  new URLSearchParams({
    holders: String(HOLDERS),
    ...(version !== null && { version }),
    ...(wanted.length > 0 && { named: wanted.join(',') }),
  }).toString();

interface EditorProps {
  record: ScenarioRecord;
  model: Model;
  /** What the figures leave out. */
  notes: readonly string[];
  /** A row is wanted for a shareholder. */
  onWanted: (id: string) => void;
  /** Of an earlier version, which is only read. */
  note: ReactNode;
  /** As it is now. `ours`: what is typed here goes on from there; `theirs`: it is given up. */
  onReopen: (whose: 'ours' | 'theirs') => Promise<void>;
}

function Editor({ record, model, notes, onWanted, note, onReopen }: EditorProps) {
  const may = useMay();
  const isReadOnly = !may('update', scenarios) || record.posted_run !== null || Boolean(note);
  const { name, start, steps, result, state, isSaved, rename, setStart, setSteps, retry } = useScenario(
    record,
    model,
    isReadOnly,
  );
  const { run, faults } = result;
  const isOfLedger = typeof model === 'object' && 'state' in model;
  const areAllKnown = useNamedHolders({
    steps,
    holders: isOfLedger && !isReadOnly ? model.state.holders : null,
    onWanted,
    onSteps: setSteps,
  });
  const [chosen, setChosen] = useState(steps.length);
  const [against, setAgainst] = useState<'step' | 'start'>('step');
  const [holder, setHolder] = useState<string | null>(null);
  // A step that cannot be computed shows the last table that can.
  const shown = Math.min(chosen, run.tables.length - 1);
  const after = run.tables[shown]!;
  const before = run.tables[against === 'start' ? 0 : Math.max(0, shown - 1)]!;
  const step = steps[shown - 1];
  const exit = run.waterfalls.find((each) => each.step === shown);
  const last = run.tables.at(-1)!;
  const holders = last.rows.flatMap(({ shareholder_id, name: own }) =>
    shareholder_id === null ? [] : [{ id: shareholder_id, name: own }],
  );
  // Somebody who was there from the start has something to lose.
  const first = run.tables[0]!.rows.find(({ shareholder_id }) => shareholder_id !== null)?.shareholder_id;
  const followed = holders.some(({ id }) => id === holder) ? holder! : (first ?? holders[0]?.id);
  const colourOf = classColours(last.classes);
  const reopened = () => onReopen('ours');
  const sheets = { run, steps, name, asOf: record.as_of };
  const [parameters] = useSearchParams();
  const sheet = parameters.get('sheet');
  if (sheet !== null)
    return (
      <TermSheetPage
        {...sheets}
        step={Number(sheet)}
        back={showPath('scenarios', record.id) + withSheet(parameters, null)}
      />
    );
  return (
    <>
      <PageHead
        title={name.trim() || say`Scenario`}
        back={back}
        chip={<PostedChip record={record} />}
        about={
          <SaveLine
            state={state}
            isReadOnly={isReadOnly}
            isPosted={record.posted_run !== null}
            onRetry={retry}
            onReopen={() => void onReopen('theirs')}
          />
        }
      >
        {!note && (
          <ScenarioActions
            record={record}
            name={name}
            steps={steps.length}
            isSaved={isSaved && areAllKnown}
            onChanged={reopened}
          />
        )}
      </PageHead>
      {note || <ScenarioNotes record={record} onReopen={reopened} />}
      <div className={styles.page}>
        <div className="stack">
          {!isReadOnly && (
            <label className={`card ${styles.rename}`}>
              <span>{say`Name`}</span>
              <input
                className="input"
                value={name}
                maxLength={200}
                aria-invalid={name.trim() === ''}
                onChange={(event) => rename(event.target.value)}
              />
            </label>
          )}
          <OfLedger value={isOfLedger}>
            <Steps
              steps={steps}
              run={run}
              faults={faults}
              asOf={record.as_of}
              start={start}
              chosen={chosen}
              isReadOnly={isReadOnly}
              onChoose={setChosen}
              onStart={setStart}
              onSteps={setSteps}
            />
          </OfLedger>
        </div>
        <div className="stack">
          {shown > 1 && step?.kind !== 'exit' && (
            <fieldset className={`seg sm ${styles.against}`} aria-label={say`Compared with`}>
              <button type="button" aria-pressed={against === 'step'} onClick={() => setAgainst('step')}>
                {say`Against the step before`}
              </button>
              <button type="button" aria-pressed={against === 'start'} onClick={() => setAgainst('start')}>
                {say`Against the start`}
              </button>
            </fieldset>
          )}
          {notes.map((each) => (
            <p key={each} className={`alert info ${styles.note}`}>
              <Icon name="info" />
              <span>{each}</span>
            </p>
          ))}
          {exit && (
            <ExitPanel
              exit={exit}
              classes={[
                ...last.classes.map((each) => ({
                  id: each.share_class_id,
                  name: each.name,
                  colour: colourOf(each.share_class_id),
                })),
                ...last.convertibles.map((each, index) => ({
                  id: each.id,
                  name: each.name,
                  colour: `var(--c${((last.classes.length + index) % 8) + 1})`,
                })),
                { id: 'options', name: say`Options`, colour: 'var(--ink-3)' },
                { id: 'warrants', name: say`Warrants`, colour: 'var(--field)' },
              ]}
              holders={holders.map((each) => ({ ...each, colour: '' }))}
              {...(!isReadOnly &&
                step?.kind === 'exit' && {
                  onProceeds: (proceeds: string) => setSteps(steps.with(shown - 1, { ...step, proceeds })),
                })}
            />
          )}
          {step?.kind !== 'exit' && (
            <ScenarioTable
              before={shown === 0 ? after : before}
              after={after}
              title={shown === 0 ? say`At the start` : say`After ${stepName(step)}`}
              beforeName={against === 'start' || shown <= 1 ? say`the start` : stepName(steps[shown - 2])}
            />
          )}
          {step?.kind === 'round' && (
            <RoundCard sheet={withSheet(parameters, shown)} before={run.tables[shown - 1]!} after={after} step={step} />
          )}
          {followed && steps.length > 0 && (
            <DilutionCard
              run={run}
              steps={steps}
              stepName={(number) => stepName(steps[number - 1])}
              holders={holders}
              chosen={followed}
              onChoose={setHolder}
            />
          )}
        </div>
      </div>
      <PrintedTermSheets {...sheets} />
    </>
  );
}
