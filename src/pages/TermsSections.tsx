// The seventeen sections of the Terms of Service, between the user and whoever runs the installation.
import type { LegalSection } from './LegalPage.tsx';

export const termsSections: readonly LegalSection[] = [
  {
    title: 'Acceptance of these terms',
    text: (
      <>
        <p>
          By creating an account or signing in, you accept these terms and the <a href="/privacy">Privacy Policy</a>. If
          you use Sharebook for a company, you also accept them on its behalf and state that you are allowed to.
        </p>
        <p>
          “We” is the operator of this installation. If you do not accept these terms, do not create an account. What a
          company has recorded about your shares stays with that company.
        </p>
      </>
    ),
  },
  {
    title: 'Who may use Sharebook',
    text: (
      <>
        <p>
          You must be <strong>18 or older</strong>. You may not use Sharebook where the law forbids it. There are two
          kinds of account:
        </p>
        <ul>
          <li>
            A client account is for people who administer a company’s equity: founders, officers, staff and advisers.
          </li>
          <li>A shareholder account is for a person or entity that holds shares in a company that uses Sharebook.</li>
        </ul>
      </>
    ),
  },
  {
    title: 'Your account',
    text: (
      <>
        <p>
          Give your true name, an email address you read and a phone number you hold, and keep them current: notices and
          payments depend on them.
        </p>
        <p>
          Your password is yours alone. You answer for what is done with your account, and tell us and your company’s
          administrator at once if you believe that someone else has used it.
        </p>
      </>
    ),
  },
  {
    title: 'Two-factor authentication',
    text: (
      <p>
        <strong>SMS two-factor authentication is required for all account access.</strong> At sign-in a 6-digit code is
        sent to your phone. An authenticator app or a passkey that you set up yourself takes its place. Never give a
        code to anyone; nobody who works for us or for your company needs it.
      </p>
    ),
  },
  {
    title: 'SMS messages',
    text: (
      <p>
        By ticking the consent box you agree to receive SMS updates about account activity and important notifications.
        Message and data rates may apply. <strong>Reply STOP to cancel.</strong> After that, codes may no longer reach
        you, and you may be unable to sign in until you allow messages again.
      </p>
    ),
  },
  {
    title: 'Companies and their administrators',
    text: (
      <>
        <p>
          Whoever creates a client organization administers it and states that they may act for the company.
          Administrators decide who joins, what each person may do, and what is recorded.{' '}
          <strong>They can see shareholder ownership information</strong> of their company.
        </p>
        <p>
          The company is responsible for the accuracy of its records, for its resolutions and filings, and for having
          the right to enter the personal data it enters.
        </p>
      </>
    ),
  },
  {
    title: 'Shareholders',
    text: (
      <>
        <p>
          A shareholder joins with the client name given by the organization’s administrator and sees holdings once the
          company has confirmed who they are. What is shown is the company’s record; a question about it goes to the
          company.
        </p>
        <p>
          If you enter your address, tax identification or banking details, they must be yours and correct: payments and
          tax documents depend on them.
        </p>
      </>
    ),
  },
  {
    title: 'What Sharebook is not',
    text: (
      <p>
        Sharebook is not a broker, a transfer agent, a bank, a law firm or a tax adviser, and nothing in it is an offer
        of securities or advice. Figures such as prices, values and percentages are computed from what was entered. Have
        important decisions checked by a qualified person.
      </p>
    ),
  },
  {
    title: 'Distributions and payments',
    text: (
      <p>
        Sharebook computes what is due to whom and records what was paid. The company and its bank move the money. A
        payment shown as completed is the company’s statement that it was made.
      </p>
    ),
  },
  {
    title: 'Fees',
    text: (
      <p>
        <strong>Fees may apply.</strong> If they do, they are shown to the company’s administrator before they are
        charged; nothing becomes due without that notice.
      </p>
    ),
  },
  {
    title: 'Your data and its retention',
    text: (
      <>
        <p>
          What you enter stays yours or your company’s. You allow us to store and process it as far as the service needs
          it, as the <a href="/privacy">Privacy Policy</a> says.
        </p>
        <p>
          Records of financial and ownership data are kept <strong>typically at least 7 years</strong>, even after an
          account has ended, because the law requires them.
        </p>
      </>
    ),
  },
  {
    title: 'Acceptable use',
    text: (
      <>
        <p>You may not:</p>
        <ul>
          <li>enter records you know to be false, or use the service to deceive anyone;</li>
          <li>look at or change records you have no right to, or help others to;</li>
          <li>probe, overload or disturb this installation without the operator’s consent;</li>
          <li>upload malicious files or content you have no right to share.</li>
        </ul>
      </>
    ),
  },
  {
    title: 'Software and intellectual property',
    text: (
      <p>
        The Sharebook software is open source and comes under its own license, which these terms do not narrow. Names,
        logos and documents of companies belong to them.
      </p>
    ),
  },
  {
    title: 'Suspension and termination',
    text: (
      <p>
        You may close your account at any time. We may suspend or end an account that breaks these terms, endangers
        others or is required by law to be closed, and say why where we may. A company may end the access of its
        members. Records that must be kept are kept.
      </p>
    ),
  },
  {
    title: 'Warranties and limit of liability',
    text: (
      <>
        <p>
          The service is provided as it is. To the extent the law allows, we give no warranty that it is free of errors
          or always available.
        </p>
        <p>
          To the extent the law allows, our total liability for all claims is limited to{' '}
          <strong>the greater of the fees paid in the 12 months before the event or $100</strong>. We are not liable for
          lost profits or indirect damage. Nothing here limits liability that the law does not allow to be limited.
        </p>
      </>
    ),
  },
  {
    title: 'Disputes and arbitration',
    text: (
      <>
        <p>
          Write to us first; most disputes can be settled that way. What cannot be settled within 60 days is decided by
          binding individual arbitration, not in court and not as a class, except for small claims and where the law
          gives you another way.
        </p>
        <p>
          <strong>You may opt out of arbitration within 30 days</strong> of creating your account, by telling the
          operator of this installation in writing. Opting out has no other effect on your account.
        </p>
      </>
    ),
  },
  {
    title: 'Changes and contact',
    text: (
      <p>
        When these terms change, the date at the top changes, and we notify users before an important change takes
        effect. If you continue to use Sharebook after that, you accept the change. Questions go to the operator of this
        installation, or to the administrator of your company.
      </p>
    ),
  },
];
