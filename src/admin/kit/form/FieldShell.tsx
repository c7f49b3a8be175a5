// Around every input: the label above, the error with its icon, the help below, all tied to the input for screen readers.
import { say } from '#src/words/say.ts';
import type { ReactNode } from 'react';
import type { Field } from '#src/resources/kit/fields.ts';
import { Icon } from '../icons.tsx';
import { inputId } from './inputId.ts';

interface FieldShellProps {
  name: string;
  label: string;
  field: Field;
  error: string | null;
  help?: ReactNode;
  children: ReactNode;
}

export function FieldShell({ name, label, field, error, help, children }: FieldShellProps) {
  const id = inputId(name);
  const shownHelp = help ?? field.help ?? field.definition;
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor={id}>
        {label}
        {!field.required && <span>{say`optional`}</span>}
      </label>
      {children}
      <FieldMessage name={name} error={error} />
      {shownHelp && (
        <p className="help" id={`${id}-help`}>
          {shownHelp}
        </p>
      )}
    </div>
  );
}

/** The error under an input. */
export function FieldMessage({ name, error }: { name: string; error: string | null }) {
  if (!error) return null;
  return (
    <p className="msg" id={`${inputId(name)}-error`}>
      <Icon name="alert" />
      <span>{error}</span>
    </p>
  );
}

/** Ties a group of boxes to its error, through its first box, or a box of no record to its error and help. */
export function errorAriaOf(name: string, error: string | null, hasHelp = false) {
  const described = [error && `${inputId(name)}-error`, hasHelp && `${inputId(name)}-help`].filter(Boolean).join(' ');
  return { ...(error && { 'aria-invalid': true }), ...(described !== '' && { 'aria-describedby': described }) };
}

/** The attributes that tie an input to its label, error and help; `beside`: the id of another description. */
export function ariaOf(name: string, field: Field, error: string | null, hasHelp: boolean, beside?: string) {
  const id = inputId(name);
  const described = [
    error && `${id}-error`,
    (hasHelp || field.help || field.definition) && `${id}-help`,
    beside,
  ].filter(Boolean);
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-required': field.required ? true : undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
}
