// The fields in which somebody changes how they sign in.
import type { ChangeEvent, ReactNode, RefObject } from 'react';
import type { ChoiceProps, PhoneLook } from '#src/auth/phone/phoneLook.ts';
import { errorAriaOf, FieldMessage } from '#src/admin/kit/form/FieldShell.tsx';
import { inputId } from '#src/admin/kit/form/inputId.ts';

interface BoxProps {
  name: string;
  label: string;
  type: 'email' | 'tel' | 'text' | 'password';
  value: string;
  onChange: (typed: string, event: ChangeEvent<HTMLInputElement>) => void;
  error?: string | undefined;
  help?: string | undefined;
  inputMode?: 'numeric';
  autoComplete?: string;
  disabled?: boolean;
  ref?: RefObject<HTMLInputElement | null> | undefined;
}

export function Box({ name, label, onChange, error = '', help, ...input }: BoxProps) {
  return (
    <BoxShell name={name} label={label} error={error} help={help}>
      <span className="input-box">
        <input
          {...input}
          id={inputId(name)}
          className="input"
          onChange={(event) => onChange(event.target.value, event)}
          {...errorAriaOf(name, error || null, Boolean(help))}
        />
      </span>
    </BoxShell>
  );
}

function ChoiceBox({ name, label, value, onChange, disabled, wrong = '', help, children }: ChoiceProps) {
  return (
    <BoxShell name={name} label={label} error={wrong} help={help}>
      <select
        id={inputId(name)}
        className="input"
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        {...errorAriaOf(name, wrong || null, Boolean(help))}
      >
        {children}
      </select>
    </BoxShell>
  );
}

type ShellProps = Pick<BoxProps, 'name' | 'label' | 'help'> & { error: string; children: ReactNode };

const BoxShell = ({ name, label, error, help, children }: ShellProps) => (
  <div className={error ? 'field bad' : 'field'}>
    <label htmlFor={inputId(name)}>{label}</label>
    {children}
    <FieldMessage name={name} error={error || null} />
    {help && (
      <p className="help" id={`${inputId(name)}-help`}>
        {help}
      </p>
    )}
  </div>
);

/** How a phone number is asked for in the console. */
export const consoleLook: PhoneLook = {
  Box: ({ wrong, className: _number, type = 'tel', ...box }) => <Box {...box} type={type} error={wrong} />,
  Choice: ChoiceBox,
  button: 'link',
};
