// A choice whose answers are all in sight: one press each.
import { errorAriaOf, FieldMessage } from './FieldShell.tsx';
import { inputId } from './inputId.ts';
import { useField } from './useField.ts';
import type { FieldInputProps } from './useField.ts';
import styles from './form.module.css';

export function Radios({
  name,
  field,
  help,
  options,
}: FieldInputProps & { options: readonly (readonly [string, string])[] }) {
  const { control, error, label } = useField({ name, field });
  const shownHelp = help ?? field.help;
  return (
    <fieldset className={error ? 'field bad boxes' : 'field boxes'}>
      <legend>{label}</legend>
      <div className={styles.radios}>
        {options.map(([value, word], index) => (
          <label key={value} className="box-choice">
            <input
              type="radio"
              name={control.name}
              value={value}
              checked={control.value === value}
              onChange={() => control.onChange(value)}
              onBlur={control.onBlur}
              // The summary of errors leads to the first.
              id={index === 0 ? inputId(name) : undefined}
              {...(index === 0 ? errorAriaOf(name, error, Boolean(shownHelp)) : {})}
            />
            {word}
          </label>
        ))}
      </div>
      <FieldMessage name={name} error={error} />
      {shownHelp && (
        <p className="help" id={`${inputId(name)}-help`}>
          {shownHelp}
        </p>
      )}
    </fieldset>
  );
}
