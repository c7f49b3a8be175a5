// The page of a link to a scenario, for people without an account. Its script (publicEntry/sharedScenario.ts) writes the figures.
import { PublicShell } from './PublicShell.tsx';

export function SharedScenario() {
  return (
    <PublicShell>
      <main className="wrap shared" id="main">
        <div id="shared-scenario" aria-live="polite">
          <h1>A shared scenario</h1>
          <p className="quiet">Loading...</p>
          <noscript>The figures need JavaScript. Please allow it for this site and reload the page.</noscript>
        </div>
      </main>
    </PublicShell>
  );
}
