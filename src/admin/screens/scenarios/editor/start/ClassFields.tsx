// A class that is typed in, with the terms of its preference.
import { say } from '#src/words/say.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { SelectField, TextField } from '../boxes.tsx';
import { FigureField } from '../FigureField.tsx';
import { ofKind } from './typedStart.ts';
import type { TypedClass } from './typedStart.ts';
import styles from '../editor.module.css';

interface ClassFieldsProps {
  value: TypedClass;
  number: number;
  faults: Readonly<Record<string, string>>;
  onChange: (value: TypedClass) => void;
  onRemove: () => void;
}

/** Ranks that a list can offer; the API takes more. */
const RANKS = 6;

export function ClassFields({ value, number, faults, onChange, onRemove }: ClassFieldsProps) {
  const { name, kind, preference, rank, participating, total_cap } = value;
  const ranks = Math.max(RANKS, (rank ?? 0) + 1);
  return (
    <fieldset className={styles.part} aria-label={name || say`Class ${number}`}>
      <div className={styles.line}>
        <TextField
          label={say`Class ${number}`}
          value={name}
          fault={faults.name ?? faults.id}
          onChange={(next) => onChange({ ...value, name: next })}
        />
        <SelectField
          label={say`Kind`}
          value={kind}
          choices={[
            ['COMMON', say`Common`],
            ['PREFERRED', say`Preferred`],
          ]}
          fault={faults.kind}
          onChange={(next) => onChange(ofKind(value, next as TypedClass['kind']))}
        />
        <button
          type="button"
          className={`btn text ${styles.remove}`}
          aria-label={say`Remove ${name || say`class ${number}`}`}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </div>
      {kind === 'PREFERRED' && (
        <>
          <div className={styles.two}>
            <FigureField
              label={say`Total preference`}
              unit="money"
              value={preference}
              fault={faults.preference}
              onChange={(next) => onChange({ ...value, preference: next === '' ? null : next })}
            />
            <SelectField
              label={say`Rank`}
              value={String(rank ?? 0)}
              choices={Array.from({ length: ranks }, (_, at) => [
                String(at),
                at === 0 ? say`1, paid first` : String(at + 1),
              ])}
              fault={faults.rank}
              onChange={(next) => onChange({ ...value, rank: Number(next) })}
            />
          </div>
          <div className={participating ? styles.two : styles.part}>
            <SelectField
              label={say`After its preference`}
              value={participating ? 'yes' : 'no'}
              choices={[
                ['no', say`Non-participating`],
                ['yes', say`Participating`],
              ]}
              fault={faults.participating}
              onChange={(next) =>
                onChange({
                  ...value,
                  participating: next === 'yes',
                  total_cap: next === 'yes' ? (total_cap ?? null) : null,
                })
              }
            />
            {participating && (
              <FigureField
                label={say`Participation cap`}
                unit="money"
                value={total_cap}
                fault={faults.total_cap}
                help={say`Empty: no cap.`}
                onChange={(next) => onChange({ ...value, total_cap: next === '' ? null : next })}
              />
            )}
          </div>
        </>
      )}
    </fieldset>
  );
}
