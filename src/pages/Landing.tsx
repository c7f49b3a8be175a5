// The landing page: one promise, a picture of the product, the shareholder's side, and proof by features.
// It claims only what works today.
import { say } from '../words/say.ts';
import { LandingFeatures } from './LandingFeatures.tsx';
import { LandingHero } from './LandingHero.tsx';
import { LandingHolders } from './LandingHolders.tsx';
import { PublicShell, SignInLink } from './PublicShell.tsx';

export function Landing() {
  return (
    <PublicShell navigation={<Navigation />} actions={<Actions />}>
      <main id="main" tabIndex={-1}>
        <LandingHero />
        <LandingHolders />
        <Highlights />
        <LandingFeatures />
        <Call />
      </main>
    </PublicShell>
  );
}

function Navigation() {
  return (
    <nav aria-label={say`Main`}>
      <a href="#shareholders">{say`For shareholders`}</a>
      <a href="#features">{say`Features`}</a>
      <a href="/tools/safe">{say`Calculators`}</a>
    </nav>
  );
}

function Actions() {
  return (
    <>
      <SignInLink />
      <a className="btn primary" href="/signup">
        {say`Get Started`}
      </a>
    </>
  );
}

function Highlights() {
  return (
    <section className="band" aria-label={say`In three words`}>
      <dl className="wrap section stats">
        <div>
          <dt>{say`Secure`}</dt>
          <dd>
            {say`A code to your phone at sign-in. Entries are added, never edited, and each one names who made it and when.`}
          </dd>
        </div>
        <div>
          <dt>{say`Simple`}</dt>
          <dd>{say`Plain lists with clear names, from shareholders to messages, at a desk or on a phone.`}</dd>
        </div>
        <div>
          <dt>{say`Smart`}</dt>
          <dd>{say`Every figure is computed exactly from dated entries: shares to the unit, payments to the cent.`}</dd>
        </div>
      </dl>
    </section>
  );
}

function Call() {
  return (
    <section className="band">
      <div className="wrap section call">
        <div>
          <h2>{say`Start with the table you have`}</h2>
          <p className="lead">
            {say`Enter your classes and holders, or import an Open Cap Format package. Findings are listed before anything is applied.`}
          </p>
        </div>
        <div className="row-actions">
          <a className="btn primary tall" href="/signup">
            {say`Get Started`}
          </a>
          <a className="btn tall" href="/login">
            {say`Sign In`}
          </a>
        </div>
      </div>
    </section>
  );
}
