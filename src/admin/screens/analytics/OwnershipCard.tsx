// Who owned how much over time: founders, employees and investors apart, by class, or by holder.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { OwnershipAnswer } from '#src/contract/analytics.ts';
import { classColours } from '../shared/classColours.ts';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { percentScale } from '#src/admin/kit/charts/scale.ts';
import { SeriesChart } from '#src/admin/kit/charts/SeriesChart.tsx';
import type { SeriesPart } from '#src/admin/kit/charts/SeriesChart.tsx';
import { formatDay, formatShares } from '#src/admin/kit/format.ts';
import { basename, listPath } from '#src/admin/paths.ts';
import { Answered } from './Answered.tsx';
import { analyticsPath, definitions, heightOf, isSame, percentText, pointsText } from './analyticsRules.ts';
import type { View } from './analyticsRules.ts';
import type { Behind } from './behind.ts';
import { Segment } from './Segment.tsx';

export type OwnershipBy = OwnershipAnswer['by'];

interface OwnershipCardProps {
  view: View;
  by: OwnershipBy;
  /** A shareholder sees no relationships. */
  choices: readonly OwnershipBy[];
  choose: (by: OwnershipBy) => void;
  /** Absent for those who may not see the entries. */
  open?: ((behind: Behind) => void) | undefined;
}

const TITLE = say`Ownership over time`;
const WORDS: Record<OwnershipBy, string> = { group: say`Group`, class: say`Class`, holder: say`Holder` };
/** The holders who have a colour of their own. */
const HOLDERS_SHOWN = 7;
const OTHERS_COLOUR = 'var(--c6)';
const HOLDER_COLOURS = [1, 2, 3, 4, 5, 7, 8].map((number) => `var(--c${number})`);

export function OwnershipCard({ view, by, choices, choose, open }: OwnershipCardProps) {
  const path = analyticsPath('ownership', { ...view, by, holders: by === 'holder' ? HOLDERS_SHOWN : null });
  return (
    <Answered<OwnershipAnswer> title={TITLE} path={path}>
      {(answer) => (
        <Ownership
          answer={answer}
          open={open}
          controls={
            <Segment
              label={say`Show by`}
              value={by}
              options={choices.map((each) => [each, WORDS[each]] as const)}
              choose={choose}
            />
          }
        />
      )}
    </Answered>
  );
}

interface Line {
  date: string;
  name: string;
  quantity: string;
  percent: string;
}

const COLUMNS: readonly ChartColumn<Line>[] = [
  { name: say`Day`, raw: ({ date }) => date, cell: ({ date }) => formatDay(date) },
  { name: say`Of`, raw: ({ name }) => name },
  { name: say`Counted`, align: 'r', raw: ({ quantity }) => quantity, cell: ({ quantity }) => formatShares(quantity) },
  { name: '%', align: 'r', raw: ({ percent }) => percent },
];

function Ownership({
  answer,
  controls,
  open,
}: {
  answer: OwnershipAnswer;
  controls: React.ReactNode;
  open: OwnershipCardProps['open'];
}) {
  const { points, by } = answer;
  const rows = points.flatMap(({ date, rows: owned, others }): Line[] => [
    ...owned.map(({ name, quantity, percent }) => ({ date, name, quantity, percent })),
    ...(others ? [{ date, name: othersName(others.holders), quantity: others.quantity, percent: others.percent }] : []),
  ]);
  const isEmpty = points.every(({ total }) => total === '0');
  return (
    <ChartCard
      title={TITLE}
      answer={isEmpty ? undefined : sentenceOf(answer)}
      definition={definitions.ownership}
      controls={controls}
      file={`ownership-by-${by}`}
      columns={COLUMNS}
      rows={isEmpty ? [] : rows}
      empty={say`Nothing is counted on any of these days.`}
      below={by === 'group' && <Unsaid points={points} />}
      chart={
        <SeriesChart
          label={TITLE}
          dates={points.map(({ date }) => date)}
          parts={partsOf(answer, open)}
          {...percentScale(100)}
          beside={(at) => <Beside answer={answer} at={at} open={open} />}
        />
      }
    />
  );
}

/** Asks for what is not on the records of holders. */
function Unsaid({ points }: Pick<OwnershipAnswer, 'points'>) {
  const unknown = points.at(-1)?.rows.find(({ id }) => id === 'unknown');
  if (!unknown || unknown.quantity === '0') return null;
  return (
    <p className="small mut">
      {sayAround`Holders of ${percentText(unknown.percent)} have no relationship on record. ${(
        <Link className="link" to={listPath('shareholders', { relationship: null })}>
          {say`Choose it on their records`}
        </Link>
      )}`}
    </p>
  );
}

/** The ways to what lies behind a day. */
function Beside({
  answer: { points, basis },
  at,
  open,
}: {
  answer: OwnershipAnswer;
  at: number;
  open: OwnershipCardProps['open'];
}) {
  const { date } = points[at]!;
  const before = points[at - 1]?.date;
  return (
    <span className="acts">
      {open && before && (
        <button type="button" className="link" onClick={() => open({ kind: 'between', from: before, to: date, basis })}>
          {sayAround`Entries since ${formatDay(before)}`}
        </button>
      )}
      <Link className="link" to={`${basename}/cap-table?as_of=${date}&basis=${basis}`}>
        {say`Cap table`}
      </Link>
    </span>
  );
}

