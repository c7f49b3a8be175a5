// What a spreadsheet holds, beside what the company has, and what became of its securities.
import type { SheetReading } from '#src/contract/sheets.ts';
import { groupDigits } from '#src/admin/kit/format.ts';
import { Card, KeyValues } from '#src/admin/kit/parts/Card.tsx';
import styles from './imports.module.css';

/** Listed where the file has any. */
const IN_FILE: readonly [string, keyof SheetReading['records']][] = [
  ['Certificates', 'stock_issuances'],
  ['Option grants', 'grants'],
  ['SAFEs and notes', 'convertibles'],
  ['Warrants', 'warrants'],
  ['Distributions', 'distributions'],
  ['Payments', 'payments'],
];

export function SheetRecords({ reading: { records, changes, links } }: { reading: SheetReading }) {
  return (
    <>
      <Card title="In the file">
        <KeyValues
          items={[
            ['Holders', groupDigits(records.stakeholders)],
            ...IN_FILE.filter(([, kind]) => records[kind] > 0).map(([words, kind]): [string, string] => [
              words,
              groupDigits(records[kind]),
            ]),
            ['Entries in the ledger', groupDigits(records.transactions)],
          ]}
        />
      </Card>
      <Card title="Beside earlier files">
        <KeyValues
          items={[
            ['New', groupDigits(changes.new)],
            ['Changed', groupDigits(changes.changed)],
            ['The same', groupDigits(changes.same)],
            ['Only in your records', groupDigits(changes.gone)],
          ]}
        />
      </Card>
      {links.length > 0 && (
        <Card title="What happened to securities" about="As the file suggests, and as you answered.">
          <ul className={styles.actsList}>
            {links.slice(0, LINKS_SHOWN).map(({ from, to, as }) => (
              <li key={`${from} ${to} ${as}`}>
                {from} to {to}
                <small>{LINK_WORDS[as]}</small>
              </li>
            ))}
          </ul>
          {links.length > LINKS_SHOWN && <p>{groupDigits(links.length - LINKS_SHOWN)} more are not listed.</p>}
        </Card>
      )}
    </>
  );
}

const LINKS_SHOWN = 50;

const LINK_WORDS: Record<SheetReading['links'][number]['as'], string> = {
  transfer: 'Transfer',
  exercise: 'Exercise',
  conversion: 'Conversion',
};
