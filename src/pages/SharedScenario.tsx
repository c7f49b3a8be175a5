// The page of a link to a scenario, for people without an account. Its script (publicEntry/sharedScenario.ts) writes the figures.
import { say } from '../words/say.ts';
import { PublicShell } from './PublicShell.tsx';

export function SharedScenario() {
  return (
    <PublicShell>
      <main className="wrap shared" id="main" tabIndex={-1}>
        <div id="shared-scenario" aria-live="polite">
          <h1>{say`A shared scenario`}</h1>
          <p className="quiet">{say`Loading...`}</p>
          <noscript>{say`The figures need JavaScript. Please allow it for this site and reload the page.`}</noscript>
        </div>
      </main>
    </PublicShell>
  );
}
