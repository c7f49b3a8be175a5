// The Terms of Service: its page. The sections are in TermsSections.tsx.
import { LegalPage } from './LegalPage.tsx';
import { termsSections } from './TermsSections.tsx';

export function Terms() {
  return (
    <LegalPage
      title="Terms of Service"
      gist="These terms are the agreement between you and the operator of this installation of Sharebook. They cover companies that keep their equity here and the shareholders who see it."
      sections={termsSections}
      other={{ href: '/privacy', title: 'Privacy Policy' }}
    />
  );
}
