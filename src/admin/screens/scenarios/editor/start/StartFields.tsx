// A start that is typed in: classes with their preferences, holders with their shares, options, and convertibles.
import { say } from '#src/words/say.ts';
import type { ReactNode } from 'react';
import { Icon } from '#src/admin/kit/icons.tsx';
import { SelectField, TextField } from '../boxes.tsx';
import { faultsUnder } from '../fieldsProps.ts';
import { FigureField } from '../FigureField.tsx';
import { InstrumentFields } from '../InstrumentFields.tsx';
import { ClassFields } from './ClassFields.tsx';
import { Group } from './Group.tsx';
import type { StartFieldsProps } from './Group.tsx';
import { Rights } from './Rights.tsx';
import {
  renamedConvertible,
  withNewClass,
  withNewConvertible,
  withNewHolder,
  withoutClass,
  withoutConvertible,
  withoutHolder,
} from './typedStart.ts';
import type { TypedClass, TypedHolding } from './typedStart.ts';
import styles from '../editor.module.css';

export function StartFields(props: StartFieldsProps) {
  return (
    <>
      <Classes {...props} />
      <Holders {...props} />
      <Rights {...props} kind="options" />
      <Rights {...props} kind="warrants" />
      <Convertibles {...props} />
    </>
  );
}

/** One line with the button that takes it away. */
function Line({ what, onRemove, children }: { what: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className={styles.line}>
      {children}
      <button type="button" className={`btn text ${styles.remove}`} aria-label={say`Remove ${what}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function Classes({ start, faults, onChange }: StartFieldsProps) {
  const set = (index: number, next: TypedClass) => onChange({ ...start, classes: start.classes.with(index, next) });
  return (
    <Group title={say`Classes`} add={say`Class`} onAdd={() => onChange(withNewClass(start))}>
      {start.classes.map((each, index) => (
        <ClassFields
          key={each.id}
          value={each}
          number={index + 1}
          faults={faultsUnder(faults, `classes.${index}`)}
          onChange={(next) => set(index, next)}
          onRemove={() => onChange(withoutClass(start, each.id))}
        />
      ))}
    </Group>
  );
}

function Holders({ start, faults, onChange }: StartFieldsProps) {
  const { holders, holdings, classes } = start;
  const rename = (index: number, name: string) =>
    onChange({ ...start, holders: holders.with(index, { ...holders[index]!, name }) });
  const set = (index: number, next: Partial<TypedHolding>) =>
    onChange({ ...start, holdings: holdings.with(index, { ...holdings[index]!, ...next }) });
  return (
    <Group title={say`Holders`} add={say`Holder`} onAdd={() => onChange(withNewHolder(start))}>
      {holders.map(({ id, name }, index) => (
        <fieldset key={id} className={styles.part} aria-label={name || say`Holder ${index + 1}`}>
          <div className={styles.named}>
            <TextField
              label={say`Holder ${index + 1}`}
              value={name}
              fault={faults[`holders.${index}.name`] ?? faults[`holders.${index}.id`]}
              onChange={(next) => rename(index, next)}
            />
            <button
              type="button"
              className={`btn text ${styles.remove}`}
              aria-label={say`Remove ${name || say`holder ${index + 1}`}`}
              onClick={() => onChange(withoutHolder(start, id))}
            >
              <Icon name="close" />
            </button>
          </div>
          {holdings.map((holding, at) =>
            holding.holder === id ? (
              // oxlint-disable-next-line react/no-array-index-key -- lines have no identity of their own.
              <Line
                key={at}
                what={say`shares of ${name || say`holder ${index + 1}`}`}
                onRemove={() => onChange({ ...start, holdings: holdings.toSpliced(at, 1) })}
              >
                <SelectField
                  label={say`Class`}
                  value={holding.class}
                  choices={classes.map((each) => [each.id, each.name])}
                  fault={faults[`holdings.${at}.class`]}
                  onChange={(next) => set(at, { class: next })}
                />
                <FigureField
                  label={say`Shares`}
                  unit="shares"
                  value={holding.shares}
                  fault={faults[`holdings.${at}.shares`]}
                  onChange={(shares) => set(at, { shares })}
                />
              </Line>
            ) : null,
          )}
          {classes.length > 0 && (
            <div className={styles.adds}>
              <button
                type="button"
                className="btn sm"
                onClick={() =>
                  onChange({
                    ...start,
                    holdings: [...holdings, { holder: id, class: classes.at(-1)!.id, shares: '1000000' }],
                  })
                }
              >
                <Icon name="plus" />
                {say`Shares`}
              </button>
            </div>
          )}
        </fieldset>
      ))}
    </Group>
  );
}

function Convertibles({ start, faults, onChange }: StartFieldsProps) {
  const convertibles = start.convertibles ?? [];
  const other = faults.convertibles;
  return (
    <Group title={say`SAFEs and notes`} add={say`SAFE or note`} onAdd={() => onChange(withNewConvertible(start))}>
      {other && <p className="err small">{other}</p>}
      {convertibles.map((each, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line has no id, and its name is typed in it.
        <details key={index} className={styles.more} open={convertibles.length === 1}>
          <summary>{each.id || say`SAFE or note ${index + 1}`}</summary>
          <div className={styles.fields}>
            <div className={styles.named}>
              <TextField
                label={say`Name`}
                value={each.id}
                fault={faults[`convertibles.${index}.id`]}
                onChange={(id) => onChange(renamedConvertible(start, index, id))}
              />
              <button
                type="button"
                className={`btn text ${styles.remove}`}
                aria-label={say`Remove ${each.id || say`SAFE or note ${index + 1}`}`}
                onClick={() => onChange(withoutConvertible(start, index))}
              >
                <Icon name="close" />
              </button>
            </div>
            <InstrumentFields
              instrument={each}
              faults={faultsUnder(faults, `convertibles.${index}`)}
              others={convertibles
                .filter(({ id, type }) => id !== each.id && type !== 'mfn' && type !== 'fixed_pct')
                .map(({ id }) => ({ id, name: id }))}
              onChange={(next) => onChange({ ...start, convertibles: convertibles.with(index, next) })}
            />
          </div>
        </details>
      ))}
    </Group>
  );
}
