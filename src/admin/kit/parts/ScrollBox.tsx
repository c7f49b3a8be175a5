// A box that scrolls sideways, or both ways, by mouse, touch and keyboard.
import type { ReactNode, Ref } from 'react';

interface ScrollBoxProps {
  label: string;
  className?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

export function ScrollBox({ label, className = 'scroll', ref, children }: ScrollBoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls by keyboard.
    <div ref={ref} className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
