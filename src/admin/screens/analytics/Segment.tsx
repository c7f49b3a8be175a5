// A choice of few, in a row.
import styles from './analytics.module.css';

interface SegmentProps<V extends string> {
  label: string;
  value: V;
  options: readonly (readonly [value: V, label: string])[];
  choose: (value: V) => void;
}

export function Segment<V extends string>({ label, value, options, choose }: SegmentProps<V>) {
  return (
    <fieldset className={styles.segment}>
      <legend className={styles.lab}>{label}</legend>
      <div className="seg fit">
        {options.map(([option, name]) => (
          <button key={option} type="button" aria-pressed={option === value} onClick={() => choose(option)}>
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
