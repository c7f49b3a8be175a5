// The totals that the file prints, beside what the cap table will say. A difference needs its reason.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import type { SheetReading } from '#src/contract/sheets.ts';
import { parseDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import { formatDay, formatShares, groupDigits } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import importStyles from './imports.module.css';
import styles from './sheets.module.css';

type Line = SheetReading['tie_out'][number];

const WHAT_WORDS: Record<Line['what'], string> = {
  class: say`Class`,
  holder: say`Holder`,
  granted: say`Options granted`,
  available: say`Available in the plan`,
  outstanding: say`Outstanding shares`,
  fully_diluted: say`Fully diluted shares`,
  principal: say`Principal of SAFEs and notes`,
  gross: say`Paid, gross`,
  tax: say`Tax withheld`,
  net: say`Paid, net`,
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
  const day = as_of === null ? '' : say` on ${formatDay(as_of)}`;
  return (
    <Card
      title={say`Totals`}
      about={say`The totals in the file compared with the cap table after the import${day}${tie_out.some(({ what }) => isPaid(what)) ? say`, and what was paid` : ''}. ${
        tie_out.length === 0
          ? ''
          : differing.length === 0
            ? say`None differs.`
            : differing.length === 1
              ? say`1 total differs.`
              : say`${groupDigits(differing.length)} totals differ.`
      }`}
      flush
    >
      {tie_out.length === 0 ? (
        <p className="none">
          {status === 'questions' || status === 'errors'
            ? say`Totals are compared once every question is answered and every error is settled.`
            : say`The file prints no totals. Compare the cap table with your own after applying.`}
        </p>
      ) : (
        <ScrollBox label={say`Totals, table`}>
          <table className={`${importStyles.stacked} ${styles.totals}`}>
            <TableHead
              columns={[
                say`Total`,
                [say`In the file`, 'r'],
                [say`In Sharebook`, 'r'],
                [say`Difference`, 'r'],
                say`Result`,
              ]}
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
            {sayAround`Show ${groupDigits(left)} more that agree`}
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
      <td className="r" data-head={say`In the file`}>
        {figure(what, file)}
      </td>
      <td className="r" data-head={say`In Sharebook`}>
        {figure(what, ours)}
      </td>
      <td className="r" data-head={say`Difference`}>
        {signed(what, difference)}
      </td>
      <td data-head={say`Result`} className={isDifferent && canExplain ? styles.whole : undefined}>
        <span className={styles.result}>
          {isDifferent ? (
            <ToneChip tone="warning">{say`Differs`}</ToneChip>
          ) : (
            <ToneChip tone="success">{say`Agrees`}</ToneChip>
          )}
          {isDifferent && canExplain && (
            <input
              className="input"
              aria-label={say`Why ${words} differs`}
              placeholder={say`Why they differ`}
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
