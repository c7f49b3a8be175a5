// The Privacy Policy: its page. The sections are in PrivacySections.tsx.
import { LegalPage } from './LegalPage.tsx';
import { privacySections } from './PrivacySections.tsx';

export function Privacy() {
  return (
    <LegalPage
      title="Privacy Policy"
      gist="What this installation of Sharebook knows about you, why, who sees it, how long it is kept, and what you can ask for."
      sections={privacySections}
      other={{ href: '/terms', title: 'Terms of Service' }}
    />
  );
}
