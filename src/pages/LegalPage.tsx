// The layout of both legal pages: date at the top, numbered sections, contents beside them, links onward.
import { LOCALE } from '../words/locale.ts';
import { say } from '../words/say.ts';
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
      <main className="wrap legal" id="main" tabIndex={-1}>
        <nav className="contents" aria-label={say`Contents`}>
          <p>{say`Contents`}</p>
          <ol lang="en">
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
        <article className="prose" lang="en">
          {LOCALE !== 'en' && (
            <p className="gist" lang={LOCALE}>
              {say`This page is in English in every language, because only its English has been agreed.`}
            </p>
          )}
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
          <nav className="onward" lang={LOCALE} aria-label={say`Related pages`}>
            <a href="/">{say`Home`}</a>
            <a href={other.href} lang="en">
              {other.title}
            </a>
            <a href="/login">{say`Sign In`}</a>
          </nav>
        </article>
      </main>
    </PublicShell>
  );
}
