// A phone number that is formatted while typed, and lets the user correct a digit in the middle.
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { caretAfterDigits, formatPhone, phoneFieldLength } from '../domain/phone.ts';
import { TextField } from './fields.tsx';

interface PhoneFieldProps {
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  wrong?: string | undefined;
}

export function PhoneField({ value, onChange, disabled, wrong }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // Deleting punctuation does not change the value, but the caret must still be restored.
  const [, redraw] = useState(0);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function take(typed: string, event: ChangeEvent<HTMLInputElement>) {
    const shown = formatPhone(typed);
    const at = event.target.selectionStart ?? typed.length;
    const forced = /\d/.test(typed) && typed.replace(/\D/g, '').startsWith('1') ? 0 : 1;
    const before = typed.slice(0, at).replace(/\D/g, '').length + forced;
    caret.current = at === typed.length ? shown.length : caretAfterDigits(shown, before);
    onChange(shown);
    redraw((count) => count + 1);
  }

  return (
    <TextField
      label="Phone Number"
      ref={input}
      className="num"
      type="tel"
      name="phone"
      autoComplete="tel"
      placeholder="+1 (555) 123-4567"
      maxLength={phoneFieldLength}
      value={value}
      onChange={take}
      disabled={disabled}
      wrong={wrong}
      help="A mobile number in the United States or Canada. Sign-in codes are sent to it."
    />
  );
}
