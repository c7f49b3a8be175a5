// A choice from a list on the account screens.
import { type ReactNode, useId } from 'react';
import { describedBy, type FieldProps, Notes } from './fields.tsx';

interface ChoiceFieldProps extends Pick<FieldProps, 'label' | 'value' | 'help' | 'wrong' | 'name' | 'disabled'> {
  onChange: (value: string) => void;
  /** Its options. */
  children: ReactNode;
}

export function ChoiceField({ label, value, onChange, help, wrong, name, disabled, children }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        disabled={disabled}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={describedBy(id, wrong, help)}
      >
        {children}
      </select>
      <Notes id={id} wrong={wrong} help={help} />
    </div>
  );
}
