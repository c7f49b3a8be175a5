// What a holder owns today, by class, from the same cap table as everywhere else.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { formatShares, withDays } from '#src/admin/kit/format.ts';
import { Strip } from '#src/admin/kit/parts/Card.tsx';
import { classColours } from '../shared/classColours.ts';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import { classPercents, rowOf } from '../capTable/capTableRules.ts';
import { isWhole } from '../capTable/capTableAnswer.ts';
import type { CapTable } from '../capTable/capTableAnswer.ts';

export function HoldingFigures({ record }: { record: ShareholderPage }) {
  const { data } = useRead<CapTable>('/api/cap-table/');
  if (!data) return null;
  const row = rowOf(data, record.id);
  const held = inWords(record);
  return (
    <Strip
      items={[
        {
          label: say`Shares`,
          figure: row ? formatShares(row.total) : '0',
          context: held ?? say`Nothing held today`,
        },
        ...(isWhole(data)
          ? [
              {
                label: say`Share of outstanding stock`,
                figure: `${figures(percentage(decimal(row?.total ?? '0'), decimal(data.total), 2))}%`,
              },
            ]
          : []),
        ...(record.fully_diluted_percent
          ? [
              {
                label: say`Fully diluted`,
                figure: `${figures(toFixed(decimal(record.fully_diluted_percent), 2))}%`,
                context: say`With options, warrants and the pool`,
              },
            ]
          : []),
      ]}
    />
  );
}

/** Holdings of every kind, worded as in the list; null if there are none. */
const inWords = ({ holdings }: ShareholderPage) => (typeof holdings === 'string' ? withDays(holdings) : null);

export function Holdings({ record }: { record: ShareholderPage }) {
  const { data, error, isPending, refetch } = useRead<CapTable>('/api/cap-table/');
  if (error) return <Failed what={say`The holdings`} error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  const row = rowOf(data, record.id);
  const colourOf = classColours(data.classes);
  if (!row || row.holdings.length === 0) {
    const held = inWords(record);
    return (
      <p className="none">
        {say`Holds no shares today.`}
        {held && say` On record: ${held}.`}
      </p>
    );
  }
  return (
    <ScrollBox label={say`Stock held, table`}>
      <table className="roomy">
        <thead>
          <tr>
            <th scope="col">{say`Share class`}</th>
            <th scope="col" className="r">
              {say`Shares`}
            </th>
            {isWhole(data) && (
              <th scope="col" className="r">
                {say`% of class`}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {row.holdings.map((holding) => {
            return (
              <tr key={holding.share_class_id}>
                <td>
                  <span className="swatch mark" style={{ color: colourOf(holding.share_class_id) }} />
                  {holding.share_class}
                </td>
                <td className="r">{formatShares(holding.quantity)}</td>
                {isWhole(data) && <td className="r">{figures(classPercents(data, holding))}</td>}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td>{say`All classes`}</td>
            <td className="r">{formatShares(row.total)}</td>
            {isWhole(data) && <td aria-hidden="true" />}
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}
