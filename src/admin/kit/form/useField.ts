// The state of a declared field in a form, for whichever input draws it.
import { useInput } from 'react-admin';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { checkFields } from './checkFields.ts';
import { messageOf } from './ErrorSummary.tsx';

export interface FieldInputProps {
  name: string;
  field: Field;
  help?: ReactNode;
  /** Shown inside the box at its right: "shares". */
  unit?: string;
}

/** react-admin's field state, with the message as the person reads it. */
export function useField({ name, field }: Pick<FieldInputProps, 'name' | 'field'>) {
  const { field: control, fieldState } = useInput({
    source: name,
    defaultValue: 'default' in field ? field.default : undefined,
  });
  const error = fieldState.error ? messageOf(fieldState.error) : null;
  return { control, error, label: labelOf({ fields: { [name]: field } }, name) };
}

/** The same for a day or a figure: one that is none is said when the box is left, and not only once the form is sent. */
export function useTypedField({ name, field }: Pick<FieldInputProps, 'name' | 'field'>) {
  const { control, error, label } = useField({ name, field });
  const { trigger, getValues } = useFormContext();
  const onChange = (value: unknown) => {
    control.onChange(value);
    if (error) void trigger(name);
  };
  const onBlur = () => {
    control.onBlur();
    const value: unknown = getValues(name);
    if (value !== '' && checkFields({ [name]: field }, { [name]: value })[name]) void trigger(name);
  };
  return { control: { ...control, onChange, onBlur }, error, label };
}
