/* oxlint-disable jsx-a11y/prefer-tag-over-role -- as in GridRow.tsx. */
// One cell of the file: its text, what is wrong with it, what was corrected; or the box in which it is corrected now.
import { say } from '#src/words/say.ts';
import { memo } from 'react';
import { columnLetters } from '#src/domain/sheets/values/cells.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import type { GridActions } from './gridActions.ts';
import type { Finding } from './tabMarks.ts';
import styles from './grid.module.css';

interface CellProps {
  row: number;
  /** 1 is column A. */
  column: number;
  left: number;
  width: number;
  /** Undefined while it is not read yet. */
  text: string | undefined;
  findings: Finding[] | undefined;
  /** What the file has in place of a corrected text. */
  was: string | undefined;
  isWaiting: boolean;
  isAsked: boolean;
  isUnread: boolean;
  isActive: boolean;
  edited: string | null;
  actions: GridActions;
}

const NUMERIC = /^[-+($€£]*\s*\d[\d.,'’\s]*[)%]?$/;

export const GridCell = memo(function GridCell(props: CellProps) {
  const { row, column, left, width, text, findings, was, isWaiting, isActive, edited } = props;
  const severity = findings?.some((finding) => finding.severity === 'error') ? 'error' : findings && 'warning';
  const classes = [
    styles.cell,
    text !== undefined && NUMERIC.test(text) && styles.number,
    was !== undefined && styles.corrected,
    isWaiting && styles.waiting,
    props.isAsked && styles.asked,
    props.isUnread && styles.unread,
    isActive && styles.active,
  ];
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-invalid={severity === 'error' || undefined}
      data-severity={severity}
      data-row={row}
      data-column={column}
      tabIndex={isActive ? 0 : -1}
      className={classes.filter(Boolean).join(' ')}
      style={{ left, width }}
      title={edited === null && text && text.length * 7 > width ? text : undefined}
    >
      {edited !== null ? (
        <Editor {...props} edited={edited} />
      ) : text === undefined ? (
        <i className={styles.bone} aria-hidden="true" />
      ) : (
        <>
          {severity && <Icon name={severity === 'error' ? 'alert' : 'warning'} small />}
          <span className={styles.text}>{text}</span>
          {was !== undefined && <Icon name="edit" small />}
          {(findings || was !== undefined) && (
            <span className="vh">
              {findings?.map(
                ({ severity: kind, message }) => ` ${kind === 'error' ? say`Error` : say`Warning`}: ${message}`,
              )}
              {was !== undefined && say` Corrected here. The file has ${was === '' ? say`nothing` : `“${was}”`}.`}
            </span>
          )}
        </>
      )}
    </div>
  );
});

function Editor({ row, column, edited, actions: { onEdited, onEnd } }: CellProps & { edited: string }) {
  return (
    <input
      className={styles.editor}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- opens on a key or a double click in its own cell.
      autoFocus
      aria-label={`${columnLetters(column)}${row}`}
      value={edited}
      maxLength={1000}
      onChange={(event) => onEdited(event.target.value)}
      onBlur={() => onEnd('keep')}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onEnd('leave', event);
        if (event.key === 'Enter' || event.key === 'Tab') {
          event.preventDefault();
          onEnd('keep', event);
        }
      }}
    />
  );
}
