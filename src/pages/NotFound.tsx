// The public page for unknown addresses.
import { PublicShell } from './PublicShell.tsx';

export function NotFound() {
  return (
    <PublicShell quiet>
      <main className="message" id="main">
        <div>
          <p className="small quiet">404</p>
          <h1>There is no page at this address</h1>
          <p className="lead">The link may be old or mistyped. If it led to a record, you may have to sign in first.</p>
          <div className="row-actions">
            <a className="btn primary" href="/">
              Go to the home page
            </a>
            <a className="btn" href="/login">
              Sign In
            </a>
          </div>
        </div>
      </main>
    </PublicShell>
  );
}
