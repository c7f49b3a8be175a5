/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements cannot be placed one by one as they come into view. */
// One row of the file: its number, the cells in view, and what it is where it is no record.
import type { VirtualItem } from '@tanstack/react-virtual';
import { memo } from 'react';
import { mustBeAnswered } from '../SheetQuestions.tsx';
import type { GridActions } from './gridActions.ts';
import { GridCell } from './GridCell.tsx';
import { RowNumber, RowWords, verbOf } from './RowEnds.tsx';
import { cellKey, rowStateOf } from './tabMarks.ts';
import type { TabMarks } from './tabMarks.ts';
import type { ShownRow } from './useGridPages.ts';
import styles from './grid.module.css';

interface GridRowProps {
  row: number;
  top: number;
  /** Undefined while it is not read; null for an empty row. */
  shown: ShownRow | null | undefined;
  columns: readonly VirtualItem[];
  /** The number of the last column. */
  last: number;
  /** The column of the active cell if it is in this row, else -1. */
  active: number;
  edited: string | null;
  waiting: ReadonlyMap<string, string>;
  marks: TabMarks;
  isOpen: boolean;
  isBusy: boolean;
  actions: GridActions;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, top, shown, columns, last, active, edited, waiting, marks, isOpen, isBusy, actions } = props;
  const verb = isOpen && shown ? verbOf(marks, row) : null;
  const end = { marks, row, verb, isEmpty: !shown, isBusy, onUse: actions.onRowUse };
  return (
    <div
      role="row"
      aria-rowindex={row + 1}
      className={active >= 0 ? `${styles.row} ${styles.current}` : styles.row}
      data-state={rowStateOf(marks, row)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <RowNumber {...end} isActive={active === 0} isHidden={shown?.hidden ?? false} />
      {columns.map(({ index, start, size }) => {
        const column = index + 1;
        const key = cellKey(row, column);
        const correction = marks.corrections.get(key);
        return (
          <GridCell
            key={column}
            row={row}
            column={column}
            left={start}
            width={size}
            text={waiting.get(key) ?? correction?.text ?? textIn(shown, column)}
            findings={marks.findings.get(key)}
            was={correction?.was}
            isWaiting={waiting.has(key)}
            isAsked={marks.questions.get(column)?.some(mustBeAnswered) ?? false}
            isUnread={marks.columns.get(column)?.field === null}
            isActive={active === column}
            edited={active === column ? edited : null}
            actions={actions}
          />
        );
      })}
      <RowWords {...end} column={last + 1} isActive={active === last + 1} />
    </div>
  );
});

/** Undefined for a row that is not read yet; an empty cell has an empty text. */
export const textIn = (row: ShownRow | null | undefined, column: number): string | undefined =>
  row === undefined ? undefined : (row?.texts.get(column) ?? '');
