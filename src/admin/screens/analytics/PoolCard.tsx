// The plans' pool over time, and how long what is left lasts.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { PoolAnswer } from '#src/contract/analytics.ts';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { scaleTo } from '#src/admin/kit/charts/scale.ts';
import { SeriesChart } from '#src/admin/kit/charts/SeriesChart.tsx';
import type { SeriesPart } from '#src/admin/kit/charts/SeriesChart.tsx';
import { formatDay, formatShares } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { Answered } from './Answered.tsx';
import { analyticsPath, definitions, heightOf } from './analyticsRules.ts';
import type { View } from './analyticsRules.ts';
import type { Behind } from './behind.ts';

type Point = PoolAnswer['points'][number];
type Figure = Exclude<keyof Point, 'date'>;

const TITLE = say`Option pool`;
const figureColumn = (name: string, figure: Figure): ChartColumn<Point> => ({
  name,
  align: 'r',
  raw: (point) => point[figure],
  cell: (point) => formatShares(point[figure]),
});
const COLUMNS: readonly ChartColumn<Point>[] = [
  { name: say`Day`, raw: ({ date }) => date, cell: ({ date }) => formatDay(date) },
  figureColumn(say`Reserved`, 'reserved'),
  figureColumn(say`Granted`, 'granted'),
  figureColumn(say`Exercised`, 'exercised'),
  figureColumn(say`Available`, 'available'),
  figureColumn(say`Retired`, 'retired'),
  figureColumn(say`Forfeited`, 'forfeited'),
];
/** Each day asks every plan for its figures, so there are fewer than in other charts. */
const POINTS = 13;
const PARTS = [
  ['exercised', say`Exercised`, 'var(--c1)'],
  ['granted', say`Granted`, 'var(--c3)'],
  ['available', say`Available`, 'var(--c7)'],
] as const;

export function PoolCard({ view, open }: { view: View; open?: ((behind: Behind) => void) | undefined }) {
  return (
    <Answered<PoolAnswer> title={TITLE} path={analyticsPath('pool', { from: view.from, to: view.to, points: POINTS })}>
      {(answer) => <Pool answer={answer} open={open} />}
    </Answered>
  );
}

function Pool({ answer, open }: { answer: PoolAnswer; open: ((behind: Behind) => void) | undefined }) {
  const { points } = answer;
  const isEmpty = points.every(({ reserved, granted, exercised }) =>
    [reserved, granted, exercised].every((figure) => figure === '0'),
  );
  const whole = points.map((point) => PARTS.reduce((sum, [figure]) => sum + heightOf(point[figure]), 0));
  const parts = PARTS.map(([figure, name, colour]): SeriesPart => ({
    id: figure,
    name,
    colour,
    heights: points.map((point) => heightOf(point[figure])),
    shown: points.map((point) => formatShares(point[figure])),
    open:
      open && figure === 'available'
        ? (at) =>
            open({
              kind: 'figure',
              as_of: points[at]!.date,
              basis: 'fully_diluted',
              title: say`Unallocated pool`,
              instrument: 'pool',
            })
        : undefined,
  }));
  return (
    <ChartCard
      title={TITLE}
      answer={isEmpty ? undefined : sentenceOf(answer)}
      definition={definitions.pool}
      file="pool"
      columns={COLUMNS}
      rows={isEmpty ? [] : points}
      empty={say`No plan reserves any shares.`}
      chart={
        <SeriesChart
          label={TITLE}
          dates={points.map(({ date }) => date)}
          parts={parts}
          {...scaleTo(Math.max(...whole))}
          beside={(at) => <span>{sayAround`Reserved ${formatShares(points[at]!.reserved)}`}</span>}
        />
      }
      below={
        !isEmpty && (
          <KeyValues
            items={[
              [say`Granted in the last twelve months`, formatShares(answer.granted_in_12_months)],
              [say`Forfeited so far`, formatShares(points.at(-1)!.forfeited)],
            ]}
          />
        )
      }
    />
  );
}

function sentenceOf({ points, runway_months }: PoolAnswer): string {
  const { available, reserved } = points.at(-1)!;
  const left = say`${formatShares(available)} of ${formatShares(reserved)} reserved shares can still be granted`;
  if (runway_months === null) return say`${left}. Nothing was granted in the last twelve months.`;
  return say`${left}: enough for ${runway_months} ${runway_months === 1 ? say`month` : say`months`} at the pace of the last twelve.`;
}
