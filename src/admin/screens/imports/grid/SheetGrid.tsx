// One tab of the file as a grid. Only the rows and columns in view are drawn, and only the pages in view are fetched. One cell
// is in the order of the Tab key; the arrow keys move it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { SheetReading } from '#src/contract/sheets.ts';
import { groupDigits } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import type { SheetAnswering } from '../useSheet.ts';
import { GridHeads } from './GridHeads.tsx';
import { GridRow, textIn } from './GridRow.tsx';
import type { GridActions } from './gridActions.ts';
import { moved } from './gridPlaces.ts';
import { textScale } from '#src/admin/kit/parts/textScale.ts';
import type { ActivePlace, Extent, Place } from './gridPlaces.ts';
import { widthAt, widthsOf } from './gridWidths.ts';
import { cellKey } from './tabMarks.ts';
import type { TabMarks } from './tabMarks.ts';
import { useGridPages } from './useGridPages.ts';
import type { GridPages, ShownRow } from './useGridPages.ts';
import { useStable } from './useStable.ts';
import type { CellWork } from './useCellWork.ts';
import styles from './grid.module.css';

/** At the usual text size. */
const ROW = 32;
const NUMBERS = 68;
const HEAD = 82;
const HEAD_WITH_CLASSES = 114;
/** What a row is stands at the right edge. */
const WORDS = 140;

interface SheetGridProps {
  reading: SheetReading;
  marks: TabMarks;
  extent: Extent;
  lastColumn: number;
  place: ActivePlace;
  /** Whether the active cell takes the focus when it is drawn. */
  onPlace: (place: ActivePlace) => void;
  work: CellWork;
  answering: SheetAnswering;
  isOpen: boolean;
  onQuestion: (id: string) => void;
  onRowUse: (row: number) => void;
}

