// A phone number: of the United States or Canada, formatted while typed, and a digit in the middle can be corrected; or, after a
// switch, of another country.
import { say } from '#src/words/say.ts';
import { type ChangeEvent, type ClipboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  caretAfterDigits,
  formatPhone,
  hasNoAreaCode,
  heldAsTyped,
  isWirePhone,
  phoneFieldLength,
  phoneTypedLength,
} from '#src/domain/phone.ts';
import { ChoiceField } from '../ChoiceField.tsx';
import { TextField } from '../fields.tsx';
import type { PhoneEntryProps, PhoneLook } from './phoneLook.ts';

type Elsewhere = typeof import('./PhoneElsewhere.tsx').default;
type Mode = 'here' | 'loading' | 'failed' | { Part: Elsewhere };

export function PhoneEntry(props: PhoneEntryProps) {
  const { value, onChange, disabled, look } = props;
  const [mode, setMode] = useState<Mode>(isWirePhone(value) ? 'loading' : 'here');
  // A number of another country that was typed into the first field; it is none until somebody switches.
  const [typed, setTyped] = useState(isWirePhone(value) ? value : '');
  useEffect(() => {
    if (mode !== 'loading') return;
    import('./PhoneElsewhere.tsx').then(
      (part) => setMode({ Part: part.default }),
      (error: unknown) => {
        console.error('The field for other countries could not be loaded', error);
        setMode('failed');
      },
    );
  }, [mode]);
  const isHere = typeof mode === 'string';
  const go = (next: Mode) => {
    if (next === 'here') setTyped('');
    onChange('');
    setMode(next);
  };
  const put = (held: string, number = '') => {
    setTyped(held);
    onChange(number);
  };
  // Before the browser cuts it to the field's length.
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (heldAsTyped(text)) put(text);
    else if (text.length > phoneFieldLength) put('', formatPhone(text));
    else return;
    event.preventDefault();
  };
  return (
    <div className="phone-entry" onPaste={isHere && !disabled ? paste : undefined}>
      {isHere ? (
        <NumberHere
          {...props}
          typed={typed}
          onTyped={put}
          onChange={(number) => put('', number)}
          wrong={
            mode === 'failed' ? say`The field for other countries could not be loaded. Please try again.` : props.wrong
          }
        />
      ) : (
        <mode.Part {...props} typed={typed} />
      )}
      <p className="switch">
        <button
          type="button"
          className={look.button}
          disabled={disabled || mode === 'loading'}
          onClick={() => go(isHere ? 'loading' : 'here')}
        >
          {isHere ? say`My number is from another country` : say`My number is from the United States or Canada`}
        </button>
      </p>
    </div>
  );
}

function NumberHere(props: PhoneEntryProps & { typed: string; onTyped: (text: string) => void }) {
  const { label, value, onChange, disabled, wrong, look, typed, onTyped } = props;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // Deleting punctuation does not change the value, but the caret must still be restored.
  const [, redraw] = useState(0);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function take(text: string, event: ChangeEvent<HTMLInputElement>) {
    if (heldAsTyped(text) !== null || (text.trim() === '+' && value === '')) return onTyped(text);
    const shown = formatPhone(text);
    const at = event.target.selectionStart ?? text.length;
    const forced = /\d/.test(text) && text.replace(/\D/g, '').startsWith('1') ? 0 : 1;
    const before = text.slice(0, at).replace(/\D/g, '').length + forced;
    caret.current = at === text.length ? shown.length : caretAfterDigits(shown, before);
    onChange(shown);
    redraw((count) => count + 1);
  }

  const why = hasNoAreaCode(value) ? 'elsewhere' : heldAsTyped(typed);
  return (
    <look.Box
      label={label}
      ref={input}
      className="num"
      type="tel"
      name="phone"
      autoComplete="tel"
      placeholder="+1 (555) 123-4567"
      maxLength={typed ? phoneTypedLength : phoneFieldLength}
      value={typed || value}
      onChange={take}
      disabled={disabled}
      wrong={wrong ?? (why === null ? undefined : HELD[why])}
      help={say`A mobile number in the United States or Canada. Sign-in codes are sent to it.`}
    />
  );
}

const HELD = {
  elsewhere: say`This looks like a number from another country. Use the button below.`,
  extension: say`No message reaches an extension. Leave it out.`,
};

const accountLook: PhoneLook = { Box: TextField, Choice: ChoiceField, button: 'btn text' };

/** On the account screens. */
export const PhoneField = (props: Omit<PhoneEntryProps, 'label' | 'look'>) => (
  <PhoneEntry label={say`Phone Number`} look={accountLook} {...props} />
);
