// What is wrong or noteworthy in a file: every error with its cell, then the warnings, which are accepted together.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import type { SheetReading } from '#src/contract/sheets.ts';
import { groupDigits, plural, withDays } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { placeOf, rowsInWords } from './sheetPlaces.ts';
import type { GoTo } from './sheetPlaces.ts';
import { lostOf } from './SheetLeftOut.tsx';
import { useNextButton } from './useNextButton.ts';
import type { NextButton } from './useNextButton.ts';
import { sheetAddress } from './useSheet.ts';
import type { SheetAnswering } from './useSheet.ts';
import styles from './sheets.module.css';

type Finding = SheetReading['findings'][number];

interface SheetFindingsProps {
  reading: SheetReading;
  answering: SheetAnswering;
  isOpen: boolean;
  accepts: boolean;
  setAccepts: (accepts: boolean) => void;
  /** Where the file is beside the list. */
  onGo?: GoTo | undefined;
}

/** Where the warnings are accepted, for what leads there. */
export const ACCEPT_BOX = 'accept-warnings';

export function SheetFindings({ reading, answering, isOpen, accepts, setAccepts, onGo }: SheetFindingsProps) {
  const { id, file_name, status, findings, tables } = reading;
  const nextButton = useNextButton();
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const lost = lostOf(reading).length;
  const leaveOut = ({ tab, row }: Finding) => {
    const table = tables.find((each) => each.tab === tab);
    if (table && row !== null) void answering.answer({ rows: [{ table: table.id, row, use: 'skip' }] });
  };
  return (
    <Card
      title={say`What we found`}
      about={
        errors.length > 0
          ? say`Nothing is written until every error is settled. ${onGo ? say`Correct its cell` : say`Correct the file and choose it again`}, change what a column means, or leave a row out.`
          : undefined
      }
      end={
        findings.length > 0 ? (
          <DownloadButton
            path={`${sheetAddress(id)}/errors.csv`}
            name={`${file_name.replace(/\.\w+$/, '')}-errors.csv`}
            what={say`The file with its errors`}
            label={say`Download with errors`}
            small
          />
        ) : undefined
      }
      flush
    >
      {findings.length === 0 && (
        <p className="none">{status === 'questions' ? say`No problems found so far.` : say`No problems found.`}</p>
      )}
      <Severity
        nextButton={nextButton}
        findings={errors}
        word="error"
        onLeaveOut={isOpen ? leaveOut : null}
        isBusy={answering.isReading}
        onGo={onGo}
      />
      <Severity nextButton={null} findings={warnings} word="warning" onLeaveOut={null} isBusy={false} onGo={onGo} />
      {isOpen && warnings.length + lost > 0 && (
        <div className={styles.accept}>
          <label className="box-choice">
            <input
              id={ACCEPT_BOX}
              type="checkbox"
              checked={accepts}
              onChange={(event) => setAccepts(event.target.checked)}
            />
            {acceptWords(warnings.length, lost)}
          </label>
        </div>
      )}
    </Card>
  );
}

function acceptWords(warnings: number, lost: number): string {
  if (warnings === 0) return say`Accept what is not imported`;
  const what = warnings === 1 ? say`the warning` : say`all ${groupDigits(warnings)} warnings`;
  return say`Accept ${what}${lost > 0 ? say` and what is not imported` : ''}`;
}

interface SeverityProps {
  findings: Finding[];
  word: 'error' | 'warning';
  onLeaveOut: ((finding: Finding) => void) | null;
  nextButton: NextButton | null;
  isBusy: boolean;
  onGo: GoTo | undefined;
}

interface Found {
  finding: Finding;
  rows: number[];
}

const alone = (finding: Finding): Found => ({ finding, rows: finding.row === null ? [] : [finding.row] });

/** Findings that say the same of several rows of one column, as one. */
function together(findings: Finding[]): Found[] {
  const groups = new Map<string, Found>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.code, finding.tab, finding.column, finding.message]);
    const group = groups.get(key);
    if (!group) groups.set(key, alone(finding));
    else if (finding.row !== null && !group.rows.includes(finding.row)) group.rows.push(finding.row);
  }
  return [...groups.values()];
}

const isValueNew = ({ value, message }: Finding) => value !== null && value !== '' && !message.includes(value);

const SHOWN_AT_FIRST = 20;
const LONGEST_LIST = 1000;

function Severity({ findings, word, onLeaveOut, nextButton, isBusy, onGo }: SeverityProps) {
  const [isWhole, setWhole] = useState(false);
  if (findings.length === 0) return null;
  const groups = word === 'error' ? findings.map(alone) : together(findings);
  const shown = groups.slice(0, isWhole ? LONGEST_LIST : SHOWN_AT_FIRST);
  const left = groups.length - shown.length;
  return (
    <section aria-label={word === 'error' ? say`Errors` : say`Warnings`}>
      <div className={styles.severity}>
        <ToneChip tone={word}>
          {word === 'error'
            ? plural(findings.length, say`error`, say`errors`)
            : plural(findings.length, say`warning`, say`warnings`)}
        </ToneChip>
      </div>
      <ul className={styles.findings} ref={nextButton?.list}>
        {shown.map(({ finding, rows }, index) => (
          <li key={JSON.stringify([finding, rows])}>
            <div>
              <p>
                {withDays(finding.message)}
                {isValueNew(finding) && rows.length < 2 && (
                  <> {sayAround`The file says ${(<q>{finding.value}</q>)}.`}</>
                )}
              </p>
              <Where finding={finding} rows={rows} onGo={onGo} />
            </div>
            {onLeaveOut && finding.row !== null && (
              <button
                type="button"
                className="btn sm"
                aria-disabled={isBusy}
                onClick={() => {
                  if (isBusy) return;
                  nextButton?.onPressed(index);
                  onLeaveOut(finding);
                }}
              >
                {sayAround`Leave row ${finding.row} out`}
              </button>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className={styles.more}>
          {isWhole ? (
            say`${groupDigits(left)} more are in the download.`
          ) : (
            <button type="button" className="link" onClick={() => setWhole(true)}>
              {sayAround`Show ${groupDigits(left)} more`}
            </button>
          )}
        </p>
      )}
    </section>
  );
}

function Where({ finding, rows, onGo }: Found & { onGo: GoTo | undefined }) {
  const words = placeOf({ ...finding, rows: rowsInWords(rows) }) || say`The whole file`;
  if (!onGo || finding.row === null) return <small>{words}</small>;
  return (
    <button type="button" className={`link ${styles.where}`} onClick={() => onGo(finding)}>
      {words}
    </button>
  );
}
