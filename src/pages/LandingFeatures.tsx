// Six cards, each with a sentence about something that works and a small example that proves it.

interface Feature {
  title: string;
  text: string;
  /** Lines of the example; the last one is the result. */
  proof: Array<[label: string, value: string]>;
  /** Where it can be tried without an account. */
  links?: Array<[label: string, href: string]>;
  /** The values are words, not figures. */
  words?: true;
}

const features: Feature[] = [
  {
    title: 'The cap table on any date',
    text: 'See the table as it stood on any day. It is computed from dated entries, so last year’s answer does not change.',
    proof: [
      ['Outstanding, 30 Sep 2024', '9,250,000'],
      ['18 Jun 2025, Kestrel Ventures III', '+2,187,500'],
      ['18 Jun 2025, Harbour Seed Fund II', '+312,500'],
      ['Outstanding, 30 Sep 2025', '11,750,000'],
    ],
  },
  {
    title: 'Certificates, right to the share',
    text: 'Issue and transfer with numbered certificates. A transfer closes the old one and opens one for each holder.',
    proof: [
      ['SS-1, closed by transfer', '1,400,000'],
      ['SS-2, Harbour Seed Fund II', '1,250,000'],
      ['SS-3, Ingrid Solberg', '150,000'],
      ['SS-2 and SS-3', '1,400,000'],
    ],
  },
  {
    title: 'Distributions, right to the cent',
    text: 'Holders on the record date are paid. Rounding follows a published rule, so the lines always add up to the pot.',
    proof: [
      ['333 of 1,000 shares', '$5.00'],
      ['333 of 1,000 shares', '$4.99'],
      ['334 of 1,000 shares', '$5.01'],
      ['Pot declared', '$15.00'],
    ],
  },
  {
    title: 'Analytics and scenario planning',
    text: 'Model a round with its SAFEs and its pool, or an exit by rank and class. Every figure is exact and shows how it came about. Try it here, without an account:',
    links: [
      ['SAFEs', '/tools/safe'],
      ['A round', '/tools/round'],
      ['An exit', '/tools/waterfall'],
      ['Anti-dilution', '/tools/anti-dilution'],
    ],
    proof: [
      ['A founder’s shares', '4,250,000'],
      ['Of 9,250,000, before the round', '45.95%'],
      ['Of 11,750,000, after it', '36.17%'],
      ['Diluted by', '21.28%'],
    ],
  },
  {
    title: 'Stakeholder management',
    text: 'Documents, tasks and messages sit beside the register they concern. Each person sees what is theirs.',
    proof: [
      ['Documents', 'For the company or one holder'],
      ['Tasks', 'With an assignee and a date'],
      ['Messages', 'One thread for each matter'],
      ['A shareholder sees', 'Their own'],
    ],
    words: true,
  },
  {
    title: 'An open format in',
    text: 'Import an Open Cap Format package. It is checked first, and findings are listed before anything is applied.',
    proof: [
      ['Stakeholders and classes', 'Read'],
      ['Issuances and transfers', 'Replayed in order'],
      ['Totals', 'Computed, never copied'],
      ['With an error', 'Nothing is applied without your approval'],
    ],
    words: true,
  },
];

export function LandingFeatures() {
  return (
    <section className="section wrap" id="features">
      <h2>Six things it does, each with its proof</h2>
      <div className="features">
        {features.map(({ title, text, links, proof, words }) => (
          <article className="feature" key={title}>
            <h3>{title}</h3>
            <p>
              {text}
              {links?.map(([label, href], place) => (
                <span key={href}>
                  {place > 0 ? ', ' : ' '}
                  <a href={href}>{label}</a>
                </span>
              ))}
            </p>
            <dl className="proof">
              {proof.map(([label, value], line) => (
                <div key={`${label}${line}`}>
                  <dt>{label}</dt>
                  <dd className={words && line < proof.length - 1 ? 'words' : undefined}>{value}</dd>
                </div>
              ))}
            </dl>
          </article>
        ))}
      </div>
    </section>
  );
}
