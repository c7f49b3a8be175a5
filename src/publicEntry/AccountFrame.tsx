// The frame of an account screen: the shell of the public pages, with one link at the right of its header.
import { say } from '../words/say.ts';
import type { ReactNode } from 'react';
import { PublicShell } from '../pages/PublicShell.tsx';

export interface Way {
  href: string;
  label: string;
}

/** What the sign-in offers to who has no account. */
export const toSignUp = { question: say`No account yet?`, way: { href: '/signup', label: say`Get Started` } };

interface AccountFrameProps {
  question?: string | undefined;
  way: Way;
  children: ReactNode;
}

export function AccountFrame({ question, way, children }: AccountFrameProps) {
  const actions = (
    <>
      {question && <span className="small quiet only-wide">{question}</span>}
      <a className="btn" href={way.href}>
        {way.label}
      </a>
    </>
  );
  return (
    <PublicShell quiet actions={actions}>
      {children}
    </PublicShell>
  );
}
