// The file itself as its reader understood it: tabs with what they hold, the grid with a meaning above each column, questions and
// faults beside it. Each change is an answer; the file is read again with it, and can be read as before by undoing it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { SheetAnswersBody, SheetReading } from '#src/contract/sheets.ts';
import type { Role } from '#src/domain/sheets/reading.ts';
import { COLUMNS_MAX } from '#src/domain/sheets/grid.ts';
import { columnNumber } from '#src/domain/sheets/values/cells.ts';
import { groupDigits, plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { focusQuestion, mustBeAnswered } from '../SheetQuestions.tsx';
import type { GoTo } from '../sheetPlaces.ts';
import type { SheetAnswering } from '../useSheet.ts';
import { CellBar } from './CellBar.tsx';
import { GridTabs } from './GridTabs.tsx';
import { SheetGrid } from './SheetGrid.tsx';
import { neighbour } from './gridPlaces.ts';
import type { ActivePlace, Place } from './gridPlaces.ts';
import { verbOf } from './RowEnds.tsx';
import { faultsOf, marksOf, placeOfFinding } from './tabMarks.ts';
import { useCellWork } from './useCellWork.ts';
import { useGridTabs } from './useGridPages.ts';
import type { TabSize } from './useGridPages.ts';
import styles from './workbench.module.css';

interface SheetWorkbenchProps {
  reading: SheetReading;
  answering: SheetAnswering;
  isOpen: boolean;
  /** Questions and faults, which lead to their places. */
  beside: (onGo: GoTo) => ReactNode;
}

export default function SheetWorkbench({ reading, answering, isOpen, beside }: SheetWorkbenchProps) {
  const [place, setPlace] = useState(() => startOf(reading, firstTab(reading)));
  const { data, error, refetch } = useGridTabs(reading);
  const [told, setTold] = useState('');
  const faults = faultsOf(reading);
  const open = reading.questions.filter(mustBeAnswered).length;
  const change = async (body: SheetAnswersBody, what: string) => {
    if (await answering.answer(body)) setTold(what);
  };
  const goTo = (next: Place) => setPlace({ ...next, takesFocus: true });
  const toFault = (isBack: boolean) => {
    const next = neighbour(faults, place, isBack);
    if (next) goTo({ tab: next.tab, row: next.row, column: next.column });
  };
  const undo = () => {
    if (reading.can_undo && !answering.isReading) void change({ undo: true }, say`The last change is undone.`);
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'F8') {
      event.preventDefault();
      toFault(event.shiftKey);
    }
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea') !== null;
    if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isTyping) {
      event.preventDefault();
      undo();
    }
  });
  // On the whole page: the keys are written on its buttons.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const word = faults[0]?.severity === 'warning' ? 'warning' : 'error';
  return (
    <section className={`card ${styles.workbench}`} aria-label={say`The file`}>
      <header className={styles.tools}>
        <h2>{say`The file`}</h2>
        <p>
          {[
            open > 0 && plural(open, say`question`, say`questions`),
            faults.length > 0 &&
              (word === 'error'
                ? say`${plural(faults.length, say`cell`, say`cells`)} with an error`
                : say`${plural(faults.length, say`cell`, say`cells`)} with a warning`),
          ]
            .filter(Boolean)
            .join(' · ') || (isOpen ? say`Nothing to settle` : say`As it was read`)}
        </p>
        <span className={styles.reading}>{answering.isReading && say`Reading it again…`}</span>
        <button
          type="button"
          className="btn sm"
          disabled={faults.length === 0}
          aria-keyshortcuts="F8"
          onClick={() => toFault(false)}
        >
          {sayAround`Next problem ${(<kbd>{say`F8`}</kbd>)}`}
        </button>
        {isOpen && (
          <button
            type="button"
            className="btn sm"
            aria-disabled={!reading.can_undo || answering.isReading}
            aria-keyshortcuts="Control+Z"
            onClick={undo}
          >
            {sayAround`Undo ${(<kbd>{say`Ctrl Z`}</kbd>)}`}
          </button>
        )}
      </header>
      <div aria-live="polite" className="vh">
        {told && `${told} ${leftInWords(reading)}`}
      </div>
      {answering.problem && (
        <div className={`alert error ${styles.problem}`} role="alert">
          <Icon name="alert" />
          <p>{answering.problem}</p>
        </div>
      )}
      <div className={reading.tables.length === 1 ? `${styles.parts} ${styles.single}` : styles.parts}>
        <GridTabs
          reading={reading}
          answering={answering}
          isOpen={isOpen}
          tab={place.tab}
          onTab={(tab) => setPlace(startOf(reading, tab))}
        />
        {data ? (
          <TabPart
            key={place.tab}
            reading={reading}
            answering={answering}
            isOpen={isOpen}
            place={place}
            onPlace={setPlace}
            size={data.tabs[place.tab] ?? EMPTY}
            onChange={(body, what) => void change(body, what)}
            onTold={setTold}
          />
        ) : error ? (
          <Failed what={say`The file`} error={error} retry={() => void refetch()} />
        ) : (
          <Loading>{say`Opening the file…`}</Loading>
        )}
        <div className={styles.beside}>
          {beside((where) => {
            const next = placeOfFinding({ ...where, row: where.row ?? 0 }, reading.tables);
            if (next) goTo(next);
          })}
        </div>
      </div>
    </section>
  );
}

