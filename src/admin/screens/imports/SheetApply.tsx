// The last step of a spreadsheet: what applying writes, or why it cannot yet.
import { say } from '#src/words/say.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { SheetApplied, SheetApplyBody, SheetReading } from '#src/contract/sheets.ts';
import { formatInstant, groupDigits, plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { showPath } from '#src/admin/paths.ts';
import { forgetAnswer, useConsoleData } from '#src/admin/session/useRead.ts';
import { ACCEPT_BOX } from './SheetFindings.tsx';
import { LeftOutLine, lostOf } from './SheetLeftOut.tsx';
import { mustBeAnswered } from './SheetQuestions.tsx';
import { differs, lineKey } from './SheetTotals.tsx';
import { useImportRun } from './useImportRun.ts';
import type { ChosenPeople } from './sheetDraft.ts';
import { sheetAddress } from './useSheet.ts';
import styles from './imports.module.css';

interface SheetApplyProps {
  reading: SheetReading;
  accepts: boolean;
  reasons: Record<string, string>;
  people: ChosenPeople;
  isReading: boolean;
  onApplied: () => void;
}

export function SheetApply({ reading, accepts, reasons, people, isReading, onApplied }: SheetApplyProps) {
  const data = useConsoleData();
  const { run, progress } = useImportRun(say`Reading the file…`);
  const { act, isBusy, problem } = useAct();
  const navigate = useNavigate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [notifies, setNotifies] = useState(false);
  const { change, count } = changedPeople(reading, people);
  const left = whatIsLeft(reading, accepts, reasons, count);

  const apply = () => {
    const body = {
      ...bodyOf(reading, accepts, reasons),
      notify_holders: notifies,
      ...(count > 0 && { people: { change } }),
    };
    return act(say`Nothing was applied.`, async () => {
      const { import_id, already_applied_at } = await run(['apply', reading.id, body], (options, name) =>
        data.send<SheetApplied>('POST', `${sheetAddress(reading.id)}/apply`, { ...body, progress: name }, options),
      );
      onApplied();
      void forgetAnswer(queryClient, sheetAddress(reading.id));
      if (already_applied_at)
        notify(say`The same file was applied on ${formatInstant(already_applied_at)}. Nothing was added.`, {
          type: 'info',
        });
      await navigate(showPath('imports', import_id));
    });
  };
  return (
    <section className={`card ${styles.apply}`} aria-label={say`Apply`}>
      <p className="mut">
        {say`All of it is saved, or none. The file is stored as it came. You can undo the import as long as nothing later depends on it.`}
      </p>
      <LeftOutLine reading={reading} />
      {problem && (
        <div className="alert error" role="alert">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      )}
      {left.length > 0 && (
        <ul id="what-is-left" className={styles.actsList}>
          {left.map(({ sentence, box }) => (
            <li key={sentence}>
              {box ? (
                <button type="button" className="link" onClick={() => document.getElementById(box)?.focus()}>
                  {sentence}
                </button>
              ) : (
                sentence
              )}
            </li>
          ))}
        </ul>
      )}
      <label className="box-choice">
        <input type="checkbox" checked={notifies} onChange={(event) => setNotifies(event.target.checked)} />
        {say`Notify shareholders who have access to the portal`}
      </label>
      <div className="acts">
        <span aria-live="polite">{progress}</span>
        <button
          type="button"
          className="btn primary"
          disabled={isBusy || isReading || left.length > 0}
          aria-describedby={left.length > 0 ? 'what-is-left' : undefined}
          onClick={() => void apply()}
        >
          {isBusy ? say`Applying…` : labelOf(reading, count)}
        </button>
      </div>
      {isBusy && <progress className="progress" aria-label={say`Applying`} />}
    </section>
  );
}

interface Left {
  sentence: string;
  /** The id of the box in which it is done. */
  box?: string;
}

/** What has to be done before the file can be applied. */
function whatIsLeft(reading: SheetReading, accepts: boolean, reasons: Reasons, changed: number): Left[] {
  const { status, questions, findings, tie_out, records, people_counts } = reading;
  const open = questions.filter(mustBeAnswered).length;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const unexplained =
    status === 'ready' ? tie_out.filter((line) => differs(line) && !reasons[lineKey(line)]?.trim()).length : 0;
  const isEmpty = Object.values(records).every((count) => count === 0);
  return [
    ...(open > 0 ? [{ sentence: say`Answer ${plural(open, say`question`, say`questions`)} first.` }] : []),
    ...(errors > 0 ? [{ sentence: say`Settle ${plural(errors, say`error`, say`errors`)} first.` }] : []),
    ...(unexplained > 0
      ? [
          {
            sentence: say`Say why ${plural(unexplained, say`total`, say`totals`)} ${unexplained === 1 ? say`differs` : say`differ`}.`,
          },
        ]
      : []),
    ...(warnings > 0 && !accepts
      ? [{ sentence: say`Read and accept ${plural(warnings, say`warning`, say`warnings`)}.`, box: ACCEPT_BOX }]
      : lostOf(reading).length > 0 && !accepts
        ? [{ sentence: say`Read and accept what is not imported.`, box: ACCEPT_BOX }]
        : []),
    ...(isEmpty
      ? [{ sentence: say`Nothing in this file is to be imported yet. Say above what its tables hold.` }]
      : []),
    ...(!isEmpty && isAllThere(reading) && changed === 0
      ? [{ sentence: say`Everything in this file is in your records already.` }]
      : []),
    ...(!isEmpty && !isAllThere(reading) && isListOfPeople(reading) && people_counts.new + changed === 0
      ? [{ sentence: say`Nobody in this list is new. Choose above whose details are to become those of the file.` }]
      : []),
  ];
}

type Reasons = Record<string, string>;

function bodyOf({ tie_out }: SheetReading, accepts: boolean, reasons: Reasons): SheetApplyBody {
  const differences = tie_out
    .filter(differs)
    .map((line) => ({ what: line.what, name: line.name, reason: (reasons[lineKey(line)] ?? '').trim() }));
  return { accept_warnings: accepts, ...(differences.length > 0 && { differences }) };
}

const PEOPLE_TABLES: ReadonlySet<string> = new Set(['stakeholders', 'ignore']);

/** Nothing but people: no securities, classes or plans. */
const isListOfPeople = ({ tables, records }: SheetReading): boolean =>
  records.transactions === 0 && tables.every((table) => PEOPLE_TABLES.has(table.role));

/** What is new in them is counted nowhere. */
const UNCOUNTED_TABLES: ReadonlySet<string> = new Set(['classes', 'plans']);

/** Securities and payments that the company has, and nothing new beside them. */
const isAllThere = ({ tables, records, changes, people_counts }: SheetReading): boolean =>
  changes.same + changes.changed > 0 &&
  records.transactions + changes.new + people_counts.new === 0 &&
  tables.every((table) => !UNCOUNTED_TABLES.has(table.role));

/** Those who were chosen and still differ, as they are on the screen; “all” where not all of them are. */
function changedPeople({ people, people_counts }: SheetReading, chosen: ChosenPeople) {
  const picked = people.flatMap(({ state, stakeholder_id: id, version }) =>
    state === 'changed' && id !== null && version !== null && (chosen === 'all' || chosen.includes(id))
      ? [{ id, version }]
      : [],
  );
  if (chosen === 'all' && picked.length < people_counts.changed)
    return { change: chosen, count: people_counts.changed };
  return { change: picked, count: picked.length };
}

/** "Apply: 12 certificates, 3 grants"; beside what is there already "Apply: 2 new, 1 changed", "Apply: 12 holders, 1 changed". */
function labelOf(reading: SheetReading, changed: number): string {
  const { records, changes, people_counts } = reading;
  if (isAllThere(reading))
    return changed === 0
      ? say`Nothing new to apply`
      : say`Apply: ${plural(changed, say`holder`, say`holders`)} changed`;
  if (changes.same + changes.changed > 0 && changes.new + changes.changed > 0) {
    const counts = [say`${groupDigits(changes.new)} new`, say`${groupDigits(changes.changed)} changed`];
    return say`Apply: ${counts.filter((each) => !each.startsWith('0 ')).join(', ')}`;
  }
  const parts = [
    { count: records.stock_issuances, words: [say`certificate`, say`certificates`] as const },
    { count: records.grants, words: [say`grant`, say`grants`] as const },
    { count: records.convertibles, words: [say`convertible`, say`convertibles`] as const },
    { count: records.warrants, words: [say`warrant`, say`warrants`] as const },
    { count: records.payments, words: [say`payment`, say`payments`] as const },
  ].filter(({ count }) => count > 0);
  const holders = isListOfPeople(reading) ? people_counts.new : records.stakeholders;
  const words = [
    ...parts.map(({ count, words: [one, many] }) => plural(count, one, many)),
    ...(parts.length === 0 && (holders > 0 || changed === 0) ? [plural(holders, say`holder`, say`holders`)] : []),
    ...(changed > 0 ? [say`${groupDigits(changed)} changed`] : []),
  ];
  return say`Apply: ${words.join(', ')}`;
}
