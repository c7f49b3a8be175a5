// An input for a day, typed as the reader's locale writes days or chosen in the browser's calendar. What is typed is written out under
// the box at once; what is no day is said there when the box is left.
import { addDays, isIsoDate } from '#src/domain/dates.ts';
import { say } from '#src/words/say.ts';
import { dayInDigits, dayInFull, dayPattern, readDay } from './typedDay.ts';
import { useRef, useState } from 'react';
import type { ComponentPropsWithRef, KeyboardEvent } from 'react';
import { formatDay, today } from '../format.ts';
import { Understood } from './Understood.tsx';
import styles from './typed.module.css';

interface DayBoxProps extends Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'onBlur' | 'type'> {
  value: unknown;
  /** The day as 2026-12-31, or '' once the box is empty. */
  onDay: (day: string) => void;
  /** A form is given what is no day too: it refuses it. Elsewhere only whole days are given, the rest when the box is left. */
  isInForm?: boolean;
  onBlur?: () => void;
}

/** Whether more digits would make no other day of it. */
const isWhole = (typed: string): boolean => typed.trim() === '' || /\d{4}/.test(typed);

export function DayBox({
  value,
  onDay,
  isInForm = false,
  onBlur,
  min,
  max,
  className = 'input',
  ...input
}: DayBoxProps) {
  const kept = String(value ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const [isEdited, setEdited] = useState(false);
  /** Typed, and not given yet. */
  const [isPending, setPending] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const read = (text: string) => readDay(text, { today: today() }) ?? text.trim();
  // Something else may have set the value meanwhile. Where another day stands for none, the box stays empty to be typed in.
  const isTyped = typed !== null && (isPending || read(typed) === kept || (isEdited && typed.trim() === ''));
  const shown = isTyped ? typed : isIsoDate(kept) ? formatDay(kept) : kept;
  const day = isTyped ? read(typed) : kept;
  const give = (text: string) => {
    const next = read(text);
    const isGiven = isInForm || text.trim() === '' || isIsoDate(next);
    setPending(!isGiven);
    if (isGiven && next !== kept) onDay(next);
  };
  const type = (text: string) => {
    setTyped(text);
    setEdited(true);
    if (isInForm || isWhole(text)) give(text);
    else setPending(true);
  };
  const choose = (chosen: string) => {
    setTyped(null);
    setPending(false);
    if (chosen !== kept) onDay(chosen);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    input.onKeyDown?.(event);
    if (event.key === 'Enter' && isPending) give(shown);
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    if (isIsoDate(day)) type(dayInDigits(addDays(day, step)));
    else if (shown === '') type(dayInDigits(today()));
  };
  const fault = day === '' ? null : dayFault(day);
  return (
    <>
      <input
        {...input}
        ref={box}
        type="text"
        data-day=""
        autoComplete="off"
        className={`${className} ${styles.day}`}
        placeholder={dayPattern({ day: say`DD`, month: say`MM`, year: say`YYYY` })}
        value={shown}
        {...(fault && isTyped && !isEdited && !isInForm && { 'aria-invalid': true })}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (isPending) give(shown);
          setEdited(false);
          // A day is written out once the box is left; anything else stays to be corrected.
          if (isIsoDate(day)) setTyped(null);
          onBlur?.();
        }}
      />
      <button
        type="button"
        className={styles.calendar}
        disabled={input.disabled}
        aria-label={say`Open the calendar`}
        title={say`Open the calendar`}
        onClick={() => calendar.current?.showPicker()}
      >
        <svg className="i i-s" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <path d="M3.5 4.5h13v12h-13zM3.5 8h13M7 2.5v4M13 2.5v4" />
        </svg>
      </button>
      <input
        ref={calendar}
        type="date"
        className={styles.picker}
        tabIndex={-1}
        aria-hidden="true"
        value={isIsoDate(day) ? day : ''}
        min={min}
        max={max}
        onChange={(event) => {
          choose(event.target.value);
          box.current?.focus();
        }}
      />
      <Understood
        text={isEdited ? dayInFull(day) : null}
        // A form says what it refuses under the field.
        fault={isEdited || !isTyped || isInForm ? null : fault}
      />
    </>
  );
}

/** What is wrong with a typed day, if anything is. */
export function dayFault(typed: string): string | null {
  if (isIsoDate(typed)) return null;
  if (/^\d{4}-\d\d-\d\d$/.test(typed)) return say`This day does not exist.`;
  return say`Enter a day, such as ${dayInDigits('2026-12-31')}.`;
}
