// The public page for unknown addresses.
import { say } from '../words/say.ts';
import { PublicShell } from './PublicShell.tsx';

export function NotFound() {
  return (
    <PublicShell quiet>
      <main className="message" id="main" tabIndex={-1}>
        <div>
          <p className="small quiet">404</p>
          <h1>{say`There is no page at this address`}</h1>
          <p className="lead">{say`The link may be old or mistyped. If it led to a record, you may have to sign in first.`}</p>
          <div className="row-actions">
            <a className="btn primary" href="/">
              {say`Go to the home page`}
            </a>
            <a className="btn" href="/login">
              {say`Sign In`}
            </a>
          </div>
        </div>
      </main>
    </PublicShell>
  );
}
