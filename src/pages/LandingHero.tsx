// The headline, the two first steps, and a picture of the product with the sample company.
import { say } from '../words/say.ts';

export function LandingHero() {
  return (
    <section className="hero wrap">
      <div className="hero-text">
        <h1>{say`Who owns what, to\u00a0the\u00a0share, on\u00a0any\u00a0date.`}</h1>
        <div>
          <p className="lead">
            {say`Sharebook is the secure, open-source home of your company’s equity: cap table, certificates, distributions, and a portal for every shareholder.`}
          </p>
          <div className="row-actions">
            <a className="btn primary tall" href="/signup">
              {say`Start Free Trial`}
            </a>
            {/* The server removes it if there is no sample company to view. */}
            <a className="btn tall" href="/login" data-demo="">
              {say`View Demo`}
            </a>
          </div>
        </div>
      </div>
      <figure className="product">
        <picture className="product-frame">
          <source media="(prefers-color-scheme: dark)" srcSet="/images/product-dark.webp" type="image/webp" />
          <img
            src="/images/product-light.webp"
            width="1440"
            height="900"
            fetchPriority="high"
            alt={say`The cap table of the sample company: holders in rows, share classes in columns, totals and percentages.`}
          />
        </picture>
        <figcaption>
          {say`The cap table of the sample company that comes with Sharebook. It is not a real company.`}
        </figcaption>
      </figure>
    </section>
  );
}
