// Six cards, each with a sentence about something that works and a small example that proves it.
import { say } from '../words/say.ts';
import { count, money, percent } from './landingFigures.ts';

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
    title: say`The cap table on any date`,
    text: say`See the table as it stood on any day. It is computed from dated entries, so last year’s answer does not change.`,
    proof: [
      [say`Outstanding, 30 Sep 2024`, count(9_250_000)],
      [say`18 Jun 2025, Kestrel Ventures III`, `+${count(2_187_500)}`],
      [say`18 Jun 2025, Harbour Seed Fund II`, `+${count(312_500)}`],
      [say`Outstanding, 30 Sep 2025`, count(11_750_000)],
    ],
  },
  {
    title: say`Certificates, right to the share`,
    text: say`Issue and transfer with numbered certificates. A transfer closes the old one and opens one for each holder.`,
    proof: [
      [say`SS-1, closed by transfer`, count(1_400_000)],
      [say`SS-2, Harbour Seed Fund II`, count(1_250_000)],
      [say`SS-3, Ingrid Solberg`, count(150_000)],
      [say`SS-2 and SS-3`, count(1_400_000)],
    ],
  },
  {
    title: say`Distributions, right to the cent`,
    text: say`Holders on the record date are paid. Rounding follows a published rule, so the lines always add up to the pot.`,
    proof: [
      [say`333 of 1,000 shares`, money(5)],
      [say`333 of 1,000 shares`, money(4.99)],
      [say`334 of 1,000 shares`, money(5.01)],
      [say`Pot declared`, money(15)],
    ],
  },
  {
    title: say`Analytics and scenario planning`,
    text: say`Model a round with its SAFEs and its pool, or an exit by rank and class. Every figure is exact and shows how it came about. Try it here, without an account:`,
    links: [
      ['SAFEs', '/tools/safe'],
      [say`A round`, '/tools/round'],
      [say`An exit`, '/tools/waterfall'],
      [say`Anti-dilution`, '/tools/anti-dilution'],
    ],
    proof: [
      [say`A founder’s shares`, count(4_250_000)],
      [say`Of 9,250,000, before the round`, percent(45.95)],
      [say`Of 11,750,000, after it`, percent(36.17)],
      [say`Diluted by`, percent(21.28)],
    ],
  },
  {
    title: say`Stakeholder management`,
    text: say`Documents, tasks and messages sit beside the register they concern. Each person sees what is theirs.`,
    proof: [
      [say`Documents`, say`For the company or one holder`],
      [say`Tasks`, say`With an assignee and a date`],
      [say`Messages`, say`One thread for each matter`],
      [say`A shareholder sees`, say`Their own`],
    ],
    words: true,
  },
  {
    title: say`An open format in`,
    text: say`Import an Open Cap Format package. It is checked first, and findings are listed before anything is applied.`,
    proof: [
      [say`Stakeholders and classes`, say`Read`],
      [say`Issuances and transfers`, say`Replayed in order`],
      [say`Totals`, say`Computed, never copied`],
      [say`With an error`, say`Nothing is applied without your approval`],
    ],
    words: true,
  },
];

export function LandingFeatures() {
  return (
    <section className="section wrap" id="features">
      <h2>{say`Six things it does, each with its proof`}</h2>
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
