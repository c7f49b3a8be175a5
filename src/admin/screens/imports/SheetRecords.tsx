// What a spreadsheet holds, beside what the company has, and what became of its securities.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { SheetReading } from '#src/contract/sheets.ts';
import { groupDigits } from '#src/admin/kit/format.ts';
import { Card, KeyValues } from '#src/admin/kit/parts/Card.tsx';
import styles from './imports.module.css';

/** Listed where the file has any. */
const IN_FILE: readonly [string, keyof SheetReading['records']][] = [
  [say`Certificates`, 'stock_issuances'],
  [say`Option grants`, 'grants'],
  [say`SAFEs and notes`, 'convertibles'],
  [say`Warrants`, 'warrants'],
  [say`Distributions`, 'distributions'],
  [say`Payments`, 'payments'],
];

export function SheetRecords({ reading: { records, changes, links } }: { reading: SheetReading }) {
  return (
    <>
      <Card title={say`In the file`}>
        <KeyValues
          items={[
            [say`Holders`, groupDigits(records.stakeholders)],
            ...IN_FILE.filter(([, kind]) => records[kind] > 0).map(([words, kind]): [string, string] => [
              words,
              groupDigits(records[kind]),
            ]),
            [say`Entries in the ledger`, groupDigits(records.transactions)],
          ]}
        />
      </Card>
      <Card title={say`Beside earlier files`}>
        <KeyValues
          items={[
            [say`New`, groupDigits(changes.new)],
            [say`Changed`, groupDigits(changes.changed)],
            [say`The same`, groupDigits(changes.same)],
            [say`Only in your records`, groupDigits(changes.gone)],
          ]}
        />
      </Card>
      {links.length > 0 && (
        <Card title={say`What happened to securities`} about={say`As the file suggests, and as you answered.`}>
          <ul className={styles.actsList}>
            {links.slice(0, LINKS_SHOWN).map(({ from, to, as }) => (
              <li key={`${from} ${to} ${as}`}>{sayAround`${from} to ${to}${(<small>{LINK_WORDS[as]}</small>)}`}</li>
            ))}
          </ul>
          {links.length > LINKS_SHOWN && (
            <p>{sayAround`${groupDigits(links.length - LINKS_SHOWN)} more are not listed.`}</p>
          )}
        </Card>
      )}
    </>
  );
}

const LINKS_SHOWN = 50;

const LINK_WORDS: Record<SheetReading['links'][number]['as'], string> = {
  transfer: say`Transfer`,
  exercise: say`Exercise`,
  conversion: say`Conversion`,
};
