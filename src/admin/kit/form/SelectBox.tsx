// A field with a list of choices.
import type { ReactNode } from 'react';
import { ariaOf, FieldShell } from './FieldShell.tsx';
import { useField } from './useField.ts';
import type { FieldInputProps } from './useField.ts';

interface SelectBoxProps extends FieldInputProps {
  /** Its options. */
  children: ReactNode;
  /** The value for a chosen option, where it is not its text. */
  toValue?: (option: string) => unknown;
  /** Under the list, when there is nothing to choose. */
  below?: ReactNode;
}

export function SelectBox({ name, field, help, children, toValue, below }: SelectBoxProps) {
  const { control, error, label } = useField({ name, field });
  return (
    <FieldShell name={name} label={label} field={field} error={error} help={help}>
      <select
        {...control}
        value={String(control.value ?? '')}
        onChange={(event) => control.onChange(toValue ? toValue(event.target.value) : event)}
        className="input"
        {...ariaOf(name, field, error, Boolean(help))}
      >
        {children}
      </select>
      {below}
    </FieldShell>
  );
}
