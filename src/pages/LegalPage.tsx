// The layout of both legal pages: date at the top, numbered sections, contents beside them, links onward.
import type { ReactNode } from 'react';
import { PublicShell } from './PublicShell.tsx';

export interface LegalSection {
  title: string;
  text: ReactNode;
}

interface LegalPageProps {
  title: string;
  gist: ReactNode;
  sections: readonly LegalSection[];
  /** The other legal page. */
  other: { href: string; title: string };
}

export function LegalPage({ title, gist, sections, other }: LegalPageProps) {
  return (
    <PublicShell>
      <main className="wrap legal" id="main">
        <nav className="contents" aria-label="Contents">
          <p>Contents</p>
          <ol>
            {sections.map((section, index) => (
              <li key={section.title}>
                <a href={`#section-${index + 1}`}>
                  <span>{index + 1}</span>
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="prose">
          <h1>{title}</h1>
          <p className="stamp">Last updated October 20, 2025</p>
          <p className="gist">{gist}</p>
          {sections.map((section, index) => (
            <section key={section.title} id={`section-${index + 1}`}>
              <h2>
                <span>{index + 1}</span>
                {section.title}
              </h2>
              {section.text}
            </section>
          ))}
          <nav className="onward" aria-label="Related pages">
            <a href="/">Home</a>
            <a href={other.href}>{other.title}</a>
            <a href="/login">Sign In</a>
          </nav>
        </article>
      </main>
    </PublicShell>
  );
}
