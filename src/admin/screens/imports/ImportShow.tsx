// One import: its findings and its history. Until it is applied, conflicts are settled and it is applied here.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import { objectsInWords } from '#src/domain/ledger/core/objectWords.ts';
import { wordsOfRule } from '#src/domain/ledger/rules/ruleWords.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { isReader } from '#src/admin/kit/fieldKinds.tsx';
import type { ImportPage, ImportStep } from '#src/contract/recordPages.ts';
import { formatInstant, groupDigits, plural, zoneNote } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Instant } from '#src/admin/kit/parts/Instant.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useDownload } from '#src/admin/kit/parts/useDownload.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { Counts, Findings } from './Findings.tsx';
import { ApplyCard } from './ImportApply.tsx';
import { Conflicts } from './ImportConflicts.tsx';
import { ImportSteps } from './ImportSteps.tsx';
import { TieOutCard, differingLines } from './ImportTieOut.tsx';
import { OTHER_CONTENT, countOf, keepImportDraft, readImportDraft } from './importAnswer.ts';
import type { ImportAnswer, Side, TieOut } from '#src/contract/imports.ts';
import type { ImportDraft } from './importAnswer.ts';
import { useImportCheck } from './useImportCheck.ts';
import { useImportRun } from './useImportRun.ts';
import styles from './imports.module.css';

export default function ImportShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<ImportPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            about={<UploadedLine record={record} />}
            extra={<PackageButton record={record} />}
          />
          <Workbench key={record.id} resource={resource} record={record} />
        </>
      )}
    </RecordScreen>
  );
}

function Workbench({ resource, record }: { resource: Resource; record: ImportPage }) {
  const may = useMay();
  const refresh = useRefresh();
  const data = useConsoleData();
  const id = record.id;
  // Its package has no payments: only the spreadsheet that it was made from can bring them in again.
  const hasPayments = record.brought.PAYMENT !== undefined;
  const isOpen = record.status !== 'applied' && !hasPayments && may('create', resource);
  const tieOut = useRead<TieOut>(isOpen ? `/api/ocf/imports/${id}/tie-out` : null);
  const [draft, setDraft] = useState<ImportDraft>(() => readImportDraft(id));
  const { act, isBusy, problem, setProblem } = useAct();
  const { run, progress } = useImportRun();
  const keep = (next: ImportDraft) => {
    setDraft(next);
    keepImportDraft(id, next);
  };
  const check = useImportCheck(id, isOpen, draft.sides);
  const findings = (isOpen ? check.findings : null) ?? record.findings;
  const conflicts = tieOut.data?.conflicts ?? [];
  const unchosen = conflicts.filter(({ object_id }) => !draft.sides[object_id]).length;
  // A version is chosen; every other error is accepted, or corrected at its source.
  const listed = isOpen ? findings.filter(({ rule }) => rule !== OTHER_CONTENT) : findings;
  const errors = countOf(listed.filter(({ severity }) => severity === 'error'));
  const finals = countOf(listed.filter(({ rule }) => wordsOfRule(rule).isFinal));
  const warnings = countOf(listed.filter(({ severity }) => severity === 'warning'));
  const differing = differingLines(tieOut.data, draft.figures);

  /** Choosing another version withdraws the acceptance, because it may bring other errors. */
  const choose = (ids: string[], side: Side) => {
    setProblem(null);
    const sides = { ...draft.sides, ...Object.fromEntries(ids.map((one) => [one, side])) };
    keep({ ...draft, sides, accepts: false });
  };

  const apply = () => {
    const body = {
      accept_findings: draft.accepts,
      choices: { objects: draft.sides },
      ...(draft.notifies && { notify_holders: true }),
    };
    const send = async () => {
      const answer = await run(['apply', id, body], (options, name) =>
        data.send<ImportAnswer>('POST', `/api/ocf/imports/${id}/apply`, { ...body, progress: name }, options),
      );
      if (!answer.applied) check.take(answer.findings);
      if (answer.applied) keepImportDraft(id, null);
      else if (answer.findings.some(({ rule }) => wordsOfRule(rule).isFinal))
        setProblem(
          say`Nothing was applied: the package would change the effect of recorded entries. Take those entries back, or undo their imports, first.`,
        );
      else setProblem(say`Nothing was applied: errors remain. They are listed below.`);
    };
    // The import may have been applied or undone elsewhere: reload to show that.
    return act(say`Nothing was applied.`, send, () => refresh());
  };

  return (
    <div className={styles.importPanel}>
      <ImportSteps
        stage={
          record.status === 'applied' ? 'done' : unchosen > 0 || (errors > finals && !draft.accepts) ? 'check' : 'apply'
        }
        notes={[
          record.file_name,
          checkNote({ errors, warnings, unchosen, isApplied: record.status === 'applied' }),
          differing > 0
            ? differing === 1
              ? say`1 total differs`
              : say`${groupDigits(differing)} totals differ`
            : say`Your totals beside ours`,
          record.status === 'applied' ? say`Done` : record.status === 'undone' ? say`Undone` : say`Nothing applied yet`,
        ]}
      />
      {problem && record.status !== 'applied' && (
        <div className="alert error" role="alert">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      )}
      {record.status === 'applied' && (
        <output className="alert success">
          <Icon name="check" />
          <p>
            {sayAround`This import has been applied. Its holders, classes${record.brought.PAYMENT ? say`, payments` : ''} and entries are in your records.`}
          </p>
        </output>
      )}
      {record.status === 'undone' && hasPayments && (
        <output className="alert info">
          <p>
            {say`This import came from a spreadsheet with payments. To import them again, continue with that spreadsheet: it is under Import, as “Not applied yet”.`}
          </p>
        </output>
      )}
      {isOpen && tieOut.data?.changes_nothing && (
        <output className="alert info">
          <p>{say`Everything in this package is already in your records. Applying it changes nothing.`}</p>
        </output>
      )}
      <div className={`cols ${styles.imp}`}>
        <div className="stack">
          {isOpen && <Conflicts conflicts={conflicts} sides={draft.sides} onChoose={choose} />}
          <Findings
            hasConflicts={listed.length < findings.length}
            findings={listed}
            stage={isOpen ? 'open' : record.status === 'applied' ? 'applied' : 'closed'}
          />
          {isOpen && (
            <TieOutCard
              tieOut={tieOut.data}
              error={tieOut.error}
              retry={() => void tieOut.refetch()}
              figures={draft.figures}
              onFigure={(key, value) => keep({ ...draft, figures: { ...draft.figures, [key]: value } })}
            />
          )}
          {isOpen && (
            <ApplyCard
              errors={errors - finals}
              finals={finals}
              unchosen={unchosen}
              differing={differing}
              accepts={draft.accepts}
              setAccepts={(accepts) => keep({ ...draft, accepts })}
              notifies={draft.notifies}
              setNotifies={(notifies) => keep({ ...draft, notifies })}
              check={check}
              isBusy={isBusy}
              progress={progress}
              onApply={() => void apply()}
            />
          )}
        </div>
        <div className="stack">
          <StepList record={record} />
          <FactsCard resource={resource} record={{ ...record, errors, warnings }} one />
          <Counts counts={record.counts} />
        </div>
      </div>
    </div>
  );
}

