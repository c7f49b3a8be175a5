// A box that scrolls sideways, or both ways, by mouse, touch and keyboard. An edge says where there is more, covers the figures
// that it cuts, and the focus ring lies above what stays in place.
import { useCallback, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { cutOf, NO_CUT } from './cutColumns.ts';
import { useMoreBeside } from './useMoreBeside.ts';
import styles from './ScrollBox.module.css';

interface ScrollBoxProps {
  label: string;
  className?: string;
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

export function ScrollBox({ label, className = 'scroll', ref, children }: ScrollBoxProps) {
  const [cut, setCut] = useState(NO_CUT);
  const measure = useCallback((box: HTMLDivElement) => {
    const now = cutOf(box);
    setCut((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
  }, []);
  const own = useRef<HTMLDivElement>(null);
  const box = ref ?? own;
  const { more, look, stop } = useMoreBeside(box, measure);
  const sides = more.split(' ');
  return (
    <div className={`${styles.frame} scroll-frame`}>
      <div
        ref={box}
        className={className}
        // What is focused by keyboard is not left under the columns that stay.
        style={{ scrollPaddingInline: `${cut.left}px ${cut.right}px` }}
        {...stop}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a box of a table, not a section of the page.
        role="region"
        aria-label={label}
        onScroll={look}
      >
        {children}
      </div>
      {sides.includes('left') && (
        <span
          className={`${styles.edge} ${styles.left}`}
          aria-hidden="true"
          style={{ left: cut.left, bottom: cut.bottom, width: cut.coverLeft || undefined }}
          data-covers={cut.coverLeft > 0}
        />
      )}
      {sides.includes('right') && (
        <span
          className={`${styles.edge} ${styles.right}`}
          aria-hidden="true"
          style={{ right: cut.right, bottom: cut.bottom, width: cut.coverRight || undefined }}
          data-covers={cut.coverRight > 0}
        />
      )}
    </div>
  );
}
