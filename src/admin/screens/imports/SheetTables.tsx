// What the tables and columns of a file mean as they are read, and the rows that are not imported. All of it can be changed.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useId, useState } from 'react';
import type { SheetReading } from '#src/contract/sheets.ts';
import type { Role } from '#src/domain/sheets/reading.ts';
import { SKIP_WORDS } from '#src/domain/sheets/words.ts';
import { groupDigits, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { ColumnMeaning, TableRole } from './ColumnMeaning.tsx';
import { useNextButton } from './useNextButton.ts';
import { useChosen } from './useSheet.ts';
import type { SheetAnswering } from './useSheet.ts';
import importStyles from './imports.module.css';
import styles from './sheets.module.css';

type Table = SheetReading['tables'][number];
type Column = Table['columns'][number];
type Skipped = SheetReading['skipped'][number];

interface SheetTablesProps {
  reading: SheetReading;
  answering: SheetAnswering;
  isOpen: boolean;
}

export function SheetTables({ reading: { tables, skipped }, answering, isOpen }: SheetTablesProps) {
  return (
    <Card
      title={say`What the columns mean`}
      about={[
        tables.length === 1 ? '' : `${plural(tables.length, say`table`, say`tables`)}.`,
        isOpen ? say`Change what is not right; the file is read again after each change.` : say`As the file was read.`,
      ]
        .filter(Boolean)
        .join(' ')}
      flush
    >
      {tables.length === 0 && <p className="none">{say`No table with headings was found in this file.`}</p>}
      {tables.map((table) => (
        <OneTable
          key={table.id}
          table={table}
          skipped={skipped.filter(({ tab }) => tab === table.tab)}
          answering={answering}
          isOpen={isOpen}
        />
      ))}
    </Card>
  );
}

interface OneTableProps {
  table: Table;
  skipped: Skipped[];
  answering: SheetAnswering;
  isOpen: boolean;
}

function OneTable({ table, skipped, answering, isOpen }: OneTableProps) {
  const [isShown, setShown] = useState(false);
  const { id, tab, hidden, columns, first_row, last_row } = table;
  const name = tab === null ? say`The table` : tab.trim();
  const [held, chooseHeld] = useChosen<Role>(table.role, (value) =>
    answering.answer({ tables: [{ id, role: value }] }),
  );
  const rows =
    first_row === null || last_row === null
      ? say`No rows to read`
      : first_row === last_row
        ? say`Row ${groupDigits(first_row)}`
        : say`Rows ${groupDigits(first_row)} to ${groupDigits(last_row)}`;
  return (
    <section className={styles.table} aria-label={name}>
      <div className={styles.tableHead}>
        <div>
          <h3>
            {name}
            {hidden && <ToneChip tone="neutral">{say`Hidden tab`}</ToneChip>}
          </h3>
          <p>
            {hidden ? say`Hidden in the file, and not read unless you say what it holds. ` : ''}
            {rows}.
          </p>
        </div>
        <TableRole label={say`What ${name} holds`} role={held} isDisabled={!isOpen} onRole={chooseHeld} />
      </div>
      {(columns.length > 0 || skipped.length > 0) && (
        <details open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
          <summary>
            {plural(columns.length, say`column`, say`columns`)}
            {skipped.length > 0 && say` and ${plural(skipped.length, say`row`, say`rows`)} not imported`}
          </summary>
          {isShown && (
            <>
              {columns.length > 0 && (
                <Columns table={table} name={name} answering={answering} isDisabled={!isOpen || held === 'ignore'} />
              )}
              <SkippedRows table={table} name={name} skipped={skipped} answering={answering} isOpen={isOpen} />
            </>
          )}
        </details>
      )}
    </section>
  );
}

interface ColumnsProps {
  table: Table;
  name: string;
  answering: SheetAnswering;
  isDisabled: boolean;
}

function Columns({ table, name, answering, isDisabled }: ColumnsProps) {
  return (
    <ScrollBox label={say`${name}, columns`}>
      <table className={`${importStyles.stacked} ${styles.meanings}`}>
        <TableHead columns={[say`Column`, say`Heading in the file`, say`Meaning`]} />
        <tbody>
          {table.columns.map((column) => (
            <OneColumn
              key={column.column}
              tableId={table.id}
              column={column}
              answering={answering}
              isDisabled={isDisabled}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface OneColumnProps {
  tableId: string;
  column: Column;
  answering: SheetAnswering;
  isDisabled: boolean;
}

function OneColumn({ tableId, column, answering, isDisabled }: OneColumnProps) {
  const { column: letter, heading } = column;
  return (
    <tr>
      <td>{letter}</td>
      <td data-head={say`Heading in the file`}>{heading || say`No heading`}</td>
      <td data-head={say`Meaning`} className={styles.whole}>
        <div className={styles.meaning}>
          <ColumnMeaning tableId={tableId} column={column} answering={answering} isDisabled={isDisabled} />
        </div>
      </td>
    </tr>
  );
}

const SHOWN = 200;

interface SkippedRowsProps {
  table: Table;
  name: string;
  skipped: Skipped[];
  answering: SheetAnswering;
  isOpen: boolean;
}

function SkippedRows({ table, name, skipped, answering, isOpen }: SkippedRowsProps) {
  const id = useId();
  const { list, onPressed } = useNextButton();
  if (skipped.length === 0) return null;
  return (
    <section className={styles.skipped} aria-labelledby={id}>
      <h4 id={id}>{say`Rows not imported`}</h4>
      <ul ref={list} aria-label={say`Rows of ${name} not imported`}>
        {skipped.slice(0, SHOWN).map(({ row, label, reason }, index) => (
          <li key={row}>
            <span>
              <b>{sayAround`Row ${groupDigits(row)}`}</b> {label}
              <small>{SKIP_WORDS[reason]}</small>
            </span>
            {isOpen && reason !== 'incomplete' && (
              <button
                type="button"
                className="btn sm"
                aria-disabled={answering.isReading}
                onClick={() => {
                  if (answering.isReading) return;
                  onPressed(index);
                  void answering.answer({ rows: [{ table: table.id, row, use: 'import' }] });
                }}
              >
                {sayAround`Read row ${row}`}
              </button>
            )}
          </li>
        ))}
      </ul>
      {skipped.length > SHOWN && <p>{sayAround`${groupDigits(skipped.length - SHOWN)} more are not listed.`}</p>}
    </section>
  );
}
