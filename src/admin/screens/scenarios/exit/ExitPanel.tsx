// Who is paid what when the company is sold: a slider over the price, stacked areas with the breakpoints, what each of them means,
// and the figures as a table.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useId, useState } from 'react';
import { decimal, formatDecimal, toFixed } from '#src/domain/figures/decimal.ts';
import type { ExitFigures } from '#src/domain/model/scenario/exitStep.ts';
import { breakpointWords } from '#src/domain/model/scenario/exitWords.ts';
import { formatAmount, formatMoney } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { shownPercents } from '#src/admin/kit/percents.ts';
import { positionOf, POSITIONS, proceedsAt } from './proceedsScale.ts';
import { stackedAreas, ticksOf, VIEW_BOX } from './stackedAreas.ts';
import styles from './exit.module.css';

export interface ExitParty {
  id: string;
  name: string;
  colour: string;
}

interface ExitPanelProps {
  exit: ExitFigures;
  /** Classes, convertibles, `options` and `warrants`, in the order from the bottom of the chart. */
  classes: readonly ExitParty[];
  /** The holders that are shown. */
  holders: readonly ExitParty[];
  /** Absent where the price cannot be changed. */
  onProceeds?: (proceeds: string) => void;
}

/** To the cent, a half rounded up. */
const cents = (amount: string): string => toFixed(decimal(amount), 2);

type By = 'class' | 'holder';
const OTHERS = 'others';
const HOLDERS_SHOWN = 7;

export function ExitPanel({ exit, classes, holders, onProceeds }: ExitPanelProps) {
  const [by, setBy] = useState<By>('class');
  const lines = by === 'class' ? classLines(exit, classes) : holderLines(exit, holders);
  const nameOf = (id: string) => classes.find((each) => each.id === id)?.name ?? id;
  return (
    <Card
      title={say`Exit`}
      about={say`${formatMoney(exit.proceeds)} for the company${exit.net === exit.proceeds ? '' : say`, ${formatMoney(exit.net)} after costs and debt`}.`}
      className={styles.exit}
      end={
        <fieldset className="seg sm" aria-label={say`Areas`}>
          {(['class', 'holder'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={by === each} onClick={() => setBy(each)}>
              {each === 'class' ? say`By class` : say`By holder`}
            </button>
          ))}
        </fieldset>
      }
    >
      {onProceeds && <ProceedsSlider proceeds={exit.proceeds} onProceeds={onProceeds} />}
      <Areas exit={exit} lines={lines} nameOf={nameOf} />
      <Payouts lines={lines} net={exit.net} convert={by === 'class' ? exit.convert : []} />
      <Breakpoints exit={exit} nameOf={nameOf} />
    </Card>
  );
}

interface Line extends ExitParty {
  amount: string;
  amountAt: (point: ExitFigures['curve'][number]) => number;
}

function classLines({ paid }: ExitFigures, classes: readonly ExitParty[]): Line[] {
  return classes
    .filter(({ id }) => paid[id] !== undefined)
    .map((each) => ({
      ...each,
      amount: paid[each.id]!,
      amountAt: (point) => Number(point.payout[each.id] ?? 0),
    }));
}

/** The largest by what they are paid at the end of the chart; all others, and those who are not shown, are one line. */
function holderLines({ by_holder, curve, net }: ExitFigures, holders: readonly ExitParty[]): Line[] {
  const last = curve.at(-1);
  const ordered = holders
    .filter(({ id }) => by_holder[id] !== undefined)
    .sort((a, b) => Number(last?.by_holder[b.id] ?? 0) - Number(last?.by_holder[a.id] ?? 0));
  const shown = ordered.slice(0, HOLDERS_SHOWN);
  const lines = shown.map((each, index): Line => ({
    ...each,
    colour: `var(--c${(index % 8) + 1})`,
    amount: by_holder[each.id]!,
    amountAt: (point) => Number(point.by_holder[each.id] ?? 0),
  }));
  const rest = lines.reduce((left, { amount }) => left - decimal(amount), decimal(cents(net)));
  if (ordered.length <= HOLDERS_SHOWN && rest <= 0n) return lines;
  return [
    ...lines,
    {
      id: OTHERS,
      name: say`All others`,
      colour: 'var(--ink-3)',
      amount: formatDecimal(rest),
      amountAt: (point) =>
        Number(point.proceeds) - shown.reduce((sum, { id }) => sum + Number(point.by_holder[id] ?? 0), 0),
    },
  ];
}

