// One spreadsheet on its way into the ledger: its questions, what its columns mean, what was found, its totals beside ours,
// and applying it. Every answer is kept at once, so a closed tab loses nothing of them.
import { say } from '#src/words/say.ts';
import { lazy, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { SheetReading } from '#src/contract/sheets.ts';
import { SOURCE_WORDS } from '#src/domain/sheets/words.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { imports } from '#src/resources/imports.ts';
import type { Tone } from '#src/resources/kit/fields.ts';
import { HttpError } from '#src/httpClient.ts';
import { formatCompanyDay, groupDigits, plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Absent, Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { useMediaQuery } from '#src/admin/kit/parts/useMediaQuery.ts';
import { listPath, showPath } from '#src/admin/paths.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { ImportSteps } from './ImportSteps.tsx';
import { DiscardSheet } from './DiscardSheet.tsx';
import { SheetApply } from './SheetApply.tsx';
import { DayBox } from '#src/admin/kit/form/DayBox.tsx';
import { SheetFindings } from './SheetFindings.tsx';
import { lostOf, SheetLeftOut } from './SheetLeftOut.tsx';
import { SheetPeople } from './SheetPeople.tsx';
import { SheetQuestions, mustBeAnswered } from './SheetQuestions.tsx';
import { SheetRecalled } from './SheetRecalled.tsx';
import { SheetRecords } from './SheetRecords.tsx';
import { SheetTables } from './SheetTables.tsx';
import { SheetTotals, differs, lineKey } from './SheetTotals.tsx';
import type { GoTo } from './sheetPlaces.ts';
import { keepSheetDraft, readSheetDraft } from './sheetDraft.ts';
import { sheetAddress, useChosen, useSheet } from './useSheet.ts';
import type { SheetAnswering } from './useSheet.ts';
import styles from './imports.module.css';
import sheetStyles from './sheets.module.css';

const SheetWorkbench = lazy(() => import('./grid/SheetWorkbench.tsx'));

const STATUS: Record<SheetReading['status'], { tone: Tone; word: string }> = {
  questions: { tone: 'warning', word: say`Questions to answer` },
  errors: { tone: 'error', word: say`Errors to settle` },
  ready: { tone: 'info', word: say`Ready to apply` },
  applied: { tone: 'success', word: say`Applied` },
};

/** What is still to be done of a file without questions and errors. */
function chipOf(status: SheetReading['status'], unexplained: number, unread: number): { tone: Tone; word: string } {
  if (status !== 'ready' || unexplained + unread === 0) return STATUS[status];
  const word =
    unexplained > 0
      ? say`${plural(unexplained, say`total`, say`totals`)} to explain`
      : say`${plural(unread, say`warning`, say`warnings`)} to accept`;
  return { tone: 'warning', word };
}

export default function SheetShow() {
  const role = useRole();
  const { id = '' } = useParams();
  if (!administrators.includes(role)) return <Denied what={say`spreadsheets that are imported`} />;
  return <Sheet key={id} id={id} />;
}

function Sheet({ id }: { id: string }) {
  const { read, answering } = useSheet(id);
  const { data: reading, error, refetch } = read;
  if (!reading && error instanceof HttpError && error.status === 404) return <Absent />;
  if (!reading)
    return (
      <>
        <PageHead title={say`Spreadsheet`} back={back} />
        <div className="card">
          {error ? (
            <Failed what={say`The spreadsheet`} error={error} retry={() => void refetch()} />
          ) : (
            <Loading>{say`Reading the file…`}</Loading>
          )}
        </div>
      </>
    );
  return <SheetPage reading={reading} answering={answering} />;
}

const back = { to: listPath('imports'), label: imports.label };

function SheetPage({ reading, answering }: { reading: SheetReading; answering: SheetAnswering }) {
  const navigate = useNavigate();
  const { id, file_name, status, source, company, questions, findings, tie_out, created_at } = reading;
  const [draft, setDraft] = useState(() => readSheetDraft(id));
  const isOpen = status !== 'applied';
  const keep = (next: typeof draft) => {
    setDraft(next);
    keepSheetDraft(id, next);
  };
  // Other warnings than those that were accepted have to be read first.
  const lost = lostOf(reading);
  const warnings = JSON.stringify([findings.filter(({ severity }) => severity === 'warning'), lost]);
  const accepts = draft.accepted === warnings;
  const open = questions.filter(mustBeAnswered).length;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const differing = tie_out.filter(differs);
  const unexplained = differing.filter((line) => !draft.reasons[lineKey(line)]?.trim()).length;
  const unread = accepts ? 0 : findings.length - errors + lost.length;
  const { tone, word } = chipOf(status, unexplained, unread);
  const isWide = useMediaQuery('(min-width: 56.25em)');
  const questionList = (onGo?: GoTo) => (
    <SheetQuestions questions={questions} answering={answering} isOpen={isOpen} onGo={onGo} />
  );
  const findingList = (onGo?: GoTo) => (
    <SheetFindings
      reading={reading}
      answering={answering}
      isOpen={isOpen}
      accepts={accepts}
      setAccepts={(yes) => keep({ ...draft, accepted: yes ? warnings : null })}
      onGo={onGo}
    />
  );
  const leftOut = <SheetLeftOut reading={reading} />;
  return (
    <>
      <PageHead
        title={file_name}
        back={back}
        chip={<ToneChip tone={tone}>{word}</ToneChip>}
        about={[SOURCE_WORDS[source], company, say`chosen on ${formatCompanyDay(created_at)}`]
          .filter(Boolean)
          .join(' · ')}
      >
        <AsOf reading={reading} answering={answering} isOpen={isOpen} />
        <DownloadButton
          path={`${sheetAddress(id)}/file`}
          name={file_name}
          what={say`The file as it came`}
          label={say`Download`}
        />
        {isOpen && <DiscardSheet sheet={reading} onDone={() => void navigate(listPath('imports'))} />}
      </PageHead>
      <div className={styles.importPanel}>
        <ImportSteps
          stage={!isOpen ? 'done' : status !== 'ready' || unread > 0 ? 'check' : unexplained > 0 ? 'tie-out' : 'apply'}
          notes={[
            file_name,
            checkNote(open, errors, unread),
            differing.length > 0
              ? differing.length === 1
                ? say`1 total differs`
                : say`${groupDigits(differing.length)} totals differ`
              : tie_out.length > 0
                ? say`The file’s totals beside ours`
                : say`No totals in the file`,
            isOpen ? say`Nothing applied yet` : say`Done`,
          ]}
        />
        {!isWide && answering.problem && (
          <div className="alert error" role="alert">
            <Icon name="alert" />
            <p>{answering.problem}</p>
          </div>
        )}
        {!isOpen && (
          <output className="alert success">
            <Icon name="check" />
            <p>
              {say`This file has been applied.`}{' '}
              {reading.import_id && (
                <Link className="link" to={showPath('imports', reading.import_id)}>
                  {say`Open its import, where it can be undone`}
                </Link>
              )}
            </p>
          </output>
        )}
        <SheetRecalled reading={reading} />
        {isWide ? (
          <LazyPart what={say`The file`} fallback={<Loading>{say`Opening the file…`}</Loading>}>
            <SheetWorkbench
              reading={reading}
              answering={answering}
              isOpen={isOpen}
              beside={(onGo) => (
                <>
                  {questionList(onGo)}
                  {leftOut}
                  {findingList(onGo)}
                </>
              )}
            />
          </LazyPart>
        ) : (
          <div className={`stack ${sheetStyles.lists}`}>
            <div aria-live="polite">
              {answering.isReading && (
                <p className="alert info">
                  <Icon name="info" />
                  <span>{say`The file is read again with your answer…`}</span>
                </p>
              )}
            </div>
            {isOpen && reading.can_undo && (
              <button
                type="button"
                className="btn sm"
                aria-disabled={answering.isReading}
                onClick={() => {
                  if (!answering.isReading) void answering.answer({ undo: true });
                }}
              >
                {say`Undo the last change`}
              </button>
            )}
            {questionList()}
            {leftOut}
            {findingList()}
            <SheetTables reading={reading} answering={answering} isOpen={isOpen} />
          </div>
        )}
        <div className={`cols ${styles.imp}`} aria-busy={answering.isReading}>
          <div className="stack">
            <SheetPeople
              reading={reading}
              isOpen={isOpen}
              chosen={draft.people}
              onChoose={(people) => keep({ ...draft, people })}
            />
            <SheetTotals
              reading={reading}
              isOpen={isOpen}
              reasons={draft.reasons}
              onReason={(key, reason) => keep({ ...draft, reasons: { ...draft.reasons, [key]: reason } })}
            />
            {isOpen && (
              <SheetApply
                reading={reading}
                accepts={accepts}
                reasons={draft.reasons}
                people={draft.people}
                isReading={answering.isReading}
                onApplied={() => keepSheetDraft(id, null)}
              />
            )}
          </div>
          <div className="stack">
            <SheetRecords reading={reading} />
          </div>
        </div>
      </div>
    </>
  );
}

function checkNote(open: number, errors: number, unread: number): string {
  if (open > 0) return plural(open, say`question`, say`questions`);
  if (errors > 0) return plural(errors, say`error`, say`errors`);
  return unread > 0 ? plural(unread, say`warning`, say`warnings`) : say`No question, no error`;
}

interface AsOfProps {
  reading: SheetReading;
  answering: SheetAnswering;
  isOpen: boolean;
}

/** The day of the figures. Holdings without a date of their own begin on it. */
function AsOf({ reading: { as_of }, answering, isOpen }: AsOfProps) {
  const [day, choose] = useChosen(as_of, (value) => answering.answer({ as_of: value }));
  return (
    <div className={sheetStyles.asOf}>
      <span aria-hidden="true">{say`As of`}</span>
      <span className="input-box">
        <DayBox aria-label={say`As of`} value={day} onDay={(chosen) => chosen && choose(chosen)} disabled={!isOpen} />
      </span>
    </div>
  );
}
