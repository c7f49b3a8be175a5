// An input for a figure: plain while edited, otherwise with thousands separators. These are drawn over the box and are
// never in it, so the cursor stays where it was put, and what is copied or read aloud is the figure.
import { dotted, figures } from '#src/words/figures.ts';
import { readFigure } from '#src/words/typedFigure.ts';
import { useState } from 'react';
import type { ComponentPropsWithRef } from 'react';
import { groupDigits } from '../format.ts';
import { plainFigure } from './checkFields.ts';
import { Understood } from './Understood.tsx';
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
  const [isEdited, setEdited] = useState(false);
  const kept = String(value ?? '');
  // A button or another script may have set the value meanwhile.
  const shown = typed !== null && String(read(readFigure(typed))) === kept ? typed : figures(kept);
  const isFigure = /^-?\d+(\.\d+)?$/.test(kept);
  const grouped = /^-?\d{4,}(\.\d+)?$/.test(dotted(shown)) ? groupDigits(dotted(shown)) : null;
  return (
    <>
      <input
        {...input}
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value);
          setEdited(true);
          onFigure(read(readFigure(event.target.value)));
        }}
        onBlur={() => {
          setTyped(null);
          setEdited(false);
          onBlur?.();
        }}
        className={grouped ? `${className} ${styles.grouped}` : className}
      />
      {grouped && (
        <span className={`${className} ${styles.grouping}`} aria-hidden="true">
          {grouped}
        </span>
      )}
      <Understood text={isEdited && isFigure && groupDigits(kept) !== shown ? groupDigits(kept) : null} />
    </>
  );
}
