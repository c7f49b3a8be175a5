/* oxlint-disable jsx-a11y/prefer-tag-over-role -- as in GridRow.tsx. */
// Above a column: its letter, the heading as the file has it, and what it means. Enter leads into the menu, Escape out of it.
import { say } from '#src/words/say.ts';
import { memo } from 'react';
import type { SheetReading } from '#src/contract/sheets.ts';
import { columnLetters } from '#src/domain/sheets/values/cells.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { ColumnMeaning } from '../ColumnMeaning.tsx';
import { mustBeAnswered } from '../SheetQuestions.tsx';
import type { SheetAnswering } from '../useSheet.ts';
import { isIgnored } from './tabMarks.ts';
import type { Column, Question, Table } from './tabMarks.ts';
import styles from './grid.module.css';

interface ColumnHeadProps {
  number: number;
  left: number;
  width: number;
  table: Table | undefined;
  column: Column | undefined;
  questions: Question[];
  answering: SheetAnswering;
  isOpen: boolean;
  isActive: boolean;
  onQuestion: (id: SheetReading['questions'][number]['id']) => void;
}

export const ColumnHead = memo(function ColumnHead({
  number,
  left,
  width,
  table,
  column,
  questions,
  answering,
  isOpen,
  isActive,
  onQuestion,
}: ColumnHeadProps) {
  const letters = columnLetters(number);
  const open = questions.filter(mustBeAnswered);
  const question = open[0] ?? questions[0];
  const isRead = table !== undefined && !isIgnored(table);
  const classes = [
    styles.columnHead,
    open.length > 0 && styles.asked,
    isRead && column?.field === null && styles.unread,
    isActive && styles.active,
  ];
  return (
    <div
      role="columnheader"
      aria-colindex={number + 1}
      data-row={0}
      data-column={number}
      tabIndex={isActive ? 0 : -1}
      className={classes.filter(Boolean).join(' ')}
      style={{ left, width }}
    >
      <span className={styles.letters}>
        {letters}
        {question && (
          <button
            type="button"
            className={open.length > 0 ? styles.question : styles.answered}
            tabIndex={isActive ? 0 : -1}
            aria-label={say`${open.length > 0 ? say`Question` : say`Answered question`} about column ${letters}`}
            title={question.text}
            onClick={() => onQuestion(question.id)}
          >
            {open.length > 0 ? say`Question` : <Icon name="check" small />}
          </button>
        )}
      </span>
      <b title={column?.heading}>{column?.heading}</b>
      {table && column && (
        <ColumnMeaning
          tableId={table.id}
          column={column}
          answering={answering}
          isDisabled={!isOpen || !isRead}
          tabIndex={isActive ? 0 : -1}
        />
      )}
    </div>
  );
});
