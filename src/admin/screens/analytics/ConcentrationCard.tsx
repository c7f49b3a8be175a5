// How far the company is in few hands.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import type { ConcentrationAnswer } from '#src/contract/analytics.ts';
import { instrumentWords } from '#src/domain/captable/capTableBasis.ts';
import { decimal, formatDecimal, round } from '#src/domain/figures/decimal.ts';
import { BarList } from '#src/admin/kit/charts/BarList.tsx';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { formatShares } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { Answered } from './Answered.tsx';
import { analyticsPath, definitions, heightOf, percentText } from './analyticsRules.ts';
import type { View } from './analyticsRules.ts';
import type { Behind } from './behind.ts';

type Row = Omit<ConcentrationAnswer['top'][number], 'shareholder_id'> & { shareholder_id: string | null };

const TITLE = say`Concentration`;
/** The largest holders, and the pool where it counts. */
const linesOf = ({ top, pool }: ConcentrationAnswer): Row[] =>
  pool && top.length > 0 ? [...top, { ...pool, shareholder_id: null, name: instrumentWords.pool }] : top;

const COLUMNS: readonly ChartColumn<Row>[] = [
  { name: say`Holder`, raw: ({ name }) => name },
  { name: say`Counted`, align: 'r', raw: ({ quantity }) => quantity, cell: ({ quantity }) => formatShares(quantity) },
  { name: '%', align: 'r', raw: ({ percent }) => percent },
];

export function ConcentrationCard({ view, open }: { view: View; open?: ((behind: Behind) => void) | undefined }) {
  return (
    <Answered<ConcentrationAnswer>
      title={TITLE}
      path={analyticsPath('concentration', { basis: view.basis, as_of: view.to })}
    >
      {(answer) => <Concentration answer={answer} open={open} />}
    </Answered>
  );
}

function Concentration({
  answer,
  open,
}: {
  answer: ConcentrationAnswer;
  open: ((behind: Behind) => void) | undefined;
}) {
  const { as_of, basis, holders, top, hhi, effective_holders, gini } = answer;
  return (
    <ChartCard
      title={TITLE}
      answer={
        top[0] &&
        say`${top[0].name} owns the most: ${percentText(top[0].percent)}. Ownership is as concentrated as with ${formatShares(formatDecimal(round(decimal(effective_holders), 1, 'HALF_UP')))} equal holders.`
      }
      definition={definitions.concentration}
      file="concentration"
      columns={COLUMNS}
      rows={linesOf(answer)}
      empty={say`Nobody holds anything that is counted on this day.`}
      chart={
        <BarList
          label={say`The largest holders`}
          bars={linesOf(answer).map(({ shareholder_id, name, percent }) => ({
            key: shareholder_id ?? 'pool',
            name:
              open && shareholder_id !== null ? (
                <button
                  type="button"
                  className="link"
                  onClick={() => open({ kind: 'figure', as_of, basis, title: name, shareholder_id })}
                >
                  {name}
                </button>
              ) : (
                name
              ),
            parts: [{ width: heightOf(percent), colour: shareholder_id === null ? 'var(--line-strong)' : 'var(--c1)' }],
            shown: percentText(percent),
          }))}
        />
      }
      below={
        top.length > 0 && (
          <KeyValues
            items={[
              [say`Holders`, formatShares(holders)],
              [say`Equal holders of the same index`, formatShares(effective_holders)],
              [say`Herfindahl-Hirschman index`, say`${formatShares(hhi)} of 10,000`],
              [say`Gini coefficient`, figures(gini)],
            ]}
          />
        )
      }
    />
  );
}
