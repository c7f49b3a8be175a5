// A shareholder's view: their own holdings by class. Also the convertibles, which every view shows below the table.
import { say } from '#src/words/say.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { Blank } from '#src/admin/kit/parts/states.tsx';
import { FigureCell } from './CapTableFigure.tsx';
import type { CapTable } from './capTableAnswer.ts';
import { columnTotal, convertibleWord, isZero, moneyText } from './capTableRules.ts';
import type { Figure } from './capTableRules.ts';
import styles from './capTable.module.css';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';

export function OwnTable({ table }: { table: CapTable }) {
  if (table.rows.length === 0 && table.convertibles.length === 0) {
    return (
      <div className="card">
        <Blank icon="certificates" title={say`No holdings are recorded for you on this day`}>
          {say`When the company issues or transfers shares to you, they appear here.`}
        </Blank>
      </div>
    );
  }
  return (
    <div className="stack">
      {table.rows.length > 0 && (
        <section className="card long" aria-label={say`What you own`}>
          <ScrollBox label={say`What you own, table`}>
            <OwnHoldings table={table} />
          </ScrollBox>
        </section>
      )}
      {table.convertibles.length > 0 && <Convertibles table={table} about={say`Money that may become shares.`} />}
    </div>
  );
}

/** One row for each class and kind. */
function OwnHoldings({ table }: { table: CapTable }) {
  const lines = table.rows.flatMap(({ holdings, options, warrants }) => [
    ...holdings.map(({ share_class, quantity }) => [share_class, quantity] as const),
    [say`Options, underlying shares`, options] as const,
    [say`Warrants, underlying shares`, warrants] as const,
  ]);
  const held = columnTotal(table.rows.flatMap(({ holdings }) => holdings.map(({ quantity }) => quantity)));
  const hasOthers = table.rows.some(({ options, warrants }) => !isZero(options) || !isZero(warrants));
  return (
    <table className={`dense ${styles.captable}`}>
      <TableHead columns={[say`Share class`, [say`Shares`, 'r']]} />
      <tbody>
        {lines
          .filter(([, quantity]) => !isZero(quantity))
          .map(([name, quantity], index) => (
            <tr key={`${index} ${name}`}>
              <th scope="row">{name}</th>
              <td className="r">{formatShares(quantity)}</td>
            </tr>
          ))}
      </tbody>
      {!(hasOthers && isZero(held)) && (
        <tfoot>
          <tr className="tot">
            <th scope="row">
              {say`Shares you hold`} {hasOthers && <small>{say`Options and warrants are not counted.`}</small>}
            </th>
            <td className="r">{formatShares(held)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface ConvertiblesProps {
  table: CapTable;
  about: string;
  /** Without it, the figures are plain text. */
  open?: ((figure: Figure) => void) | undefined;
}

export function Convertibles({ table, about, open }: ConvertiblesProps) {
  return (
    <Card title={say`Convertibles`} about={about} flush className="padtop">
      <ScrollBox label={say`Convertibles, table`}>
        <table className="dense">
          <TableHead columns={[say`Kind`, [say`Outstanding`, 'r'], [say`Amount`, 'r']]} />
          <tbody>
            {table.convertibles.map(({ kind, count, amount, currency }) => (
              <tr key={`${kind}-${currency}`}>
                <td>{convertibleWord(kind)}</td>
                <td className="r">{count}</td>
                <FigureCell
                  value={amount}
                  text={moneyText(amount, currency)}
                  figure={amountFigure(kind, currency)}
                  open={open}
                />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

const amountFigure = (kind: string, currency: string | null): Figure => ({
  title: say`Convertibles, ${convertibleWord(kind)}`,
  kind: 'convertibles',
  convertible_type: kind,
  currency,
  of: 'quantity',
  unit: currency ?? 'money',
});
