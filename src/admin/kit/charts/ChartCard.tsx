// One question a card: its answer as a sentence, a chart with its definition beside it, and the same figures as a table and a CSV.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMe } from '#src/admin/session/useMe.ts';
import { today } from '../format.ts';
import { Icon } from '../icons.tsx';
import { Card } from '../parts/Card.tsx';
import { saveFile } from '../parts/saveFile.ts';
import { ScrollBox } from '../parts/ScrollBox.tsx';
import { TableHead } from '../parts/TableHead.tsx';
import { csvFile } from './csvFile.ts';
import styles from './charts.module.css';

export interface ChartColumn<R> {
  name: string;
  align?: 'r';
  /** As the table shows it; `raw` where it is absent. */
  cell?: (row: R) => ReactNode;
  /** As a file holds it: exact, without separators. */
  raw: (row: R) => string;
}

interface ChartCardProps<R> {
  title: string;
  /** The answer to the card's question. */
  answer?: ReactNode;
  /** What is counted, and how. */
  definition: ReactNode;
  /** What the reader may choose for this card alone. */
  controls?: ReactNode;
  /** The middle of the file's name: "ownership". */
  file: string;
  columns: readonly ChartColumn<R>[];
  rows: readonly R[];
  /** Said in place of chart and table where there are no rows. */
  empty: string;
  /** Absent: the table is the only picture of these figures. */
  chart?: ReactNode;
  /** Beneath chart and table. */
  below?: ReactNode;
}

export function ChartCard<R>(props: ChartCardProps<R>) {
  const { title, answer, definition, controls, file, columns, rows, empty, chart, below } = props;
  const [isTable, setTable] = useState(false);
  const { active } = useMe();
  const isEmpty = rows.length === 0;
  const save = () => {
    const text = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ raw }) => raw(row)))];
    saveFile(csvFile(text), `${active ? `${active}-` : ''}${file}-${today()}.csv`);
  };
  return (
    <Card
      className={styles.chartCard}
      title={title}
      end={
        isEmpty ? undefined : (
          <span className={styles.acts}>
            {chart && (
              <button type="button" className="btn text" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
                {isTable ? say`As a chart` : say`As a table`}
              </button>
            )}
            <button type="button" className="btn text" onClick={save} aria-label={say`${title} as CSV`}>
              <Icon name="download" small />
              {say`CSV`}
            </button>
          </span>
        )
      }
    >
      {answer && <p className={styles.answer}>{answer}</p>}
      {controls && <div className={styles.controls}>{controls}</div>}
      {isEmpty && <p className="mut">{empty}</p>}
      {!isEmpty && !isTable && chart}
      {!isEmpty && (!chart || isTable) && <Table title={title} columns={columns} rows={rows} />}
      {below && <div className={styles.below}>{below}</div>}
      <p className={styles.definition}>{definition}</p>
    </Card>
  );
}

function Table<R>({ title, columns, rows }: Pick<ChartCardProps<R>, 'title' | 'columns' | 'rows'>) {
  return (
    <ScrollBox label={say`${title}, table`} className={`scroll ${styles.table}`}>
      <table className="dense">
        <TableHead columns={columns.map(({ name, align }) => (align ? ([name, align] as const) : name))} />
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows are read, never moved
            <tr key={index}>
              {columns.map(({ name, align, cell, raw }) => (
                <td key={name} className={align}>
                  {cell ? cell(row) : raw(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