export function SheetGrid(props: SheetGridProps) {
  const { reading, marks, extent, place, onPlace, work, answering, isOpen, onQuestion, onRowUse } = props;
  const box = useRef<HTMLDivElement>(null);
  const [widths, setWidths] = useState<ReadonlyMap<number, number> | null>(null);
  const hasClasses = marks.table?.columns.some(({ field }) => field === 'holding') ?? false;
  const scale = textScale();
  const head = (hasClasses ? HEAD_WITH_CLASSES : HEAD) * scale;
  const [activeRow, activeColumn] = [place.row - 1, place.column - 1];
  const rowsDrawn = useCallback((range: Range) => withActive(range, activeRow), [activeRow]);
  const columnsDrawn = useCallback((range: Range) => withActive(range, activeColumn), [activeColumn]);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here alone, never memoized.
  const rows = useVirtualizer({
    count: extent.rows,
    getScrollElement: () => box.current,
    estimateSize: () => ROW * scale,
    overscan: 12,
    paddingStart: head,
    scrollPaddingStart: head,
    rangeExtractor: rowsDrawn,
    initialRect: { width: 1200, height: 640 },
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: extent.columns,
    getScrollElement: () => box.current,
    estimateSize: (index) => widthAt(widths ?? new Map(), index + 1) * scale,
    overscan: 3,
    paddingStart: NUMBERS * scale,
    paddingEnd: WORDS * scale,
    scrollPaddingStart: NUMBERS * scale,
    scrollPaddingEnd: WORDS * scale,
    rangeExtractor: columnsDrawn,
    initialRect: { width: 1200, height: 640 },
  });
  const shownRows = rows.getVirtualItems();
  const shownColumns = columns.getVirtualItems();
  const inView = rows.range ?? { startIndex: 0, endIndex: 30 };
  const pages = useGridPages(reading.id, place.tab, props.lastColumn, {
    first: inView.startIndex + 1,
    last: Math.max(inView.endIndex, inView.startIndex) + 1,
  });

  const firstRows = widths === null ? firstRowsOf(pages, inView.startIndex + 1) : null;
  if (firstRows) setWidths(widthsOf(firstRows, marks.table));
  useEffect(() => columns.measure(), [widths, columns]);

  const isFocusOwed = useRef(false);
  useEffect(() => {
    isFocusOwed.current = place.takesFocus;
  }, [place]);
  useEffect(() => {
    if (place.row > 0) rows.scrollToIndex(place.row - 1);
    if (place.column > 0 && place.column <= extent.columns) columns.scrollToIndex(place.column - 1);
  }, [place, extent.columns, rows, columns]);
  // A cell far away is drawn only once the grid has scrolled.
  useEffect(() => {
    if (!isFocusOwed.current || work.edited !== null) return;
    const cell = box.current?.querySelector<HTMLElement>(`[data-row="${place.row}"][data-column="${place.column}"]`);
    if (!cell) return;
    isFocusOwed.current = false;
    cell.focus({ preventScroll: true });
  });

  const go = (next: Place) => onPlace({ ...next, takesFocus: true });
  const textAt = (row: number, column: number): string | undefined =>
    work.waiting.get(cellKey(row, column)) ??
    marks.corrections.get(cellKey(row, column))?.text ??
    textIn(pages.rowAt(row), column);
  const isCell = place.row > 0 && place.column > 0 && place.column <= extent.columns;
  const begin = (text: string) => {
    const now = textAt(place.row, place.column);
    if (isOpen && isCell && now !== undefined) work.begin(text, now);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    const isInside = target.closest('select, input, button') !== null;
    if (event.key === 'Escape' && isInside) return go(place);
    if (isInside || event.altKey) return;
    const inView = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - head) / ROW) - 1);
    const next = moved(place, event, extent, inView);
    if (next) {
      event.preventDefault();
      return go(next);
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      if (isCell) return begin(textAt(place.row, place.column) ?? '');
      if (place.row === 0) target.querySelector<HTMLElement>('select:enabled, input:enabled')?.focus();
      else target.querySelector('button')?.click();
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      if (isOpen && isCell && textAt(place.row, place.column)) work.correct(place, '');
    } else if (event.key.length === 1 && event.key !== ' ') {
      event.preventDefault();
      begin(event.key);
    }
  };
  const actions = useStable<GridActions>({
    onEdited: work.type,
    onEnd: (end, key) => {
      if (end === 'leave') work.leave();
      else work.keep();
      if (!key) return;
      const step = key.shiftKey ? -1 : 1;
      const by = { row: key.key === 'Enter' ? step : 0, column: key.key === 'Tab' ? step : 0 };
      go({
        ...place,
        row: clampTo(place.row + by.row, extent.rows),
        column: clampTo(place.column + by.column, extent.columns),
      });
    },
    onRowUse,
    onQuestion,
  });
  const placeOf = (target: EventTarget): Place | null => {
    const cell = (target as HTMLElement).closest<HTMLElement>('[data-row]');
    return cell && { ...place, row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  };
  const name = marks.table?.tab?.trim() ?? say`The table`;
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells take the focus. */}
      <div
        ref={box}
        role="grid"
        className={styles.grid}
        aria-label={say`${name}, as it was read`}
        aria-rowcount={extent.rows + 1}
        aria-colcount={extent.columns + 2}
        aria-readonly={!isOpen}
        aria-busy={answering.isReading}
        onKeyDown={onKeyDown}
        onMouseDown={(event) => {
          const pressed = placeOf(event.target);
          if (!pressed || (event.target as HTMLElement).closest('select, input, button')) return;
          event.preventDefault();
          if (work.edited !== null) work.keep();
          go(pressed);
        }}
        onDoubleClick={(event) => {
          const pressed = placeOf(event.target);
          if (pressed && work.edited === null) begin(textAt(pressed.row, pressed.column) ?? '');
        }}
      >
        <div style={{ height: rows.getTotalSize(), width: columns.getTotalSize() }} className={styles.canvas}>
          <GridHeads
            columns={shownColumns}
            height={head}
            last={extent.columns}
            active={place.row === 0 ? place.column : -1}
            marks={marks}
            answering={answering}
            isOpen={isOpen}
            actions={actions}
          />
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as in GridRow.tsx. */}
          <div role="rowgroup">
            {shownRows.map(({ index, start }) => {
              const isActive = place.row === index + 1;
              return (
                <GridRow
                  key={index}
                  row={index + 1}
                  top={start}
                  shown={pages.rowAt(index + 1)}
                  columns={shownColumns}
                  last={extent.columns}
                  active={isActive ? place.column : -1}
                  edited={isActive ? work.edited : null}
                  waiting={work.waiting}
                  marks={marks}
                  isOpen={isOpen}
                  isBusy={answering.isReading}
                  actions={actions}
                />
              );
            })}
          </div>
        </div>
      </div>
      {pages.failed && (
        <div className={`alert error ${styles.failed}`} role="alert">
          <Icon name="alert" />
          <span>
            {sayAround`Rows ${groupDigits(pages.failed.from)} to ${groupDigits(Math.min(pages.failed.to, extent.rows))} could not be loaded.`}
          </span>
          <button type="button" className="btn sm" onClick={pages.failed.retry}>
            {say`Retry`}
          </button>
        </div>
      )}
    </div>
  );
}

/** The active cell stays drawn when it is scrolled out of view, so that the focus is not lost. */
function withActive(range: Range, at: number): number[] {
  const shown = defaultRangeExtractor(range);
  return at < 0 || at >= range.count || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b);
}

const clampTo = (value: number, last: number) => Math.min(Math.max(value, 1), last);

const ROWS_MEASURED = 60;

/** Null while they are not read. */
function firstRowsOf({ rowAt }: GridPages, first: number): ShownRow[] | null {
  if (rowAt(first) === undefined) return null;
  return Array.from({ length: ROWS_MEASURED }, (_, index) => rowAt(first + index)).filter(
    (row) => row !== null && row !== undefined,
  );
}
