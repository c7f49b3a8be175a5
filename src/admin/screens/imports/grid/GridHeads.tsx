/* oxlint-disable jsx-a11y/prefer-tag-over-role -- as in GridRow.tsx. */
// The heads of the columns in view.
import { say } from '#src/words/say.ts';
import type { VirtualItem } from '@tanstack/react-virtual';
import { memo } from 'react';
import type { SheetAnswering } from '../useSheet.ts';
import { ColumnHead } from './ColumnHead.tsx';
import type { GridActions } from './gridActions.ts';
import type { Question, TabMarks } from './tabMarks.ts';
import styles from './grid.module.css';

interface GridHeadsProps {
  columns: readonly VirtualItem[];
  height: number;
  /** The number of the last column. */
  last: number;
  /** The column of the active head; -1 for none. */
  active: number;
  marks: TabMarks;
  answering: SheetAnswering;
  isOpen: boolean;
  actions: GridActions;
}

const NONE: Question[] = [];

export const GridHeads = memo(function GridHeads(props: GridHeadsProps) {
  const { columns, height, last, active, marks, answering, isOpen, actions } = props;
  const own = (column: number) => ({
    role: 'columnheader',
    'aria-colindex': column + 1,
    'data-row': 0,
    'data-column': column,
    tabIndex: active === column ? 0 : -1,
  });
  return (
    <div role="rowgroup" className={styles.heads}>
      <div role="row" aria-rowindex={1} className={styles.headRow} style={{ height }}>
        <div {...own(0)} className={styles.corner}>
          <span className="vh">{say`Row`}</span>
        </div>
        {columns.map(({ index, start, size }) => (
          <ColumnHead
            key={index}
            number={index + 1}
            left={start}
            width={size}
            table={marks.table}
            column={marks.columns.get(index + 1)}
            questions={marks.questions.get(index + 1) ?? NONE}
            answering={answering}
            isOpen={isOpen}
            isActive={active === index + 1}
            onQuestion={actions.onQuestion}
          />
        ))}
        <div {...own(last + 1)} className={styles.wordsHead}>
          <span className="vh">{say`What the row is`}</span>
        </div>
      </div>
    </div>
  );
});
