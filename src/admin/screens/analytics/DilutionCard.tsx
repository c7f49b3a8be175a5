// One holder's part of the company, step by step, with the entries that changed it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { ConcentrationAnswer, DilutionAnswer } from '#src/contract/analytics.ts';
import { ChartCard } from '#src/admin/kit/charts/ChartCard.tsx';
import type { ChartColumn } from '#src/admin/kit/charts/ChartCard.tsx';
import { SeriesChart } from '#src/admin/kit/charts/SeriesChart.tsx';
import { percentScale } from '#src/admin/kit/charts/scale.ts';
import { formatDay, formatShares, plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { showPath } from '#src/admin/paths.ts';
import { countOfUnit, unitOf } from '../capTable/capTableRules.ts';
import { Answered } from './Answered.tsx';
import { analyticsPath, changeText, definitions, heightOf, percentText, pointsText } from './analyticsRules.ts';
import type { View } from './analyticsRules.ts';
import type { Behind } from './behind.ts';
import { HolderPicker } from './HolderPicker.tsx';

interface DilutionCardProps {
  view: View;
  /** Empty: the holder with the most. Null: the reader. */
  holder: string | null;
  choose: (holder: string) => void;
  open?: ((behind: Behind) => void) | undefined;
}

const TITLE = say`Dilution of one holder`;

export function DilutionCard({ view, holder, choose, open }: DilutionCardProps) {
  const of = (id: string | null, controls?: (name: string) => ReactNode) => (
    <Answered<DilutionAnswer>
      title={TITLE}
      path={analyticsPath('dilution', { shareholder_id: id, basis: view.basis, to: view.to })}
    >
      {(answer) => <Dilution answer={answer} open={open} controls={controls?.(answer.name)} />}
    </Answered>
  );
  if (holder === null) return of(null);
  const picker = (id: string) => (name: string) => <HolderPicker holder={{ id, name }} choose={choose} />;
  if (holder !== '') return of(holder, picker(holder));
  return (
    <Answered<ConcentrationAnswer>
      title={TITLE}
      path={analyticsPath('concentration', { basis: view.basis, as_of: view.to })}
    >
      {({ top: [first] }) =>
        first ? (
          of(first.shareholder_id, picker(first.shareholder_id))
        ) : (
          <Card title={TITLE}>
            <p className="mut">{say`Nobody holds anything that is counted.`}</p>
          </Card>
        )
      }
    </Answered>
  );
}

type Step = DilutionAnswer['points'][number] & { before: string };

const COLUMNS: readonly ChartColumn<Step>[] = [
  { name: say`Day`, raw: ({ date }) => date, cell: ({ date }) => formatDay(date) },
  { name: '%', align: 'r', raw: ({ percent }) => percent },
  {
    name: say`Change, points`,
    align: 'r',
    raw: ({ before, percent }) => changeText(before, percent).replace('−', '-').replace('+', ''),
    cell: ({ before, percent }) => changeText(before, percent),
  },
  { name: say`Counted`, align: 'r', raw: ({ quantity }) => quantity, cell: ({ quantity }) => formatShares(quantity) },
  { name: say`Of`, align: 'r', raw: ({ total }) => total, cell: ({ total }) => formatShares(total) },
  { name: say`Because of`, raw: causeOf, cell: (step) => <Cause step={step} /> },
];

function causeOf({ summary, transactions_count: count, summary_entries: told }: Step): string {
  if (summary === null) return plural(count, say`entry`, say`entries`);
  return count > told ? say`${summary}, and ${formatShares(count - told)} more` : summary;
}

function Cause({ step }: { step: Step }) {
  const { plan_id, transactions, summary_entries } = step;
  const first = transactions[0];
  // To what is named first.
  const leads =
    plan_id !== null && summary_entries === 0
      ? showPath('equity-plans', plan_id)
      : first && showPath('transactions', first);
  if (!leads) return causeOf(step);
  return (
    <Link className="link" to={leads}>
      {causeOf(step)}
    </Link>
  );
}

function Dilution({
  answer,
  open,
  controls,
}: {
  answer: DilutionAnswer;
  open: DilutionCardProps['open'];
  controls?: ReactNode;
}) {
  const { name, basis, points } = answer;
  const steps = points.map((point, index): Step => ({ ...point, before: points[index - 1]?.percent ?? '0' }));
  return (
    <ChartCard
      title={TITLE}
      answer={steps.length > 0 ? sentenceOf(name, steps) : undefined}
      definition={definitions.dilution}
      controls={controls}
      file="dilution"
      columns={COLUMNS}
      rows={steps}
      empty={say`${name} has never held anything that is counted here.`}
      chart={
        steps.length > 0 && (
          <SeriesChart
            label={say`What ${name} owned`}
            dates={steps.map(({ date }) => date)}
            parts={[
              {
                id: 'own',
                name,
                colour: 'var(--c1)',
                heights: steps.map(({ percent }) => heightOf(percent)),
                shown: steps.map(({ percent }) => percentText(percent)),
                open:
                  open &&
                  ((at) =>
                    open({
                      kind: 'figure',
                      as_of: steps[at]!.date,
                      basis,
                      title: name,
                      shareholder_id: answer.shareholder_id,
                    })),
              },
            ]}
            {...percentScale(Math.max(...steps.map(({ percent }) => heightOf(percent))))}
            isLine
            beside={(at) => <StepShown step={steps[at]!} previous={steps[at - 1]} basis={basis} open={open} />}
          />
        )
      }
    />
  );
}

interface StepShownProps {
  step: Step;
  previous: Step | undefined;
  basis: DilutionAnswer['basis'];
  open: DilutionCardProps['open'];
}

function StepShown({ step, previous, basis, open }: StepShownProps) {
  return (
    <>
      <span>
        {sayAround`${countOfUnit(step.quantity, unitOf(basis))} of ${formatShares(step.total)}`}
        {previous && say` (${changeText(step.before, step.percent)} points)`}
      </span>
      <span>
        <Cause step={step} />
      </span>
      {open && previous && step.transactions_count > 1 && (
        <button
          type="button"
          className="link"
          onClick={() => open({ kind: 'between', from: previous.date, to: step.date, basis })}
        >
          {sayAround`All ${formatShares(step.transactions_count)} entries since ${formatDay(previous.date)}`}
        </button>
      )}
    </>
  );
}

/** "Ada owned 100.00 % on 10 Jan 2021 and owns 31.20 %. The largest step down: 12.30 points less on 3 Mar 2023." */
function sentenceOf(name: string, steps: readonly Step[]): string {
  const [first, last] = [steps[0]!, steps.at(-1)!];
  const now = say`${name} owns ${percentText(last.percent)}`;
  if (first === last) return say`${now} since ${formatDay(first.date)}.`;
  const down = steps.slice(1).toSorted((a, b) => fallOf(a) - fallOf(b))[0]!;
  const largest =
    fallOf(down) < 0
      ? say` The largest step down is ${pointsText(down.before, down.percent)} on ${formatDay(down.date)}.`
      : '';
  return say`${now}, after ${percentText(first.percent)} on ${formatDay(first.date)}.${largest}`;
}

const fallOf = ({ before, percent }: Step) => heightOf(percent) - heightOf(before);