const othersName = (holders: number) =>
  holders === 1 ? say`1 other holder` : say`${formatShares(holders)} other holders`;

const GROUP_COLOURS: Record<string, string> = {
  founders: 'var(--c1)',
  employees: 'var(--c3)',
  investors: 'var(--c2)',
  others: OTHERS_COLOUR,
  unknown: 'var(--c8)',
};
const INSTRUMENT_COLOURS: Record<string, string> = {
  options: 'var(--ink-3)',
  warrants: 'var(--field)',
  pool: 'var(--line-strong)',
};

/** Every row that has anything on one of the days, in the order of the last day, the largest at the bottom. */
function partsOf({ points, basis, by }: OwnershipAnswer, open: OwnershipCardProps['open']): SeriesPart[] {
  const names = new Map<string, string>();
  for (const { rows } of points.toReversed())
    for (const { id, name, quantity } of rows) if (quantity !== '0') names.set(keyOf(id), names.get(keyOf(id)) ?? name);
  const percentsOf = (id: string) => points.map(({ rows }) => rows.find((row) => keyOf(row.id) === id)?.percent ?? '0');
  const ids = [...names.keys()];
  const drawn = by === 'holder' ? largestOf(ids, percentsOf) : new Set(ids);
  const colourOf = coloursOf(by, points.at(-1)?.rows ?? []);
  const parts = ids
    .filter((id) => drawn.has(id))
    .map((id, index): SeriesPart => ({
      id,
      name: names.get(id)!,
      colour: colourOf(id, index),
      heights: percentsOf(id).map(heightOf),
      shown: percentsOf(id).map(percentText),
      open:
        open && by !== 'group'
          ? (at) => open({ kind: 'figure', as_of: points[at]!.date, basis, ...figureOf(id, names.get(id)!, by) })
          : undefined,
    }));
  const others = points.map(({ rows, others: rest }) =>
    sumOf([...rows.filter(({ id }) => !drawn.has(keyOf(id))).map(({ percent }) => percent), rest?.percent ?? '0']),
  );
  if (others.every((percent) => percent === '0')) return parts;
  const rest = { id: 'others', name: say`All other holders`, colour: OTHERS_COLOUR };
  return [...parts, { ...rest, heights: others.map(heightOf), shown: others.map(percentText) }];
}

const keyOf = (id: string | null) => id ?? 'pool';
const sumOf = (percents: readonly string[]) => formatDecimal(percents.reduce((sum, each) => sum + decimal(each), 0n));

/** Those with the most on any of the days, and the pool. */
function largestOf(ids: readonly string[], percentsOf: (id: string) => string[]): Set<string> {
  const most = (id: string) => Math.max(...percentsOf(id).map(heightOf));
  const holders = ids.filter((id) => id !== 'pool').sort((a, b) => most(b) - most(a));
  return new Set([...holders.slice(0, HOLDERS_SHOWN), 'pool']);
}

function coloursOf(by: OwnershipBy, rows: OwnershipAnswer['points'][number]['rows']) {
  const classes = rows.filter(({ id }) => id !== null && !(id in INSTRUMENT_COLOURS));
  const ofClass = classColours(classes.map(({ id }) => ({ share_class_id: id! })));
  const own = { group: (id: string) => GROUP_COLOURS[id]!, class: ofClass, holder: null }[by];
  return (id: string, index: number) =>
    INSTRUMENT_COLOURS[id] ?? (own ? own(id) : HOLDER_COLOURS[index % HOLDER_COLOURS.length]!);
}

const figureOf = (id: string, name: string, by: 'class' | 'holder' | 'group') =>
  id in INSTRUMENT_COLOURS
    ? { title: name, instrument: id as 'options' | 'warrants' | 'pool' }
    : by === 'class'
      ? { title: name, share_class_id: id }
      : { title: name, shareholder_id: id };

/** "Founders own 54.31 %, 3.20 points less than on 10 Jan 2021." */
function sentenceOf({ points, by }: OwnershipAnswer): string {
  const last = points.at(-1)!;
  const first = points.find(({ total }) => total !== '0')!;
  const owned = last.rows.filter(({ quantity }) => quantity !== '0');
  // The pool is part of the whole, and owns nothing.
  const owners = by === 'class' ? owned : owned.filter(({ id }) => id !== null && id !== 'pool');
  const largest = owners.toSorted((a, b) => heightOf(b.percent) - heightOf(a.percent))[0];
  const told = (by === 'group' && owned.find(({ id }) => id === 'founders')) || largest;
  if (!told) return say`Nothing is counted on ${formatDay(last.date)}.`;
  const before = first.rows.find(({ id }) => id === told.id)?.percent ?? '0';
  const [share, on] = [percentText(told.percent), formatDay(first.date)];
  const since =
    first === last
      ? ''
      : isSame(before, told.percent)
        ? say`, as much as on ${on}`
        : say`, ${pointsText(before, told.percent)} than on ${on}`;
  if (by === 'class') return say`${told.name} is ${share} of the whole${since}.`;
  return by === 'group' && told.id !== 'others'
    ? say`${told.name} own ${share}${since}.`
    : say`${told.name} owns ${share}${since}.`;
}
