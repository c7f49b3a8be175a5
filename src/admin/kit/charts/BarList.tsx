// Figures as bars, one a line, each with its name and its figure in words. Floats only draw.
import type { ReactNode } from 'react';
import styles from './charts.module.css';

export interface Bar {
  key: string;
  name: ReactNode;
  /** From left to right; the bar is as long as their sum. */
  parts: readonly { width: number; colour: string; title?: string }[];
  shown: string;
}

export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const lengthOf = ({ parts }: Bar) => parts.reduce((sum, { width }) => sum + width, 0);
  const most = Math.max(...bars.map(lengthOf), Number.MIN_VALUE);
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map(({ key, name, parts, shown }) => (
        <li key={key}>
          <span className={styles.name}>{name}</span>
          <span className={styles.track} aria-hidden="true">
            {parts.map(({ width, colour, title }) => (
              <span
                key={colour}
                className="mark"
                title={title}
                style={{ width: `${(width / most) * 100}%`, background: colour }}
              />
            ))}
          </span>
          <b className="tn">{shown}</b>
        </li>
      ))}
    </ul>
  );
}
