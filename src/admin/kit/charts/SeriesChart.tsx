// Figures over time as steps: areas one upon another, or a single line. A range input covers the drawing, so that arrow keys, a
// pointer and a finger choose the day that the legend tells of. Floats only draw.
import { say } from '#src/words/say.ts';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { formatDay } from '../format.ts';
import styles from './charts.module.css';

export interface SeriesPart {
  id: string;
  name: string;
  colour: string;
  /** One for each point: what is drawn, and what is said. */
  heights: readonly number[];
  shown: readonly string[];
  /** Opens what is behind this figure on a day. */
  open?: ((at: number) => void) | undefined;
}

interface SeriesChartProps {
  /** The subject: "Ownership over time". */
  label: string;
  dates: readonly string[];
  /** From the bottom to the top. */
  parts: readonly SeriesPart[];
  /** The top of the scale, and what its lines are called, from zero up. */
  max: number;
  ticks: readonly string[];
  /** A line for one part alone; areas otherwise. */
  isLine?: boolean;
  /** Beside the day: what it comes to, and links. */
  beside?: (at: number) => ReactNode;
}

const WIDTH = 600;
const HEIGHT = 200;
/** The part of the width in which the last day is drawn. */
const TAIL = 0.03;

export function SeriesChart({ label, dates, parts, max, ticks, isLine = false, beside }: SeriesChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const id = useId();
  const at = Math.min(chosen ?? dates.length - 1, dates.length - 1);
  const xs = placesOf(dates);
  const day = formatDay(dates[at]!);
  const told = `${day}: ${parts.map(({ name, shown }) => `${name} ${shown[at]}`).join('; ')}`;
  const nearest = (part: number) => {
    const index = xs.findLastIndex((x) => x <= part * WIDTH);
    setChosen(Math.max(0, index));
  };
  return (
    <figure className={styles.series}>
      <div className={styles.plot}>
        <ol className={styles.ticks} aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <li key={tick}>{tick}</li>
          ))}
        </ol>
        <div className={styles.drawing}>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick, index) => {
              const y = HEIGHT - (index / (ticks.length - 1)) * HEIGHT;
              return <path key={tick} className={styles.grid} d={`M0 ${y}H${WIDTH}`} />;
            })}
            {isLine ? <Line part={parts[0]!} xs={xs} max={max} /> : <Areas parts={parts} xs={xs} max={max} />}
            <path className={styles.cursor} d={`M${xs[at]!.toFixed(1)} 0V${HEIGHT}`} />
          </svg>
          <input
            type="range"
            min={0}
            max={dates.length - 1}
            value={at}
            aria-label={say`${label}: the day shown`}
            aria-valuetext={told}
            aria-describedby={id}
            onChange={(event) => setChosen(Number(event.target.value))}
            onPointerMove={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              if (box.width > 0) nearest((event.clientX - box.left) / box.width);
            }}
          />
        </div>
        <p className={styles.days} aria-hidden="true">
          <span>{formatDay(dates[0]!)}</span>
          {dates.length > 2 && <span>{formatDay(dates.at(-1)!)}</span>}
        </p>
      </div>
      <figcaption id={id}>
        <p className={styles.shown}>
          <b>{day}</b>
          {beside?.(at)}
        </p>
        <ul className={`legend ${styles.legend}`}>
          {parts.toReversed().map(({ id: key, name, colour, shown, open }) => (
            <li key={key}>
              <span className="swatch mark" style={{ color: colour }} />
              {open ? (
                <button type="button" className="link" onClick={() => open(at)}>
                  {name}
                </button>
              ) : (
                name
              )}
              <b className="tn">{shown[at]}</b>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function placesOf(dates: readonly string[]): number[] {
  const time = (day: string) => Date.parse(`${day}T00:00:00Z`);
  const [from, to] = [time(dates[0]!), time(dates.at(-1)!)];
  return dates.map((date) => (to === from ? 0 : ((time(date) - from) / (to - from)) * WIDTH * (1 - TAIL)));
}

interface DrawnProps {
  xs: readonly number[];
  max: number;
}

const yOf = (height: number, max: number) => HEIGHT - (max > 0 ? height / max : 0) * HEIGHT;

/** Each point's height from its day until the next point's. */
function stepsOf(heights: readonly number[], xs: readonly number[], max: number): string {
  return heights
    .map((height, index) => `V${yOf(height, max).toFixed(1)}H${(xs[index + 1] ?? WIDTH).toFixed(1)}`)
    .join('');
}

function Areas({ parts, xs, max }: DrawnProps & { parts: readonly SeriesPart[] }) {
  const sums: number[][] = [];
  for (const { heights } of parts) sums.push(heights.map((height, index) => height + (sums.at(-1)?.[index] ?? 0)));
  // From the top down: each area covers what lies beneath its upper edge.
  return parts
    .map(({ id, colour }, index) => (
      <path
        key={id}
        className={styles.area}
        style={{ fill: colour }}
        d={`M0 ${HEIGHT}${stepsOf(sums[index]!, xs, max)}V${HEIGHT}Z`}
      />
    ))
    .toReversed();
}

function Line({ part, xs, max }: DrawnProps & { part: SeriesPart }) {
  const start = `M0 ${yOf(part.heights[0]!, max).toFixed(1)}`;
  const steps = stepsOf(part.heights, xs, max);
  return (
    <>
      <path className={styles.under} d={`M0 ${HEIGHT}${steps}V${HEIGHT}Z`} />
      <path className={styles.line} style={{ stroke: part.colour }} d={`${start}${steps}`} />
    </>
  );
}
