// The frame of every public page and account screen: skip link, header, footer. Each page fills in the rest.
import { say } from '../words/say.ts';
import type { ReactNode } from 'react';

function Brand() {
  return (
    <a className="brand" href="/">
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
        <rect className="brand-ground" width="24" height="24" rx="6" />
        <rect className="brand-cell" x="5" y="5" width="6.5" height="14" rx="1" />
        <rect className="brand-cell" x="13.5" y="5" width="5.5" height="8" rx="1" />
        <rect className="brand-cell" x="13.5" y="15" width="5.5" height="4" rx="1" />
      </svg>
      {say`Sharebook`}
    </a>
  );
}

export const SignInLink = () => (
  <a className="btn text" href="/login">
    {say`Sign In`}
  </a>
);

interface ShellProps {
  /** At the right of the header; a link to the sign-in, unless there is more to offer. */
  actions?: ReactNode;
  /** Links beside the brand, on wide screens. */
  navigation?: ReactNode;
  /** For account screens: a plain header, so that nothing distracts from the form. */
  quiet?: boolean;
  children: ReactNode;
}

/** The children contain the page's `<main id="main">`. */
export function PublicShell({ actions = <SignInLink />, navigation, quiet = false, children }: ShellProps) {
  return (
    <>
      <a className="skip" href="#main">
        {say`Skip to content`}
      </a>
      <div className="page">
        <header className={quiet ? 'top top-plain' : 'top'}>
          <div className="wrap">
            <Brand />
            {navigation}
            <div className="actions">{actions}</div>
          </div>
        </header>
        {children}
        <Footer quiet={quiet} />
      </div>
    </>
  );
}

function Footer({ quiet }: { quiet: boolean }) {
  return (
    <footer className={quiet ? 'foot foot-slim' : 'foot'}>
      <div className="wrap">
        {!quiet && (
          <>
            <Brand />
            <span>{say`The open-source home of a company’s equity.`}</span>
          </>
        )}
        <nav aria-label={say`Footer`}>
          {!quiet && <a href="/login">{say`Sign In`}</a>}
          <a href="/privacy">{say`Privacy Policy`}</a>
          <a href="/terms">{say`Terms of Service`}</a>
          <a href="/verify">{say`Verify a certificate`}</a>
          {!quiet && <a href="/tools/safe">{say`Calculators`}</a>}
        </nav>
      </div>
    </footer>
  );
}