const EMPTY: TabSize = { name: null, hidden: false, last_row: 0, last_column: 0 };

const COMPARED: ReadonlySet<Role> = new Set(['ignore', 'totals', 'vendor_warnings']);

/** The tab where something has to be settled, else the first one with something to bring in. */
function firstTab({ tables, questions, findings }: SheetReading): number {
  const open = questions.find((question) => mustBeAnswered(question) && question.column !== null);
  const first = open ?? findings.find(({ severity }) => severity === 'error');
  const at = first ? tables.findIndex(({ tab }) => tab === first.tab) : -1;
  if (at >= 0) return at;
  return Math.max(
    0,
    tables.findIndex(({ role }) => !COMPARED.has(role)),
  );
}

/** The first cell under a tab's headings. */
function startOf({ tables }: SheetReading, tab: number): ActivePlace {
  const table = tables[tab];
  return { tab, row: table?.first_row ?? 1, column: columnNumber(table?.columns[0]?.column ?? 'A'), takesFocus: false };
}

function leftInWords({ questions, findings }: SheetReading): string {
  const open = questions.filter(mustBeAnswered).length;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const left = [
    open > 0 && plural(open, say`question`, say`questions`),
    errors > 0 && plural(errors, say`error`, say`errors`),
  ].filter(Boolean);
  return left.length === 0 ? say`No question and no error is left.` : say`Left: ${left.join(', ')}.`;
}

/** Browsers draw no higher box: later rows are read, and not shown here. */
const ROWS_SHOWN = 500_000;

interface TabPartProps extends Omit<SheetWorkbenchProps, 'beside'> {
  place: ActivePlace;
  onPlace: (place: ActivePlace) => void;
  size: TabSize;
  onChange: (body: SheetAnswersBody, what: string) => void;
  onTold: (what: string) => void;
}

function TabPart({ size, onChange, onTold, ...props }: TabPartProps) {
  const { reading, answering, isOpen, place, onPlace } = props;
  const marks = useMemo(() => marksOf(reading, place.tab), [reading, place.tab]);
  const tab = marks.table?.tab ?? null;
  const work = useCellWork({ place, tab, answering, onKept: onTold });
  // One empty row and column more, to add to the table.
  const more = isOpen ? 1 : 0;
  const extent = {
    rows: Math.min(Math.max(size.last_row + more, 1), ROWS_SHOWN),
    columns: Math.min(Math.max(size.last_column + more, 1), COLUMNS_MAX),
  };
  const setUse = (row: number) => {
    const use = verbOf(marks, row);
    if (use && marks.table)
      onChange(
        { rows: [{ table: marks.table.id, row, use }] },
        use === 'import' ? say`Row ${row} is read.` : say`Row ${row} is left out.`,
      );
  };
  return (
    <div className={styles.tab}>
      <CellBar
        marks={marks}
        place={place}
        extent={extent}
        isOpen={isOpen}
        answering={answering}
        onTakeBack={() => {
          work.correct(place, null);
          onPlace({ ...place, takesFocus: true });
        }}
        onRowUse={setUse}
        onHeadings={(heading_rows) => {
          if (marks.table) onChange({ tables: [{ id: marks.table.id, heading_rows }] }, say`The headings are changed.`);
        }}
      />
      <SheetGrid
        reading={reading}
        marks={marks}
        extent={extent}
        lastColumn={size.last_column}
        place={place}
        onPlace={onPlace}
        work={work}
        answering={answering}
        isOpen={isOpen}
        onQuestion={focusQuestion}
        onRowUse={setUse}
      />
      {size.last_row > ROWS_SHOWN && (
        <p className={styles.note}>{sayAround`Rows after ${groupDigits(ROWS_SHOWN)} are read, and not shown here.`}</p>
      )}
    </div>
  );
}
