// The fifteen sections of the Privacy Policy. Sharebook is self-hosted, so "the operator" is whoever runs the
// installation; the text promises only what the product itself does.
import type { LegalSection } from './LegalPage.tsx';

export const privacySections: readonly LegalSection[] = [
  {
    title: 'Who this policy is from',
    text: (
      <>
        <p>
          Sharebook is open-source software for keeping a company’s equity records. The person or organization that runs
          the installation you are using is the <strong>operator of this installation</strong>, called “we” here. We are
          responsible for the account data described below.
        </p>
        <p>
          The company whose shares are recorded decides which ownership records it keeps. For those records the company
          is responsible, and we process them for it.
        </p>
      </>
    ),
  },
  {
    title: 'Information you give us',
    text: (
      <>
        <p>When you create an account you give us:</p>
        <ul>
          <li>your first and last name, email address and phone number;</li>
          <li>the kind of account, and the client name of the organization you create or join;</li>
          <li>a password, which is stored only as a salted hash and cannot be read back;</li>
          <li>your consent to receive SMS messages, with the time it was given.</li>
        </ul>
        <p>
          Documents you upload, tasks you write and messages you send are kept with the organization they belong to.
        </p>
      </>
    ),
  },
  {
    title: 'Ownership and financial information',
    text: (
      <>
        <p>
          A company records who holds its shares: the holder’s name, contact data and <strong>address</strong>, share
          classes, certificates, quantities, dates and prices, and the distributions paid on them.
        </p>
        <p>
          To pay distributions and report on them, a company or a shareholder may also enter{' '}
          <strong>tax identification</strong> and <strong>banking details</strong>. These are stored encrypted, shown
          masked, and used for nothing else.
        </p>
      </>
    ),
  },
  {
    title: 'Information collected automatically',
    text: (
      <>
        <p>
          The server notes the time of sign-ins and of each change, the network address and the kind of browser, so that
          misuse can be noticed and each entry can name who made it.
        </p>
        <p>There is no advertising, no tracking across sites and no analytics service of a third party.</p>
      </>
    ),
  },
  {
    title: 'How we use information',
    text: (
      <>
        <p>We use it to:</p>
        <ul>
          <li>open and secure your account and confirm your identity;</li>
          <li>show you and your company the records you are entitled to see;</li>
          <li>compute cap tables, certificates, distributions and payments;</li>
          <li>send codes, notices about your account and messages from your company;</li>
          <li>keep the records that the law requires of a company.</li>
        </ul>
        <p>We do not sell personal information and do not use it to advertise.</p>
      </>
    ),
  },
  {
    title: 'Two-factor authentication',
    text: (
      <p>
        <strong>SMS two-factor authentication is required for all account access.</strong> Your phone number is
        therefore necessary: a 6-digit code is sent to it when you register and when you sign in. Codes are stored only
        in a form that cannot be read back. They expire after a few minutes and work once.
      </p>
    ),
  },
  {
    title: 'SMS messages and your consent',
    text: (
      <>
        <p>
          With your consent we send SMS updates about account activity and important notifications. Message and data
          rates may apply. How often depends on what happens in your account.
        </p>
        <p>
          <strong>Reply STOP to cancel</strong> at any time. Because sign-in codes are sent by SMS, you may be unable to
          sign in until you allow messages again. Your phone number and consent are not shared with others for their
          marketing.
        </p>
      </>
    ),
  },
  {
    title: 'What company administrators can see',
    text: (
      <>
        <p>
          <strong>Administrators of a company can see shareholder ownership information</strong> of that company: who
          holds what, contact data, certificates, distributions and payments, documents and messages. They need it to
          keep the register that the law requires.
        </p>
        <p>
          They see nothing of your holdings in other companies. A shareholder sees their own records and what the
          company chose to show to its shareholders.
        </p>
      </>
    ),
  },
  {
    title: 'When information is shared with others',
    text: (
      <>
        <p>Information leaves this installation only:</p>
        <ul>
          <li>to providers that deliver SMS and email or store data for us, for that purpose alone;</li>
          <li>to a company’s advisers, when the company gives them access;</li>
          <li>to authorities, when the law requires it, and only as far as it does;</li>
          <li>to a successor who takes over this installation, under the terms of this policy.</li>
        </ul>
      </>
    ),
  },
  {
    title: 'Cookies and browser storage',
    text: (
      <p>
        Your browser keeps an access token and your user data in its local storage while you are signed in, what you
        typed but have not saved, and preferences such as the theme. Signing out removes the token, the user data and
        what you typed. A cookie may be set while you sign in, to tie the code to the browser that asked for it. None of
        this is used to track you.
      </p>
    ),
  },
  {
    title: 'How information is protected',
    text: (
      <p>
        Access is decided on the server for each record and separated by organization in the database itself. Sensitive
        fields are encrypted, changes are logged, and entries in the share ledger are added and never edited. No system
        is free of risk; if a breach concerns you, we tell you as the law requires.
      </p>
    ),
  },
  {
    title: 'How long records are kept',
    text: (
      <>
        <p>
          Records of financial and ownership data are kept <strong>typically at least 7 years</strong>, because tax and
          company law require them, and longer where the law or an open dispute demands it.
        </p>
        <p>
          Account data is kept while the account exists. When it is closed, what is not part of a company’s records is
          removed or made anonymous within a reasonable time.
        </p>
      </>
    ),
  },
  {
    title: 'Your choices and rights',
    text: (
      <>
        <p>
          You can see your account data and ask for a copy, a correction or its deletion, and object to a use. Depending
          on where you live, the law may give you further rights. Write to us or to your company’s administrator; we
          answer within the time the law sets and may first verify who you are.
        </p>
        <p>Entries in a share register cannot be erased on request. A wrong one is corrected by a further entry.</p>
      </>
    ),
  },
  {
    title: 'Age',
    text: (
      <p>
        Sharebook is for people <strong>18 or older</strong>. We do not knowingly open accounts for anyone younger, and
        close such an account when we learn of it. Shares held for a minor are recorded under the adult who holds them.
      </p>
    ),
  },
  {
    title: 'Changes and contact',
    text: (
      <>
        <p>
          When this policy changes, the date at the top changes, and we notify users before an important change takes
          effect. The use of Sharebook is also subject to the <a href="/terms">Terms of Service</a>, which say among
          other things that fees may apply.
        </p>
        <p>
          Questions go to the operator of this installation, or to the administrator of your company, whose name appears
          in the messages you receive from it.
        </p>
      </>
    ),
  },
];
