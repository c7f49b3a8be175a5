// Options, and warrants on the shares of a class: who has them, how many, and at which exercise price.
import { say } from '#src/words/say.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { SelectField, TextField } from '../boxes.tsx';
import { faultsUnder } from '../fieldsProps.ts';
import { FigureField } from '../FigureField.tsx';
import { Group } from './Group.tsx';
import type { StartFieldsProps } from './Group.tsx';
import { holderNamed, nameOfLine, withNewOptions, withNewWarrants } from './typedStart.ts';
import type { TypedRight } from './typedStart.ts';
import styles from '../editor.module.css';

const WORDS = {
  options: { title: say`Options`, remove: (number: number) => say`Remove options ${number}`, add: withNewOptions },
  warrants: { title: say`Warrants`, remove: (number: number) => say`Remove warrants ${number}`, add: withNewWarrants },
} as const;

export function Rights({ start, faults, onChange, kind }: StartFieldsProps & { kind: 'options' | 'warrants' }) {
  const { title, remove, add } = WORDS[kind];
  const lines: readonly TypedRight[] = start[kind] ?? [];
  const set = (index: number, next: Partial<TypedRight>) =>
    onChange({ ...start, [kind]: lines.with(index, { ...lines[index]!, ...next }) });
  return (
    <Group title={title} add={title} onAdd={() => onChange(add(start))}>
      {lines.map((each, index) => {
        const own = faultsUnder(faults, `${kind}.${index}`);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a line has no id, and its name is typed in it.
          <fieldset key={index} className={styles.part} aria-label={`${title} ${index + 1}`}>
            <div className={styles.named}>
              <TextField
                label={say`Who has them`}
                value={nameOfLine(start, each.id)}
                suggestions={start.holders.map(({ name }) => name)}
                fault={own.id}
                onChange={(name) => set(index, { id: holderNamed(start, name) })}
              />
              <button
                type="button"
                className={`btn text ${styles.remove}`}
                aria-label={remove(index + 1)}
                onClick={() => onChange({ ...start, [kind]: lines.toSpliced(index, 1) })}
              >
                <Icon name="close" />
              </button>
            </div>
            {each.class !== undefined && (
              <SelectField
                label={say`Class`}
                value={each.class}
                choices={start.classes.map(({ id, name }) => [id, name])}
                fault={own.class}
                onChange={(next) => set(index, { class: next })}
              />
            )}
            <div className={styles.two}>
              <FigureField
                label={title}
                unit="shares"
                value={each.shares}
                fault={own.shares}
                onChange={(shares) => set(index, { shares })}
              />
              <FigureField
                label={say`Exercise price`}
                unit="money"
                value={each.strike}
                fault={own.strike}
                onChange={(strike) => set(index, { strike })}
              />
            </div>
          </fieldset>
        );
      })}
    </Group>
  );
}
