// What of a file is not imported: columns, tables under the first, and tabs, each with how many values it has.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { SheetReading } from '#src/contract/sheets.ts';
import { LEFT_OUT_WORDS, mustBeAccepted } from '#src/domain/sheets/words.ts';
import { groupDigits, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { placeOf, rowsInWords } from './sheetPlaces.ts';
import styles from './sheets.module.css';

type LeftOut = SheetReading['left_out'][number];

/** What has to be accepted. What follows from other columns is no loss, and is shown among the columns only. */
export const lostOf = ({ left_out }: SheetReading): LeftOut[] => left_out.filter(mustBeAccepted);

/** "Column “Left company”", "The tab “Notes”", "The table “Summary” in rows 22 to 27". */
function nameOf({ tab, column, heading, rows }: LeftOut): string {
  if (column !== null) return heading ? `“${heading}”` : say`Column ${column}`;
  if (rows.length > 0) return heading ? say`The table “${heading}”` : say`A table under the first`;
  return tab === null ? say`The file` : say`The tab “${tab.trim()}”`;
}

export function SheetLeftOut({ reading }: { reading: SheetReading }) {
  const lost = lostOf(reading);
  if (lost.length === 0) return null;
  return (
    <Card title={say`Not imported`} about={say`Values of the file that stay out of the record.`} flush>
      <ul className={styles.findings} aria-label={say`Not imported`}>
        {lost.map((each) => {
          const { tab, column, rows, cells, reason } = each;
          const isTab = column === null && rows.length === 0;
          const place = isTab ? '' : placeOf({ tab, column, rows: rowsInWords(rows) });
          return (
            <li key={JSON.stringify([tab, column, rows[0] ?? null])}>
              <div>
                <p>
                  {nameOf(each)}: {plural(cells, say`value`, say`values`)}
                </p>
                <small>{[LEFT_OUT_WORDS[reason], place].filter(Boolean).join(' · ')}</small>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const NAMED = 5;

/** The same in one sentence, beside Apply. */
export function LeftOutLine({ reading }: { reading: SheetReading }) {
  const lost = lostOf(reading);
  if (lost.length === 0) return null;
  const names = lost.slice(0, NAMED).map(nameOf);
  const more = lost.length - names.length;
  return (
    <p className="mut">
      {sayAround`Not imported: ${names.join(', ')}${more > 0 && say` and ${groupDigits(more)} more`}.`}
    </p>
  );
}
