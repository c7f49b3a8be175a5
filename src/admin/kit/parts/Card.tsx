// A white box with a border, a title and at most one element at the top right.
import { say } from '#src/words/say.ts';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface CardProps {
  title?: string;
  about?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
  /** Tables and row lists reach the card's edges; text keeps its padding. */
  flush?: boolean;
  className?: string;
}

export function Card({ title, about, end, children, flush = false, className = '' }: CardProps) {
  const id = useId();
  return (
    <section className={`card ${className}`.trim()} aria-labelledby={title ? id : undefined}>
      {title && (
        <header>
          <div>
            <h2 id={id}>{title}</h2>
            {about && <p>{about}</p>}
          </div>
          {end && <span className="end">{end}</span>}
        </header>
      )}
      {flush ? children : <div className="body">{children}</div>}
    </section>
  );
}

export interface Fact {
  label: string;
  value: ReactNode;
  /** A text of sentences: as wide as the card. */
  isLong?: boolean;
}

export function Facts({ items, one = false }: { items: Fact[]; one?: boolean }) {
  return (
    <dl className={one ? 'facts one' : 'facts'}>
      {items.map(({ label, value, isLong }) => (
        <div key={label} className={isLong ? 'wide' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** More characters than fit half a phone's width in the usual type. */
const LONG_FIGURE = 12;

/** Figures in a row, with a line of context under each. */
export function Strip({ items }: { items: Array<{ label: string; figure: ReactNode; context?: ReactNode }> }) {
  return (
    <dl className="card strip">
      {items.map(({ label, figure, context }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={typeof figure === 'string' && figure.length > LONG_FIGURE ? 'figure long' : 'figure'}>
            {figure}
          </dd>
          {context && <dd className="ctx">{context}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** Label left, figure right, line by line. */
export function KeyValues({ items }: { items: Array<[string, ReactNode]> }) {
  return (
    <dl className="kv">
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An unknown value, as opposed to zero. */
export function Unknown({ why = say`Not recorded` }: { why?: string }) {
  return (
    <span title={why}>
      –<span className="vh"> {why}</span>
    </span>
  );
}
