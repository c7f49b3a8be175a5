// An input for a figure: plain while edited, otherwise with thousands separators. These are drawn over the box and are
// never in it, so the cursor stays where it was put, and what is copied or read aloud is the figure.
import { useState } from 'react';
import type { ComponentPropsWithRef } from 'react';
import { groupDigits } from '../format.ts';
import { plainFigure } from './checkFields.ts';
import styles from './form.module.css';

interface FigureBoxProps extends Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'onBlur'> {
  value: unknown;
  /** What was typed, without the separators that somebody wrote or pasted. */
  onFigure: (figure: string | number) => void;
  /** Converts the typed text into the stored value, where that is not text. */
  read?: (text: string) => string | number;
  onBlur?: () => void;
}

export function FigureBox({ value, onFigure, read = plainFigure, onBlur, className, ...input }: FigureBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const kept = String(value ?? '');
  // A button or another script may have set the value meanwhile.
  const shown = typed !== null && String(read(typed)) === kept ? typed : kept;
  const grouped = /^-?\d{4,}(\.\d+)?$/.test(shown) ? groupDigits(shown) : null;
  return (
    <>
      <input
        {...input}
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value);
          onFigure(read(event.target.value));
        }}
        onBlur={() => {
          setTyped(null);
          onBlur?.();
        }}
        className={grouped ? `${className} ${styles.grouped}` : className}
      />
      {grouped && (
        <span className={`${className} ${styles.grouping}`} aria-hidden="true">
          {grouped}
        </span>
      )}
    </>
  );
}