function ProceedsSlider({ proceeds, onProceeds }: { proceeds: string; onProceeds: (proceeds: string) => void }) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{say`Price of the company`}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={POSITIONS}
        step={1}
        value={positionOf(proceeds)}
        aria-valuetext={formatMoney(proceeds)}
        onChange={(event) => onProceeds(proceedsAt(Number(event.target.value)))}
      />
      <output htmlFor={id} className="tn">
        {formatMoney(proceeds)}
      </output>
    </div>
  );
}

/** Numbers side by side would cover each other: one that is too near the last has its line alone. */
function isApart(marks: readonly { proceeds: string }[], index: number, most: number): boolean {
  let last = -Infinity;
  for (const [at, { proceeds }] of marks.entries()) {
    const place = Number(proceeds) / most;
    const isShown = place - last >= 0.03;
    if (at === index) return isShown;
    if (isShown) last = place;
  }
  return true;
}

/** "$2.5M": on an axis alone. */
function short(value: number): string {
  const [unit, letter] = value >= 1e9 ? [1e9, 'B'] : value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'K'] : [1, ''];
  return `${Number((value / unit).toFixed(2))}${letter}`;
}

function Areas({ exit, lines, nameOf }: { exit: ExitFigures; lines: readonly Line[]; nameOf: (id: string) => string }) {
  const { areas, most } = stackedAreas(exit.curve, lines);
  const at = (value: string | number) => `${Math.min(100, (Number(value) / most) * 100)}%`;
  const marks = breakpointWords(exit, nameOf).slice(1);
  const inWords = say`What is paid to each as the price grows to ${formatMoney(String(Math.round(most)))}. At ${formatMoney(exit.net)}: ${lines.map(({ name, amount }) => `${name} ${formatMoney(amount)}`).join('; ')}.`;
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <svg
          viewBox={VIEW_BOX}
          preserveAspectRatio="none"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of paths
          role="img"
          aria-label={inWords}
        >
          {areas.map(({ id, points }) => (
            <polygon key={id} points={points} style={{ fill: lines.find((line) => line.id === id)!.colour }} />
          ))}
        </svg>
        {ticksOf(most).map((tick) => (
          <span key={tick} className={styles.tickX} style={{ left: at(tick) }} aria-hidden="true">
            {short(tick)}
          </span>
        ))}
        {marks.map(({ proceeds }, index) => (
          <span key={proceeds} className={styles.mark} style={{ left: at(proceeds) }} aria-hidden="true">
            {isApart(marks, index, most) && <b>{index + 1}</b>}
          </span>
        ))}
        <span className={styles.now} style={{ left: at(exit.net) }} aria-hidden="true" />
      </div>
      <figcaption>{say`Net proceeds; the height of each color is what that class receives.`}</figcaption>
    </figure>
  );
}

function Payouts({ lines, net, convert }: { lines: readonly Line[]; net: string; convert: readonly string[] }) {
  const percents = shownPercents(lines.map(({ amount }) => amount));
  return (
    <ScrollBox label={say`Payouts, table`}>
      <table className="dense">
        <TableHead columns={['', [say`Paid`, 'r'], ['%', 'r']]} />
        <tbody>
          {lines.map(({ id, name, colour, amount }, index) => (
            <tr key={id}>
              <td>
                <span className="swatch mark" style={{ color: colour }} /> {name}
                {convert.includes(id) && <small className="mut"> {say`converts into common`}</small>}
              </td>
              <td className="r">{formatAmount(cents(amount))}</td>
              <td className="r">{percents[index]}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="tot">
            <td>{say`Net proceeds`}</td>
            <td className="r">{formatAmount(cents(net))}</td>
            <td className="r">{lines.length > 0 ? '100.00' : ''}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}

function Breakpoints({ exit, nameOf }: { exit: ExitFigures; nameOf: (id: string) => string }) {
  const words = breakpointWords(exit, nameOf);
  return (
    <section className={styles.breakpoints} aria-label={say`Breakpoints`}>
      <h3>{say`What happens as the price grows`}</h3>
      <ol start={0}>
        {words.map(({ proceeds, happens, next }, index) => (
          <li key={proceeds}>
            <b className="tn">{index === 0 ? say`From the start` : say`${index}. From ${formatMoney(proceeds)}`}</b>
            {index > 0 && <p>{happens.join(' ')}</p>}
            {next.length > 0 && (
              <p className="mut">
                {sayAround`Of each further dollar: ${next.map(({ id, percent }) => `${nameOf(id)} ${figures(percent)} %`).join(', ')}.`}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
