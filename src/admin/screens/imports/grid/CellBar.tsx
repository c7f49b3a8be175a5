// Above the grid: the active cell, what is wrong with it and what would be accepted, and what can be done about it and its row.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { columnLetters } from '#src/domain/sheets/values/cells.ts';
import { groupDigits, withDays } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import type { SheetAnswering } from '../useSheet.ts';
import type { Extent, Place } from './gridPlaces.ts';
import { verbOf } from './RowEnds.tsx';
import { cellKey, isIgnored, rowWords } from './tabMarks.ts';
import type { TabMarks } from './tabMarks.ts';
import styles from './workbench.module.css';

interface CellBarProps {
  marks: TabMarks;
  place: Place;
  extent: Extent;
  isOpen: boolean;
  answering: SheetAnswering;
  onTakeBack: () => void;
  onRowUse: (row: number) => void;
  onHeadings: (rows: number[]) => void;
}

export function CellBar({ marks, place, extent, isOpen, answering, onTakeBack, onRowUse, onHeadings }: CellBarProps) {
  const { row, column } = place;
  const isCell = row > 0 && column > 0 && column <= extent.columns;
  const findings = [
    ...(marks.findings.get(cellKey(row, column)) ?? []),
    ...(marks.findings.get(cellKey(row, 0)) ?? []),
  ];
  const correction = marks.corrections.get(cellKey(row, column));
  const words = row > 0 ? rowWords(marks, row) : '';
  const verb = isOpen && row > 0 ? verbOf(marks, row) : null;
  const name =
    row === 0
      ? say`Column ${columnLetters(column)}`
      : isCell
        ? `${columnLetters(column)}${row}`
        : say`Row ${groupDigits(row)}`;
  return (
    <div className={styles.bar}>
      <b className={styles.name}>{name}</b>
      <div className={styles.says}>
        {findings.map(({ severity, message }) => (
          <p key={message} data-severity={severity}>
            <Icon name={severity === 'error' ? 'alert' : 'warning'} small />
            <span>{withDays(message)}</span>
          </p>
        ))}
        {correction && (
          <p>
            <Icon name="edit" small />
            <span>
              {sayAround`Corrected here. The file has ${correction.was === '' ? say`nothing in this cell` : <q>{correction.was}</q>}.`}
            </span>
            {isOpen && (
              <button type="button" className="link" onClick={onTakeBack}>
                {say`Take it back`}
              </button>
            )}
          </p>
        )}
        {findings.length === 0 && !correction && <p className="dim">{hintOf(marks, place, words, isOpen)}</p>}
        {isOpen && row > 0 && (
          <div className={styles.rowActs}>
            {verb && (
              <button
                type="button"
                className="link"
                aria-disabled={answering.isReading}
                onClick={() => {
                  if (!answering.isReading) onRowUse(row);
                }}
              >
                {verb === 'import' ? say`Read row ${row}` : say`Leave row ${row} out`}
              </button>
            )}
            <HeadingChoice marks={marks} row={row} onHeadings={onHeadings} />
          </div>
        )}
      </div>
    </div>
  );
}

function hintOf(marks: TabMarks, { row }: Place, words: string, isOpen: boolean): string {
  const { table } = marks;
  if (table && isIgnored(table))
    return say`Nothing in this tab is imported. If it holds data, say on the left what it holds.`;
  if (isOpen && table?.heading_rows.length === 0)
    return say`No headings were recognised in this tab. Move to the row that has them, and say so.`;
  if (row === 0) return isOpen ? say`Enter opens the menu with what the column means.` : say`What the column means.`;
  if (words !== '') return say`${words}. This row is not imported.`;
  return isOpen ? say`Type or press Enter to correct a cell. The file itself stays as it came.` : say`As it was read.`;
}

interface HeadingChoiceProps {
  marks: TabMarks;
  row: number;
  onHeadings: (rows: number[]) => void;
}

/** Headings are in one row or two. */
function HeadingChoice({ marks: { table }, row, onHeadings }: HeadingChoiceProps) {
  if (!table || isIgnored(table)) return null;
  const rows = table.heading_rows;
  const isHeading = rows.includes(row);
  if (isHeading && rows.length === 1) return null;
  const goesOn = rows.length === 1 && row === rows[0]! + 1;
  return (
    <>
      {goesOn && (
        <button type="button" className="link" onClick={() => onHeadings([rows[0]!, row])}>
          {sayAround`Row ${groupDigits(row)} is part of the headings`}
        </button>
      )}
      <button type="button" className="link" onClick={() => onHeadings([row])}>
        {isHeading ? say`Headings only in row ${groupDigits(row)}` : say`Headings are in row ${groupDigits(row)}`}
      </button>
    </>
  );
}