/** What came beside the package is taken back whole. */
const BESIDE: ReadonlySet<string> = new Set(['DISTRIBUTION', 'PAYMENT']);

/** The number of its entries and, once applied, of other objects. */
function contentOf({ step, entries }: ImportStep, record: ImportPage): string {
  const brought = Object.entries(record.brought).filter(([type]) => step === 'applied' || BESIDE.has(type));
  const others = brought.map(([type, count]) => `${groupDigits(count)} ${objectsInWords(type, count)}`);
  if (others.length === 0) return plural(entries, say`entry`, say`entries`);
  return [...(entries > 0 ? [plural(entries, say`entry`, say`entries`)] : []), ...others].join(', ');
}

/** The steps so far, newest first. */
function StepList({ record }: { record: ImportPage }) {
  const { steps } = record;
  if (steps.length === 0) return null;
  return (
    <Card title={say`What was done`} about={zoneNote()}>
      <ol className={styles.actsList}>
        {steps.toReversed().map((step) => (
          <li key={step.at}>
            <b>{step.step === 'applied' ? say`Applied` : say`Undone`}</b>, {contentOf(step, record)}
            <small>
              {step.actor}, {formatInstant(step.at)}
              {step.accepted_findings ? say`, errors accepted` : ''}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function PackageButton({ record }: { record: ImportPage }) {
  const { download, isBusy } = useDownload();
  const name = record.file_name;
  // A spreadsheet was made into a package, which is what is kept with its import.
  const isMade = !/\.zip$/i.test(name);
  const fetchPackage = () =>
    download(
      `/api/ocf/imports/${record.id}/package`,
      isMade ? `${name}.ocf.zip` : name,
      say`The package could not be fetched.`,
    );
  return (
    <button type="button" className="btn" disabled={isBusy} onClick={() => void fetchPackage()}>
      <Icon name="download" />
      {isMade ? say`Package made from it` : say`Original package`}
    </button>
  );
}

interface Checked {
  errors: number;
  warnings: number;
  unchosen: number;
  isApplied: boolean;
}

function checkNote({ errors, warnings, unchosen, isApplied }: Checked): string {
  if (unchosen > 0) return say`${plural(unchosen, say`choice`, say`choices`)} to make`;
  if (errors > 0)
    return isApplied
      ? say`${plural(errors, say`error`, say`errors`)} accepted or settled`
      : plural(errors, say`error`, say`errors`);
  return warnings > 0 ? say`${plural(warnings, say`warning`, say`warnings`)}, no error` : say`No problems found`;
}

function UploadedLine({ record }: { record: ImportPage }) {
  return (
    <>
      {sayAround`Uploaded${record.actor ? say` by ${isReader(record.actor_id) ? say`you` : record.actor}` : ''}, ${(<Instant at={record.created_at} />)}.`}
    </>
  );
}
