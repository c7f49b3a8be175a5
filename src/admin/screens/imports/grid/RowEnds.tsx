/* oxlint-disable jsx-a11y/prefer-tag-over-role -- as in GridRow.tsx. */
// A row's number at its left, with the click that leaves it out; at its right what it is where it is no record, with the click
// that brings it in.
import { say } from '#src/words/say.ts';
import { groupDigits } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { cellKey, rowStateOf, rowWords } from './tabMarks.ts';
import type { TabMarks } from './tabMarks.ts';
import styles from './grid.module.css';

/** What may be chosen for a row; null where nothing may. */
export function verbOf(marks: TabMarks, row: number): 'import' | 'skip' | null {
  const state = rowStateOf(marks, row);
  if (state === 'record') return 'skip';
  const skipped = marks.skipped.get(row);
  return state === 'skipped' && skipped && skipped.reason !== 'incomplete' ? 'import' : null;
}

interface RowEndProps {
  marks: TabMarks;
  row: number;
  isEmpty: boolean;
  isActive: boolean;
  /** Null where nothing may be chosen. */
  verb: 'import' | 'skip' | null;
  isBusy: boolean;
  onUse: (row: number) => void;
}

export function RowNumber({
  marks,
  row,
  isActive,
  verb,
  isBusy,
  onUse,
  isHidden,
}: RowEndProps & { isHidden: boolean }) {
  const findings = marks.findings.get(cellKey(row, 0));
  const isFaulty = findings?.some(({ severity }) => severity === 'error');
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      data-row={row}
      data-column={0}
      tabIndex={isActive ? 0 : -1}
      data-severity={findings && (isFaulty ? 'error' : 'warning')}
      className={[styles.numberHead, isActive && styles.active].filter(Boolean).join(' ')}
      title={isHidden ? say`Hidden in the file, and read` : undefined}
    >
      {findings && <Icon name={isFaulty ? 'alert' : 'warning'} small />}
      {verb === 'skip' && <UseButton verb={verb} row={row} isBusy={isBusy} onUse={onUse} />}
      <span>
        {groupDigits(row)}
        {isHidden && <small>{say`hidden`}</small>}
        {findings && <span className="vh">{findings.map(({ message }) => ` ${message}`)}</span>}
      </span>
    </div>
  );
}

export function RowWords({
  marks,
  row,
  isEmpty,
  isActive,
  verb,
  isBusy,
  onUse,
  column,
}: RowEndProps & { column: number }) {
  const words = isEmpty ? '' : rowWords(marks, row);
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      data-row={row}
      data-column={column}
      tabIndex={isActive ? 0 : -1}
      className={[styles.words, words && styles.said, isActive && styles.active].filter(Boolean).join(' ')}
    >
      {words && <span title={words}>{words}</span>}
      {verb === 'import' && <UseButton verb={verb} row={row} isBusy={isBusy} onUse={onUse} />}
    </div>
  );
}

function UseButton({ verb, row, isBusy, onUse }: Pick<RowEndProps, 'verb' | 'row' | 'isBusy' | 'onUse'>) {
  const label = verb === 'import' ? say`Read row ${row}` : say`Leave row ${row} out`;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) onUse(row);
      }}
    >
      {verb === 'import' ? say`Read` : <Icon name="close" small />}
    </button>
  );
}
