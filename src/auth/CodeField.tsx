// The field of a code that was sent or that an app shows.
import { say } from '../words/say.ts';
import type { ClipboardEvent } from 'react';
import { type FieldProps, TextField } from './fields.tsx';

export const codeLength = 6;

/** Six digits; other typed or pasted characters are removed. */
export function CodeField({
  value,
  onChange,
  ...rest
}: Omit<FieldProps, 'label' | 'renderEnd' | 'onChange'> & { onChange: (code: string) => void }) {
  const take = (text: string) => onChange(text.replace(/\D/g, '').slice(0, codeLength));
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    // The field's maxLength would cut "123 456" before its space is removed.
    event.preventDefault();
    take(event.clipboardData.getData('text'));
  }
  return (
    <TextField
      {...rest}
      label={say`Verification Code`}
      className="code"
      value={value}
      onChange={take}
      onPaste={paste}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={codeLength}
    />
  );
}
