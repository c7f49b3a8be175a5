// A day of no form, under its label: in a filter, or above a table. Its box is loaded after the screen, which shows the day before.
import { lazy, useId } from 'react';
import { formatDay } from '../format.ts';
import { LazyPart } from '../parts/LazyPart.tsx';

const DayBox = lazy(() => import('./DayBox.tsx').then((part) => ({ default: part.DayBox })));

interface LabelledDayProps {
  label: string;
  value: unknown;
  /** With '' once the box is empty. */
  choose: (day: string) => void;
  min?: string;
  max?: string;
  labelClass?: string | undefined;
}

export function LabelledDay({ label, value, choose, min, max, labelClass }: LabelledDayProps) {
  const id = useId();
  return (
    <div className="field">
      <label className={labelClass} htmlFor={id}>
        {label}
      </label>
      <span className="input-box">
        <LazyPart what={label} fallback={<span className="input">{value ? formatDay(String(value)) : null}</span>}>
          <DayBox id={id} value={value} onDay={choose} min={min || undefined} max={max || undefined} />
        </LazyPart>
      </span>
    </div>
  );
}
