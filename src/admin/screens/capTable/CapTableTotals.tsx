// What a shareholder sees where the company shows the totals: their own rows with their part of the whole, and the sum of each
// class.
import { inSentence } from '#src/words/inSentence.ts';
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { basisWords, instrumentWords } from '#src/domain/captable/capTableBasis.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { shownPercents } from '#src/admin/kit/percents.ts';
import { Card, Strip } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { OwnTable } from './CapTableOwn.tsx';
import type { CapTable } from './capTableAnswer.ts';
import { isZero } from './capTableRules.ts';

export function TotalsTable({ table }: { table: CapTable & { total: string } }) {
  const [own] = table.rows;
  const { label, unit } = basisWords[table.basis];
  const lines = [
    ...table.classes.map(({ share_class_id, name, counted }) => ({
      id: share_class_id,
      name,
      counted: counted ?? '0',
    })),
    ...table.instruments.map(({ kind, counted }) => ({ id: kind, name: instrumentWords[kind], counted })),
  ].filter(({ counted }) => !isZero(counted));
  const percents = shownPercents(lines.map(({ counted }) => counted));
  return (
    <div className="stack">
      <Strip
        items={[
          { label: say`Yours, ${inSentence(label)}`, figure: formatShares(own?.total ?? '0'), context: unit },
          { label: say`Your stake in the company`, figure: `${percentOf(own?.percent ?? null)}%`, context: label },
          { label: say`In all`, figure: formatShares(table.total), context: unit },
        ]}
      />
      <OwnTable table={table} />
      <Card title={say`The company`} about={say`All holders together, ${inSentence(label)}`} flush className="padtop">
        <ScrollBox label={say`Totals of the company, table`}>
          <table className="dense">
            <TableHead columns={[say`Class`, [unit.charAt(0).toUpperCase() + unit.slice(1), 'r'], ['%', 'r']]} />
            <tbody>
              {lines.map(({ id, name, counted }, index) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td className="r">{formatShares(counted)}</td>
                  <td className="r">{percents[index]}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="tot">
                <th scope="row">{say`In all`}</th>
                <td className="r">{formatShares(table.total)}</td>
                <td className="r">{isZero(table.total) ? '' : '100.00'}</td>
              </tr>
            </tfoot>
          </table>
        </ScrollBox>
      </Card>
    </div>
  );
}

/** "25.0000" -> "25.00". The rows of others are not known, so it is not rounded with them. */
const percentOf = (percent: string | null): string => figures(toFixed(decimal(percent ?? '0'), 2));
