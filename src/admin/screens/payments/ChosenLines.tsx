// Lines of a bank statement that a person chooses: those that paid, or those that came back.
import { say } from '#src/words/say.ts';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { Facts, PaymentLink, Reference } from './statementParts.tsx';
import type { Line } from './statementParts.tsx';

interface ChosenLinesProps {
  label: string;
  /** The heading of the boxes. */
  head: string;
  lines: Line[];
  nameOf: (line: Line) => string;
  isChosen: (line: number) => boolean;
  /** Null for somebody who may only look. */
  onToggle: ((line: number) => void) | null;
  isBusy: boolean;
}

export function ChosenLines({ label, head, lines, nameOf, isChosen, onToggle, isBusy }: ChosenLinesProps) {
  return (
    <ScrollBox label={label}>
      <table className="dense as-cards">
        <TableHead
          columns={[...(onToggle ? [head] : []), say`Line`, say`Day`, [say`Amount`, 'r'], say`Payment`, say`Reference`]}
        />
        <tbody>
          {lines.map((each) => (
            <tr key={each.line}>
              {onToggle && (
                <td data-label={head}>
                  <input
                    type="checkbox"
                    aria-label={nameOf(each)}
                    checked={isChosen(each.line)}
                    disabled={isBusy}
                    onChange={() => onToggle(each.line)}
                  />
                </td>
              )}
              <Facts of={each} />
              <td>
                <PaymentLink of={each.payment} />
              </td>
              <Reference of={each} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
