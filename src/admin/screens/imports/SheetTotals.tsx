// The totals that the file prints, beside what the cap table will say. A difference needs its reason.
import { useState } from 'react';
import type { SheetReading } from '#src/contract/sheets.ts';
import { parseDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import { formatDay, formatShares, groupDigits, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import importStyles from './imports.module.css';
import styles from './sheets.module.css';

type Line = SheetReading['tie_out'][number];

const WHAT_WORDS: Record<Line['what'], string> = {
  class: 'Class',
  holder: 'Holder',
  granted: 'Options granted',
  available: 'Available in the plan',
  outstanding: 'Outstanding shares',
  fully_diluted: 'Fully diluted shares',
  principal: 'Principal of SAFEs and notes',
  gross: 'Paid, gross',
  tax: 'Tax withheld',
  net: 'Paid, net',
};

export const lineKey = ({ what, name }: Pick<Line, 'what' | 'name'>): string => JSON.stringify([what, name]);
export const differs = ({ difference }: Line): boolean => parseDecimal(difference) !== 0n;

interface SheetTotalsProps {
  reading: SheetReading;
  isOpen: boolean;
  /** By the line's key. */
  reasons: Record<string, string>;
  onReason: (key: string, reason: string) => void;
}

const SHOWN = 50;

export function SheetTotals({ reading: { tie_out, as_of, status }, isOpen, reasons, onReason }: SheetTotalsProps) {
  const [isWhole, setWhole] = useState(false);
  // An answer or a corrected row may still settle a difference.
  const canExplain = isOpen && status === 'ready';
  const differing = tie_out.filter(differs);
  const agreeing = tie_out.filter((line) => !differs(line));
  const shown = [...differing, ...(isWhole ? agreeing : agreeing.slice(0, Math.max(0, SHOWN - differing.length)))];
  const left = tie_out.length - shown.length;
  const day = as_of === null ? '' : ` on ${formatDay(as_of)}`;
  return (
    <Card
      title="Totals"
      about={`The totals in the file compared with the cap table after the import${day}${tie_out.some(({ what }) => isPaid(what)) ? ', and what was paid' : ''}. ${
        tie_out.length === 0
          ? ''
          : differing.length === 0
            ? 'None differs.'
            : `${plural(differing.length, 'total')} ${differing.length === 1 ? 'differs' : 'differ'}.`
      }`}
      flush
    >
      {tie_out.length === 0 ? (
        <p className="none">
          {status === 'questions' || status === 'errors'
            ? 'Totals are compared once every question is answered and every error is settled.'
            : 'The file prints no totals. Compare the cap table with your own after applying.'}
        </p>
      ) : (
        <ScrollBox label="Totals, table">
          <table className={`${importStyles.stacked} ${styles.totals}`}>
            <TableHead
              columns={['Total', ['In the file', 'r'], ['In Sharebook', 'r'], ['Difference', 'r'], 'Result']}
            />
            <tbody>
              {shown.map((line) => (
                <OneLine
                  key={lineKey(line)}
                  line={line}
                  canExplain={canExplain}
                  reason={reasons[lineKey(line)] ?? ''}
                  onReason={(reason) => onReason(lineKey(line), reason)}
                />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {left > 0 && (
        <p className={styles.more}>
          <button type="button" className="link" onClick={() => setWhole(true)}>
            Show {groupDigits(left)} more that agree
          </button>
        </p>
      )}
    </Card>
  );
}

interface OneLineProps {
  line: Line;
  canExplain: boolean;
  reason: string;
  onReason: (reason: string) => void;
}

function OneLine({ line, canExplain, reason, onReason }: OneLineProps) {
  const { what, name, file, ours, difference } = line;
  const isDifferent = differs(line);
  const words = name === null ? WHAT_WORDS[what] : name;
  return (
    <tr className={isDifferent ? undefined : styles.agrees}>
      <td>
        {words}
        {name !== null && <small>{WHAT_WORDS[what]}</small>}
      </td>
      <td className="r" data-head="In the file">
        {figure(what, file)}
      </td>
      <td className="r" data-head="In Sharebook">
        {figure(what, ours)}
      </td>
      <td className="r" data-head="Difference">
        {signed(what, difference)}
      </td>
      <td data-head="Result" className={isDifferent && canExplain ? styles.whole : undefined}>
        <span className={styles.result}>
          {isDifferent ? <ToneChip tone="warning">Differs</ToneChip> : <ToneChip tone="success">Agrees</ToneChip>}
          {isDifferent && canExplain && (
            <input
              className="input"
              aria-label={`Why ${words} differs`}
              placeholder="Why they differ"
              maxLength={1000}
              value={reason}
              onChange={(event) => onReason(event.target.value)}
            />
          )}
        </span>
      </td>
    </tr>
  );
}

function signed(what: Line['what'], difference: string): string {
  if (parseDecimal(difference) === 0n) return '0';
  return difference.startsWith('-') ? `−${figure(what, difference.slice(1))}` : `+${figure(what, difference)}`;
}

const isPaid = (what: Line['what']): boolean => what === 'gross' || what === 'tax' || what === 'net';

/** Amounts that were paid have cents. */
const figure = (what: Line['what'], text: string): string =>
  isPaid(what) ? groupDigits(toFixed(parseDecimal(text) ?? 0n, 2)) : formatShares(text);
