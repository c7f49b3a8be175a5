// One sentence above a form. An error takes the focus, so that it is seen and read aloud.
import { type ReactNode, useEffect, useRef } from 'react';
import { CircleMark } from '../publicEntry/CircleMark.tsx';
import type { Failure } from './useSubmit.ts';

const marks = { success: 'M8 12.3l2.8 2.8L16 9.6', info: 'M12 11v5.5M12 7.6v.1', error: 'M12 7.5v5.5M12 16.4v.1' };

export function Alert({ tone, children }: { tone: keyof typeof marks; children: ReactNode }) {
  return (
    <div className={`alert alert-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <CircleMark path={marks[tone]} size={20} />
      <div>{children}</div>
    </div>
  );
}

export function FailureAlert({ failure, children }: { failure: Failure | null; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Every refusal is a new object, so a repeated sentence is announced again.
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);
  if (!failure) return null;
  return (
    <div className="alert alert-error" role="alert" ref={box} tabIndex={-1}>
      <CircleMark path={marks.error} size={20} />
      <div>
        {failure.text}
        {children}
      </div>
    </div>
  );
}
